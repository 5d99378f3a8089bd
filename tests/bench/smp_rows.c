// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* 64 CPUs: how long they take to come up, what a block costs on all of them, what spinning costs. */
#include "smp_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sample.h"

#define IMAGE SPITWIN_SOURCE "/build/images/linux-6.1-test-n1x64/image.so"
#define HEAD "spitwin: 1\nboard: n1x64\nkernel: {image: linux-6.1-test}\ntasks:\n"

static char path[] = "/tmp/spitwin-bench-XXXXXX.yaml";

static FILE *begin(void)
{
	FILE *f = fopen(path, "w");

	if (!f)
		give_up("cannot write a scenario");
	fputs(HEAD, f);
	return f;
}

static void take_file(struct sample *s, FILE *f)
{
	char *const argv[] = {SPITWIN_PROGRAM, "run", path, "--json", "-v", "--intervals=never",
			      NULL};

	fclose(f);
	take_all(s, argv);
}

/* Each CPU reads /proc/stat `times` 16 times: long stretches of kernel code, few system calls. */
static void read_on_all(struct sample *s, int times)
{
	FILE *f = begin();

	for (int cpu = 0; cpu < 64; cpu++) {
		fprintf(f, "  - {run: cat");
		for (int i = 0; i < times; i++)
			fprintf(f, " /proc/stat");
		fprintf(f, " %s, cpu: %d, name: t%d}\n", times ? "" : "/dev/null", cpu, cpu);
	}
	take_file(s, f);
}

static void spin(struct sample *s, int cpus, int ms)
{
	FILE *f = begin();

	fprintf(f, "  - {run: lockbench --op=spinlock --cpus=%d --duration=%dms --inside=1us}\n",
		cpus, ms);
	take_file(s, f);
}

/* Host time of 100 ms more of one CPU in the lock and the others in front of it. */
static void row_spin(const char *what, int cpus, const char *target)
{
	static struct sample shorter, longer;

	spin(&shorter, cpus, 10);
	spin(&longer, cpus, 110);
	row(what, least(longer.cpu) - least(shorter.cpu), median(longer.cpu) - median(shorter.cpu),
	    "ms", target);
}

void smp_rows(void)
{
	static struct sample none, work;
	int fd;

	if (access(IMAGE, R_OK)) {
		printf("64 CPUs: kernel/build-image linux-6.1-test --board n1x64 is needed\n");
		return;
	}
	fd = mkstemps(path, 5);
	if (fd < 0)
		give_up("cannot make a file in /tmp");
	close(fd);
	read_on_all(&none, 0);
	read_on_all(&work, 16);
	row("64 CPUs: start of the program until /init runs", least(none.mark), median(none.mark),
	    "ms", "< 150");
	row_each("64 CPUs: per block, reading /proc/stat on all", &work, &none,
		 work.blocks - none.blocks, "< 7");
	row_spin("100 ms of a spin lock that 4 CPUs want", 4, "");
	row_spin("100 ms of a spin lock that 64 CPUs want", 64, "as 4");
	unlink(path);
}
