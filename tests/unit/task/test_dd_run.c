// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What dd asks of the kernel and what it says, next to strace and output of GNU dd 9.1. */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "fake_kernel.h"
#include "task/task.h"

/* Opened as 3 and 4, with that much input, all of it in 100 us. */
static void plan(size_t input)
{
	fake = (struct fake_kernel){ .open_in = 3, .open_out = 3, .input = input, .ns = 100001 };
}

static int run(const char *line)
{
	const struct task_info *dd = task_info_find("dd");
	struct task_argv argv;
	char err[TASK_ERR] = "";
	void *arg;
	int word, status;

	cr_assert_eq(task_argv_parse(&argv, line, err), 0, "%s", err);
	cr_assert_eq(dd->prepare(&argv, &arg, &word, err), 0, "%s", err);
	task_argv_free(&argv);
	status = dd->run(&fake_api, arg);
	dd->release(arg);
	return status;
}

static void expect(const char *calls, const char *messages)
{
	cr_expect_str_eq(fake.calls, calls, "\n calls: %s", fake.calls);
	cr_expect_str_eq(fake.messages, messages, "\n said: %s", fake.messages);
}

Test(dd_run, two_blocks)
{
	plan(5000);
	cr_expect_eq(run("dd if=in of=out bs=512 count=2"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) open(out,01101) dup(3,1) close(3) "
	       "read(512) write(512) read(512) write(512) close(0) close(1) ",
	       "2+0 records in\n2+0 records out\n"
	       "1024 bytes (1.0 kB, 1.0 KiB) copied, 0.000100001 s, 10.2 MB/s\n");
}

Test(dd_run, to_the_end_with_a_part)
{
	plan(1000);
	cr_expect_eq(run("dd if=in of=out"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) open(out,01101) dup(3,1) close(3) "
	       "read(512) write(512) read(512) write(488) read(512) close(0) close(1) ",
	       "1+1 records in\n1+1 records out\n1000 bytes (1.0 kB) copied, 0.000100001 s, "
	       "10.0 MB/s\n");
}

Test(dd_run, seek_skip_and_fsync)
{
	plan(500);
	cr_expect_eq(run("dd if=in of=out bs=100 count=2 seek=3 skip=1 conv=fsync"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) open(out,0102) dup(3,1) close(3) "
	       "truncate(1,300) seek(0,100) seek(1,300) read(100) write(100) read(100) write(100) "
	       "fsync(1) close(0) close(1) ",
	       "2+0 records in\n2+0 records out\n200 bytes copied, 0.000100001 s, 2.0 MB/s\n");
}

Test(dd_run, no_truncation_and_no_creation)
{
	plan(1);
	cr_expect_eq(run("dd if=in of=out count=0 seek=3 conv=notrunc,nocreat status=noxfer"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) open(out,02) dup(3,1) close(3) "
	       "seek(1,1536) close(0) close(1) ", "0+0 records in\n0+0 records out\n");
}

Test(dd_run, a_count_of_bytes)
{
	plan(5000);
	cr_expect_eq(run("dd count=1000B skip=10B"), 0);
	expect("seek(0,0) seek(0,10) read(512) write(512) read(488) write(488) close(0) close(1) ",
	       "1+1 records in\n1+1 records out\n1000 bytes (1.0 kB) copied, 0.000100001 s, "
	       "10.0 MB/s\n");
}

Test(dd_run, padded_with_zeros)
{
	plan(600);
	cr_expect_eq(run("dd conv=sync"), 0);
	expect("seek(0,0) read(512) write(512) read(512) write(512) read(512) close(0) close(1) ",
	       "1+1 records in\n2+0 records out\n"
	       "1024 bytes (1.0 kB, 1.0 KiB) copied, 0.000100001 s, 10.2 MB/s\n");
	cr_expect_eq(fake.was_written, 1024);
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
	fake.write_error = -EFBIG;
	fake.write_room = 1024;
	cr_expect_eq(run("dd of=x bs=4096 count=1"), 1);
	cr_expect_str_eq(fake.messages, "dd: error writing 'x': File too large\n"
			 "1+0 records in\n0+0 records out\n"
			 "1024 bytes (1.0 kB, 1.0 KiB) copied, 0.000100001 s, 10.2 MB/s\n");
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

/* Without padding such a block is none: it is not written and does not count. */
Test(dd_run, read_errors_left_out)
{
	plan(5000);
	fake.read_error = -EIO;
	fake.read_error_at = 2;
	fake.read_errors = 2;
	cr_expect_eq(run("dd if=in count=2 conv=noerror status=none"), 0);
	expect("open(in,00) dup(3,0) close(3) seek(0,0) read(512) write(512) "
	       "read(512) seek(0,0) seek(0,512) read(512) seek(0,0) seek(0,512) "
	       "read(512) write(512) close(0) close(1) ",
	       "dd: error reading 'in': Input/output error\n"
	       "dd: error reading 'in': Input/output error\n");
	cr_expect_eq(fake.was_read, 1024);
}

Test(dd_run, a_failed_fsync)
{
	plan(512);
	fake.fsync_error = -EINVAL;
	cr_expect_eq(run("dd of=/dev/null conv=fsync count=1 status=none"), 1);
	cr_expect_str_eq(fake.messages, "dd: fsync failed for '/dev/null': Invalid argument\n");
}

Test(dd_run, places_too_far_away)
{
	plan(512);
	cr_expect_eq(run("dd if=in bs=1M skip=9223372036854775807 status=none"), 1);
	cr_expect_str_eq(fake.messages,
			 "dd: in: cannot skip: Value too large for defined data type\n");
}

Test(dd_run, no_memory)
{
	plan(512);
	cr_expect_eq(run("dd bs=1M"), 1);
	cr_expect_str_eq(fake.messages,
			 "dd: memory exhausted by input buffer of size 1048576 bytes\n");
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
