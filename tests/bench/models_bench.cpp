// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Register-bound loop through the whole pump: image, bus, target model. Prints accesses per second
 * of process CPU time; says nothing about a limit, because that depends on the machine.
 */
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "facade.h"

static constexpr uint64_t accesses = 5000000;
static constexpr uint64_t spi = 0xf8008000;
static twin_cpu cpu;
static uint64_t done;
static bool words;

/* Without `words` it polls SR; with them each round is a word by programmed I/O. */
static enum twin_exit run(uint32_t)
{
	static const struct {
		uint64_t offset, data;
		uint32_t write;
	} setup[] = {{0x04, 0xe0011, 1}, {0x30, 0x302, 1}, {0x00, 1, 1}},
	  word[] = {{0x0c, 0x9f, 1}, {0x14, 0x9, 1}, {0x1c, 0, 0},
		    {0x10, 0, 0},    {0x08, 0, 0},   {0x18, 0x1, 1}};
	const auto &s = done < 3 ? setup[done] : words ? word[done % 6] : word[3];

	if (done++ == accesses)
		return TWIN_EXIT_HALT;
	cpu.mmio.addr = spi + s.offset;
	cpu.mmio.data = s.data;
	cpu.mmio.write = s.write;
	cpu.mmio.size = 4;
	return TWIN_EXIT_MMIO;
}

static void drain(void *ctx)
{
	static_cast<twin_ring *>(ctx)->used = 0;
}

int main(int argc, char **)
{
	static twin_event records[4096];
	static uint64_t costs[TWIN_COST_NR];
	static twin_ring ring;
	twin_image image = {};
	tw_board_config config = {};
	tw_bus_device device = {};
	char err[TW_ERR_SIZE];
	struct timespec begin, end;
	tw_result result;
	double ns;

	words = argc > 1;
	for (uint64_t &c : costs)
		c = 100000;
	ring.events = records;
	ring.size = 4096;
	ring.mask = ~TWIN_CLASS_MMIO;
	cpu.timer = TWIN_TIME_NEVER;
	image.run = run;
	config.image = &image;
	config.cpus = &cpu;
	config.nr_cpus = 1;
	config.ring = &ring;
	config.costs = costs;
	config.drain = drain;
	config.ctx = &ring;
	device.name = "spi1";
	device.compatible = "atmel,at91rm9200-spi";
	device.base = spi;
	device.size = 0x4000;
	device.irq = 25;
	device.clock_hz = 132000000;

	tw_board *board = tw_board_new(&config, err);

	if (!board || tw_board_add(board, &device, err)) {
		fprintf(stderr, "error: %s\n", err);
		return 2;
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	result = tw_board_run(board);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	if (result.why != TW_STOP_HALT) {
		fprintf(stderr, "error: stop %d: %s\n", result.why, result.text);
		return 1;
	}
	ns = (end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec);
	printf("%s: %.2f M register accesses/s, %.0f ns each\n", words ? "words by PIO" : "poll SR",
	       accesses / ns * 1e3, ns / accesses);
	return tw_board_free(board, err) ? 1 : 0;
}
