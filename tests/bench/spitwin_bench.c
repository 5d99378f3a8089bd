// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * How fast and how large the simulator is, as a user meets it: whole runs of the program, several
 * of each, and differences between them. Prints a table of minimum and median against the project's
 * targets; never fails because of a figure, since that depends on the machine and on who else uses
 * it. `spitwin_bench [RUNS]`
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "child.h"
#include "sample.h"
#include "smp_rows.h"

#define SCENARIO SPITWIN_SOURCE "/scenarios/sama5d36ek-dd-512.yaml"
#define DMA_SCENARIO SPITWIN_SOURCE "/scenarios/sama5d36ek-dd-1000x1024.yaml"
#define IMAGE SPITWIN_SOURCE "/build/images/linux-6.1-sama5d36ek"

/* The scenario with another command line, perhaps with the image that has test drivers. */
static void take(struct sample *s, const char *command, const char *image)
{
	char task[256], kernel[64];
	char *const argv[] = {SPITWIN_PROGRAM, "run", SCENARIO, "--json", "-v", "--intervals=never",
			      "--set",	       task,  "--set",	kernel,	  NULL};

	snprintf(task, sizeof(task), "tasks.0.run=%s", command);
	snprintf(kernel, sizeof(kernel), "kernel.image=%s", image);
	take_all(s, argv);
}

static void print_cpu(void)
{
	char line[256];
	FILE *f = fopen("/proc/cpuinfo", "r");
	int cpus = 0;
	char model[256] = "unknown";

	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, "model name", 10) && strchr(line, ':') && ++cpus)
			snprintf(model, sizeof(model), "%s", strchr(line, ':') + 2);
	if (f)
		fclose(f);
	model[strcspn(model, "\n")] = '\0';
	f = fopen("/proc/loadavg", "r");
	if (!f || !fgets(line, sizeof(line), f))
		line[0] = '\0';
	if (f)
		fclose(f);
	printf("%s, %d CPUs; load %.4s when this began; %d runs of each\n", model, cpus, line,
	       runs);
}

static void row_size(const char *what, const char *path, const char *target)
{
	struct stat st;

	if (!stat(path, &st))
		row(what, st.st_size / 1e6, st.st_size / 1e6, "MB", target);
}

/* The newest of the files that the two steps of a kernel build leave: when it began and ended. */
static void row_kernel_build(void)
{
	const char *cache = getenv("SPITWIN_CACHE"), *home = getenv("HOME");
	struct stat begin, end;
	char dir[2048], path[2100], line[512], what[80];
	int steps = 0;
	FILE *f;

	snprintf(dir, sizeof(dir), "%s%s/work/linux-6.1-sama5d36ek",
		 cache	? cache
		 : home ? home
			: "",
		 cache ? "" : "/.cache/spitwin");
	snprintf(path, sizeof(path), "%s/config.log", dir);
	if (stat(path, &begin))
		return;
	snprintf(path, sizeof(path), "%s/build.log", dir);
	f = fopen(path, "r");
	if (!f)
		return;
	while (fgets(line, sizeof(line), f))
		steps += !strncmp(line, "  CC ", 5) || !strncmp(line, "  AS ", 5);
	if (!fstat(fileno(f), &end) && end.st_mtime >= begin.st_mtime) {
		snprintf(what, sizeof(what), "last kernel build, %d files compiled", steps);
		row(what, end.st_mtime - begin.st_mtime, end.st_mtime - begin.st_mtime, "s", "");
	}
	fclose(f);
}

static void launcher_row(const char *what, const char *intervals, const char *target)
{
	char *const argv[] = {SPITWIN_SOURCE "/spitwin", "run", SCENARIO, (char *)intervals, NULL};
	double wall[MAX_RUNS];
	struct child c;

	for (int i = 0; i < runs; i++) {
		if (child_run(&c, argv, NULL) || c.status)
			give_up("./spitwin run failed");
		wall[i] = c.wall_ms;
		free(c.out);
	}
	row(what, least(wall), median(wall), "ms", target);
}

/* Simulated time from reset to the end over the host's, program start included. */
static void dma_rows(void)
{
	char *const argv[] = {SPITWIN_PROGRAM,	   "run", DMA_SCENARIO, "--json", "-v",
			      "--intervals=never", NULL};
	static struct sample s;
	double best, middle;

	take_all(&s, argv);
	best = s.simulated_ms / least(s.wall);
	middle = s.simulated_ms / median(s.wall);
	row("1000 reads of 1024 bytes by DMA, wall clock", least(s.wall), median(s.wall), "ms", "");
	row("times faster than the simulated time of that", best, middle, "", "> 2, aim 5");
}

static void rows(void)
{
	static struct sample none, calls, flash, still, polled;

	take(&none, "dd if=/dev/mtd0 of=/dev/null bs=512 count=0", "linux-6.1");
	take(&calls, "dd if=/dev/zero of=/dev/null bs=1 count=500000", "linux-6.1");
	take(&flash, "dd if=/dev/mtd0 of=/dev/null bs=65536 count=4", "linux-6.1");
	take(&still, "dd if=/dev/twin/mmio of=/dev/null bs=4M count=0", "linux-6.1-test");
	take(&polled, "dd if=/dev/twin/mmio of=/dev/null bs=4M count=1", "linux-6.1-test");

	row("start of the program until /init runs", least(none.mark), median(none.mark), "ms",
	    "< 100");
	row("whole run without work, wall clock", least(none.wall), median(none.wall), "ms", "");
	row("per block, program start and boot", least(none.cpu) * 1e6 / none.blocks,
	    median(none.cpu) * 1e6 / none.blocks, "ns", "< 7");
	row_each("per block, 1000000 short system calls", &calls, &none, calls.blocks - none.blocks,
		 "< 7");
	row_each("per block, reading 256 KiB from the flash by PIO", &flash, &none,
		 flash.blocks - none.blocks, "");
	row_each("per register access there, all in", &flash, &none, flash.accesses - none.accesses,
		 "");
	row_rate("register accesses there, all in", &flash, &none, flash.accesses - none.accesses,
		 "");
	row_rate("register accesses in a loop of a driver, all in", &polled, &still,
		 polled.accesses - still.accesses, "> 5");
	dma_rows();
	row("peak resident memory", flash.peak_kib / 1024.0, flash.peak_kib / 1024.0, "MiB",
	    "< 150");
}

int main(int argc, char **argv)
{
	if (argc > 1)
		runs = atoi(argv[1]);
	if (runs < 1 || runs > MAX_RUNS)
		give_up("RUNS is 1 to 32");
	setenv("SPITWIN_ROOT", SPITWIN_SOURCE, 1);
	print_cpu();
	printf("%-52s %9s %9s  %-8s %s\n", "", "minimum", "median", "unit", "target");
	rows();
	smp_rows();
	launcher_row("second call of ./spitwin run --intervals=never", "--intervals=never",
		     "< 1000");
	launcher_row("the same with intervals of all figures", "--intervals=auto", "");
	row_kernel_build();
	row_size("kernel image, stripped", IMAGE "/image.so", "");
	row_size("kernel image with line numbers", IMAGE "/vmlinux", "");
	row_size("block table", IMAGE "/blocks.tab", "");
	return 0;
}
