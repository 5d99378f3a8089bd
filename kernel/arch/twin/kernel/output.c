// SPDX-License-Identifier: GPL-2.0-only
/*
 * stdin, stdout and stderr of a workload task: reading gives end of file, writing goes to the host,
 * which keeps it verbatim per task. Costs the copy; no terminal is modelled.
 */
#include <linux/anon_inodes.h>
#include <linux/fdtable.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <asm/twin.h>
#include "private.h"

struct twin_output {
	u64 tag;
	int fd;
};

static ssize_t twin_output_read(struct file *f, char __user *buf, size_t n, loff_t *pos)
{
	return 0;
}

static ssize_t twin_output_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	const struct twin_output *out = f->private_data;
	char chunk[256];
	size_t done = 0;

	while (done < n) {
		size_t part = min(n - done, sizeof(chunk));

		if (copy_from_user(chunk, buf + done, part))
			return done ?: -EFAULT;
		twin_call(TWIN_CALL_OUTPUT, out->tag, out->fd, (u64)chunk, part);
		done += part;
	}
	return done;
}

static int twin_output_release(struct inode *inode, struct file *f)
{
	kfree(f->private_data);
	return 0;
}

static const struct file_operations twin_output_fops = {
	.read = twin_output_read,
	.write = twin_output_write,
	.release = twin_output_release,
};

/* Replaces whatever the parent had as descriptors 0, 1 and 2. */
int twin_output_open(u64 tag)
{
	int want, fd;

	for (want = 0; want < 3; want++) {
		struct twin_output *out = kmalloc(sizeof(*out), GFP_KERNEL);

		if (!out)
			return -ENOMEM;
		close_fd(want);
		out->tag = tag;
		out->fd = want;
		fd = anon_inode_getfd("[twin-output]", &twin_output_fops, out, O_RDWR);
		if (fd != want)
			return fd < 0 ? fd : -EMFILE;
	}
	return 0;
}
