// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What dd asks of the kernel and what it says, next to strace and output of GNU dd 9.1. */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "fake_kernel.h"
#include "run_task.h"

/* Opened as 3 and 4, with that much input, all of it in 100 us. */
static void plan(size_t input)
{
	fake = (struct fake_kernel){ .open_in = 3, .open_out = 3, .input = input, .ns = 100001 };
}

static int run(const char *line)
{
	return run_task(line, &fake_api);
}

static void expect(const char *calls, const char *messages)
{
	cr_expect_str_eq(fake.calls, calls, "\n calls: %s", fake.calls);
	cr_expect_str_eq(fake.messages, messages, "\n said: %s", fake.messages);
}

#define OPENED "open(in,00) dup(3,0) close(3) seek(0,0) open(out,01101) dup(3,1) close(3) "

Test(dd_run, two_blocks)
{
	plan(5000);
	cr_expect_eq(run("dd if=in of=out bs=512 count=2"), 0);
	expect(OPENED "read(512) write(512) read(512) write(512) close(0) close(1) ",
	       "2+0 records in\n2+0 records out\n"
	       "1024 bytes (1.0 kB, 1.0 KiB) copied, 0.000100001 s, 10.2 MB/s\n");
	cr_expect_eq(fake.charged, 0);
}

/* Without bs= the last block waits for the end of the input; each byte is copied once, 2 ns. */
Test(dd_run, to_the_end_with_a_part)
{
	plan(1000);
	cr_expect_eq(run("dd if=in of=out"), 0);
	expect(OPENED "read(512) write(512) read(512) read(512) write(488) close(0) close(1) ",
	       "1+1 records in\n1+1 records out\n1000 bytes (1.0 kB) copied, 0.000100001 s, "
	       "10.0 MB/s\n");
	cr_expect_eq(fake.charged, 1000 * 2000);
}

Test(dd_run, output_blocks_of_another_size)
{
	plan(3000);
	cr_expect_eq(run("dd if=in of=out ibs=700 obs=1000"), 0);
	expect(OPENED "read(700) read(700) write(1000) read(700) write(1000) read(700) read(700) "
	       "write(1000) read(700) close(0) close(1) ",
	       "4+1 records in\n3+0 records out\n"
	       "3000 bytes (3.0 kB, 2.9 KiB) copied, 0.000100001 s, 30.0 MB/s\n");
	cr_expect_eq(fake.was_written, 3000);
}

Test(dd_run, seek_skip_and_fsync)
{
	plan(500);
	cr_expect_eq(run("dd if=in of=out bs=100 count=2 seek=3 skip=1 conv=fsync"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) open(out,0102) dup(3,1) close(3) "
	       "truncate(1,300) seek(0,100) stat(0) seek(1,300) read(100) write(100) read(100) "
	       "write(100) fsync(1) close(0) close(1) ",
	       "2+0 records in\n2+0 records out\n200 bytes copied, 0.000100001 s, 2.0 MB/s\n");
}

Test(dd_run, the_other_names_of_skip_and_seek)
{
	plan(500);
	cr_expect_eq(run("dd if=in of=out bs=100 count=1 oseek=3 iseek=1 status=none"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) open(out,0102) dup(3,1) close(3) "
	       "truncate(1,300) seek(0,100) stat(0) seek(1,300) read(100) write(100) close(0) "
	       "close(1) ", "");
}

/* GNU cuts the file to nothing when the place to seek to is within its first block. */
Test(dd_run, a_seek_of_bytes)
{
	plan(500);
	cr_expect_eq(run("dd if=in of=out bs=100 count=1 seek=30B status=none"), 0);
	expect(OPENED "seek(1,30) read(100) write(100) close(0) close(1) ", "");
}

Test(dd_run, no_truncation_and_no_creation)
{
	plan(1);
	cr_expect_eq(run("dd if=in of=out count=0 seek=3 conv=notrunc,nocreat status=noxfer"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) open(out,02) dup(3,1) close(3) "
	       "seek(1,1536) close(0) close(1) ", "0+0 records in\n0+0 records out\n");
}

Test(dd_run, a_file_that_must_be_new)
{
	plan(0);
	cr_expect_eq(run("dd if=in of=out conv=excl status=none"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) open(out,01301) dup(3,1) close(3) "
	       "read(512) close(0) close(1) ", "");
}

/* O_DIRECT is 040000, O_DSYNC 010000, O_SYNC 04010000. */
Test(dd_run, flags_of_open)
{
	plan(0);
	cr_expect_eq(run("dd if=in of=out bs=512 iflag=direct,sync oflag=dsync,append "
			 "status=none"), 0);
	expect("open(in,04050000) dup(3,0) close(3) seek(0,0) open(out,013101) dup(3,1) close(3) "
	       "read(512) close(0) close(1) ", "");
}

Test(dd_run, flags_of_descriptors_that_are_open)
{
	plan(0);
	cr_expect_eq(run("dd bs=512 iflag=nonblock oflag=dsync status=none"), 0);
	expect("getfl(0) setfl(0,04000) seek(0,0) getfl(1) setfl(1,010000) read(512) close(0) "
	       "close(1) ", "");
}

Test(dd_run, a_count_of_bytes)
{
	plan(5000);
	cr_expect_eq(run("dd count=1000B skip=10B"), 0);
	expect("seek(0,0) seek(0,10) stat(0) read(512) write(512) read(488) write(488) close(0) "
	       "close(1) ",
	       "1+1 records in\n1+1 records out\n1000 bytes (1.0 kB) copied, 0.000100001 s, "
	       "10.0 MB/s\n");
}

/* Filling up 512 - 88 bytes takes 0.8 ns each, copying two blocks 2 ns per byte. */
Test(dd_run, padded_with_zeros)
{
	plan(600);
	cr_expect_eq(run("dd conv=sync"), 0);
	expect("seek(0,0) read(512) write(512) read(512) write(512) read(512) close(0) close(1) ",
	       "1+1 records in\n2+0 records out\n"
	       "1024 bytes (1.0 kB, 1.0 KiB) copied, 0.000100001 s, 10.2 MB/s\n");
	cr_expect_eq(fake.was_written, 1024);
	cr_expect_eq(fake.charged, 424 * 800 + 1024 * 2000);
}

/* Short reads are blocks of their own unless fullblock collects them. */
Test(dd_run, short_reads)
{
	plan(1200);
	fake.read_most = 300;
	cr_expect_eq(run("dd bs=600 count=2 status=noxfer"), 0);
	expect("seek(0,0) read(600) write(300) read(600) write(300) close(0) close(1) ",
	       "dd: warning: partial read (300 bytes); suggest iflag=fullblock\n"
	       "0+2 records in\n0+2 records out\n");
	plan(1200);
	fake.read_most = 300;
	cr_expect_eq(run("dd bs=600 count=2 iflag=fullblock status=noxfer"), 0);
	expect("seek(0,0) read(600) read(300) write(600) read(600) read(300) write(600) close(0) "
	       "close(1) ", "2+0 records in\n2+0 records out\n");
}

Test(dd_run, a_file_that_takes_parts)
{
	plan(512);
	fake.write_most = 200;
	cr_expect_eq(run("dd status=none count=1"), 0);
	expect("seek(0,0) read(512) write(512) write(312) write(112) close(0) close(1) ", "");
	cr_expect_eq(fake.was_written, 512);
}

Test(dd_run, a_file_that_is_full)
{
	plan(4096);
	fake.write_error = -ENOSPC;
	fake.write_room = 1024;
	cr_expect_eq(run("dd of=x bs=4096 count=1"), 1);
	cr_expect_str_eq(fake.messages, "dd: error writing 'x': No space left on device\n"
			 "1+0 records in\n0+0 records out\n"
			 "1024 bytes (1.0 kB, 1.0 KiB) copied, 0.000100001 s, 10.2 MB/s\n");
}

/* Collected blocks have another message, and parts count. */
Test(dd_run, a_file_that_is_full_with_collected_blocks)
{
	plan(4096);
	fake.write_error = -ENOSPC;
	fake.write_room = 700;
	cr_expect_eq(run("dd of=x obs=1024"), 1);
	cr_expect_str_eq(fake.messages, "dd: writing to 'x': No space left on device\n"
			 "2+0 records in\n0+1 records out\n"
			 "700 bytes copied, 0.000100001 s, 7.0 MB/s\n");
}

Test(dd_run, files_that_do_not_open)
{
	plan(1);
	fake.open_in = -ENOENT;
	cr_expect_eq(run("dd if=in of=out"), 1);
	expect("open(in,00) ", "dd: failed to open 'in': No such file or directory\n");
	plan(1);
	fake.open_out = -EACCES;
	cr_expect_eq(run("dd of=out"), 1);
	expect("seek(0,0) open(out,01101) ", "dd: failed to open 'out': Permission denied\n");
}

Test(dd_run, a_read_error)
{
	plan(5000);
	fake.read_error = -EIO;
	fake.read_error_at = 2;
	cr_expect_eq(run("dd if=in count=3"), 1);
	cr_expect_str_eq(fake.messages, "dd: error reading 'in': Input/output error\n"
			 "1+0 records in\n1+0 records out\n"
			 "512 bytes copied, 0.000100001 s, 5.1 MB/s\n");
}

/* Padded to a block of zeros, each with the statistics so far. */
Test(dd_run, read_errors_passed_over)
{
	plan(5000);
	fake.read_error = -EIO;
	fake.read_error_at = 2;
	fake.read_errors = 2;
	fake.padding = true;
	cr_expect_eq(run("dd if=in count=3 conv=noerror,sync status=noxfer"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) read(512) write(512) "
	       "read(512) seek(0,0) seek(0,512) write(512) read(512) seek(0,0) seek(0,512) "
	       "write(512) close(0) close(1) ",
	       "dd: error reading 'in': Input/output error\n1+0 records in\n1+0 records out\n"
	       "dd: error reading 'in': Input/output error\n1+1 records in\n2+0 records out\n"
	       "1+2 records in\n3+0 records out\n");
}

/* Without padding such a block is none: it is not written and does not count; nothing is said. */
Test(dd_run, read_errors_left_out)
{
	plan(5000);
	fake.read_error = -EIO;
	fake.read_error_at = 2;
	fake.read_errors = 2;
	cr_expect_eq(run("dd if=in count=2 conv=noerror status=none"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) read(512) write(512) "
	       "read(512) seek(0,0) seek(0,512) read(512) seek(0,0) seek(0,512) "
	       "read(512) write(512) close(0) close(1) ", "");
	cr_expect_eq(fake.was_read, 1024);
}

Test(dd_run, a_failed_fsync)
{
	plan(512);
	fake.fsync_error = -EINVAL;
	cr_expect_eq(run("dd of=/dev/null conv=fsync count=1 status=none"), 1);
	cr_expect_str_eq(fake.messages, "dd: fsync failed for '/dev/null': Invalid argument\n");
}

/* What cannot sync data alone is asked to sync everything. */
Test(dd_run, fdatasync_falls_back)
{
	plan(0);
	fake.fdatasync_error = -EINVAL;
	cr_expect_eq(run("dd conv=fdatasync status=none"), 0);
	expect("seek(0,0) read(512) fdatasync(1) fsync(1) close(0) close(1) ", "");
	plan(0);
	fake.fdatasync_error = -EIO;
	cr_expect_eq(run("dd conv=fdatasync status=none"), 1);
	cr_expect_str_eq(fake.messages,
			 "dd: fdatasync failed for 'standard output': Input/output error\n");
}

/* As strace shows it: without O_DIRECT, synced, and dropped from the page cache. */
Test(dd_run, a_short_last_block_with_o_direct)
{
	plan(700);
	fake.direct = 040001;
	cr_expect_eq(run("dd if=in of=out bs=512 oflag=direct status=none"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) open(out,041101) dup(3,1) close(3) "
	       "read(512) write(512) read(512) getfl(1) setfl(1,01) seek(1,0) fadvise(1,0,0) "
	       "write(188) read(512) fsync(1) fadvise(1,0,0) close(0) close(1) ", "");
}

/* Reading on after a short read with O_DIRECT is EINVAL, since the offset is not aligned. */
Test(dd_run, the_end_of_a_file_read_with_o_direct)
{
	plan(700);
	fake.read_error = -EINVAL;
	fake.read_error_at = 3;
	cr_expect_eq(run("dd if=in bs=512 iflag=direct status=noxfer"), 0);
	cr_expect_str_eq(fake.messages, "1+1 records in\n1+1 records out\n");
}

Test(dd_run, past_the_end_of_a_regular_file)
{
	plan(600);
	fake.regular = true;
	fake.was_read = 600;
	cr_expect_eq(run("dd if=in bs=100 skip=10 status=noxfer"), 0);
	cr_expect_str_eq(fake.messages, "dd: in: cannot skip to specified offset\n"
			 "0+0 records in\n0+0 records out\n");
}

Test(dd_run, reading_over_what_cannot_be_sought)
{
	plan(500);
	fake.no_seek = true;
	fake.was_written = 300;		/* what is read over is not written */
	cr_expect_eq(run("dd bs=100 skip=2 count=1 seek=1 status=none"), 0);
	expect("seek(0,0) seek(0,200) seek(0,0,end) read(100) read(100) seek(1,100) seek(1,0,end) "
	       "read(100) read(100) write(100) close(0) close(1) ", "");
}

Test(dd_run, places_too_far_away)
{
	plan(512);
	cr_expect_eq(run("dd if=in bs=1M skip=9223372036854775807 status=none"), 1);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) seek(0,0,end) close(0) close(1) ",
	       "dd: in: cannot skip: Value too large for defined data type\n");
	plan(512);
	cr_expect_eq(run("dd of=out seek=9223372036854775807"), 1);
	expect("seek(0,0) ", "dd: offset too large: cannot truncate to a length of "
	       "seek=9223372036854775807 (512-byte) blocks\n");
	plan(512);
	fake.seek_error = -EINVAL;
	cr_expect_eq(run("dd if='a b' skip=1 status=none"), 1);
	cr_expect_str_eq(fake.messages, "dd: 'a b': cannot skip: Invalid argument\n");
}

Test(dd_run, no_memory)
{
	plan(512);
	cr_expect_eq(run("dd bs=1M"), 1);
	cr_expect_str_eq(fake.messages,
			 "dd: memory exhausted by input buffer of size 1048576 bytes (1.0 MiB)\n");
}

/* Without files of its own dd must not close what it was given. */
Test(dd_run, descriptors_that_are_right_already)
{
	plan(0);
	fake.open_in = 0;
	fake.open_out = 1;
	cr_expect_eq(run("dd if=in of=out status=none"), 0);
	expect("open(in,00) seek(0,0) open(out,01101) read(512) close(0) close(1) ", "");
}

/* Looks at the clock at 0.4, 0.8, 1.2, 1.6, 2.0 s before a block; a shorter line is filled up. */
Test(dd_run, progress)
{
	plan(4 * 512);
	fake.ns = fake.ns_step = 400000000;
	cr_expect_eq(run("dd bs=512 status=progress"), 0);
	cr_expect_str_eq(fake.messages,
			 "\r1024 bytes (1.0 kB, 1.0 KiB) copied, 1 s, 0.9 kB/s"
			 "\r2048 bytes (2.0 kB, 2.0 KiB) copied, 2 s, 1.0 kB/s"
			 "\n4+0 records in\n4+0 records out\n"
			 "2048 bytes (2.0 kB, 2.0 KiB) copied, 2.4 s, 0.9 kB/s\n",
			 "\n said: %s", fake.messages);
}

/* Regression: a copy in no time. Expected: GNU's words for it. Buggy: the rate of 1 ns. */
Test(dd_run, no_time_at_all)
{
	plan(512);
	fake.ns = 0;
	cr_expect_eq(run("dd bs=512"), 0);
	cr_expect_str_eq(fake.messages, "1+0 records in\n1+0 records out\n"
			 "512 bytes copied, 0 s, Infinity B/s\n");
}
