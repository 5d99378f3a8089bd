/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A twin_image for tests: instead of a kernel, a list of steps per CPU. It keeps the rules that the
 * pump expects of a kernel: it leaves at a block boundary when the limit is reached, lowers the
 * limit when it arms the timer, sets the next deadline before it clears the timer's line.
 */
#ifndef TESTS_MODELS_FAKE_KERNEL_H
#define TESTS_MODELS_FAKE_KERNEL_H

#include <cstdio>
#include <deque>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "rig.h"

struct step {
	enum what { READ, WRITE, COMPUTE, IDLE, TIMER, CALL, HALT, PANIC, FAULT } what;
	uint64_t a = 0; /* address; block length in ps; deadline; call number */
	uint64_t b = 0; /* value; number of blocks */
};

class fake_kernel
{
      public:
	struct context {
		std::deque<step> steps;
		bool in_interrupt = false;
		size_t handler_steps = 0;
	};

	static constexpr unsigned int max_cpus = 4;
	twin_cpu *cpus;
	context contexts[max_cpus];
	std::deque<step> spi_handler; /* runs when the SPI's line is high */
	std::string log;
	uint64_t runs = 0;
	twin_image image = {};

	explicit fake_kernel(twin_cpu *cpus) : cpus(cpus)
	{
		current() = this;
		image.run = [](uint32_t cpu) { return current()->run(cpu); };
	}

	void note(const char *what, const twin_cpu &cpu, uint64_t value)
	{
		char line[96];

		snprintf(line, sizeof(line), "%u %s %" PRIu64 " %" PRIx64 "\n", cpu.id, what,
			 cpu.now, value);
		log += line;
	}

      private:
	static fake_kernel *&current()
	{
		static fake_kernel *kernel;

		return kernel;
	}

	static bool line(const twin_cpu &cpu, int n)
	{
		return cpu.irq[n / 64] >> (n % 64) & 1;
	}

	void take_interrupts(twin_cpu &cpu, context &c)
	{
		if (line(cpu, TIMER_LINE)) {
			note("timer", cpu, cpu.timer);
			cpu.timer = TWIN_TIME_NEVER;
			cpu.irq[0] &= ~(1ULL << TIMER_LINE);
		}
		if (line(cpu, SPI_IRQ) && !c.handler_steps && !spi_handler.empty()) {
			note("spi", cpu, 0);
			c.handler_steps = spi_handler.size();
			c.steps.insert(c.steps.begin(), spi_handler.begin(), spi_handler.end());
		}
	}

	twin_exit mmio(twin_cpu &cpu, const step &s)
	{
		cpu.mmio.addr = s.a;
		cpu.mmio.data = s.b;
		cpu.mmio.size = 4;
		cpu.mmio.write = s.what == step::WRITE;
		return TWIN_EXIT_MMIO;
	}

	/* One block; true when it is time to leave. */
	bool block(twin_cpu &cpu, context &c)
	{
		step &s = c.steps.front();

		cpu.now += s.a;
		cpu.blocks++;
		if (!--s.b)
			finished(c);
		return cpu.now >= cpu.limit;
	}

	void finished(context &c)
	{
		c.steps.pop_front();
		if (c.handler_steps)
			c.handler_steps--;
	}

	twin_exit run(uint32_t id)
	{
		twin_cpu &cpu = cpus[id];
		context &c = contexts[id];

		runs++;
		if (read_pending_[id]) {
			note("read", cpu, cpu.mmio.data);
			read_pending_[id] = false;
		}
		for (;;) {
			if (cpu.now >= cpu.limit && !fresh_[id]) {
				fresh_[id] = true;
				return TWIN_EXIT_LIMIT;
			}
			fresh_[id] = false;
			take_interrupts(cpu, c);

			step s = c.steps.front();

			switch (s.what) {
			case step::COMPUTE:
				if (block(cpu, c)) {
					fresh_[id] = true;
					return TWIN_EXIT_LIMIT;
				}
				continue;
			case step::TIMER:
				cpu.timer = s.a;
				if (cpu.limit > s.a)
					cpu.limit = s.a;
				finished(c);
				continue;
			case step::IDLE:
				/* b: wake-ups to wait for; each return is one. */
				if (!idle_[id]) {
					idle_[id] = true;
					return TWIN_EXIT_IDLE;
				}
				idle_[id] = false;
				note("woken", cpu, 0);
				finished(c);
				continue;
			case step::READ:
			case step::WRITE:
				read_pending_[id] = s.what == step::READ;
				finished(c);
				fresh_[id] = true;
				return mmio(cpu, s);
			case step::CALL:
				finished(c);
				fresh_[id] = true;
				cpu.call.nr = s.a;
				return TWIN_EXIT_CALL;
			case step::HALT:
				return TWIN_EXIT_HALT;
			case step::PANIC:
				return TWIN_EXIT_PANIC;
			case step::FAULT:
				return TWIN_EXIT_FAULT;
			}
		}
	}

	bool read_pending_[max_cpus] = {};
	bool idle_[max_cpus] = {};
	bool fresh_[max_cpus] = {true, true, true, true};
};

/* What `body` returns when it runs in a process of its own: there is one board per process. */
static inline std::string in_child(std::string (*body)(int), int argument)
{
	std::string text;
	char buffer[4096];
	int fds[2], status;
	ssize_t n;
	pid_t pid;

	cr_assert_eq(pipe(fds), 0);
	pid = fork();
	if (!pid) {
		text = body(argument);
		for (size_t at = 0; at < text.size();) {
			n = write(fds[1], text.data() + at, text.size() - at);
			if (n <= 0)
				_exit(1);
			at += static_cast<size_t>(n);
		}
		_exit(0);
	}
	close(fds[1]);
	while ((n = read(fds[0], buffer, sizeof(buffer))) > 0)
		text.append(buffer, static_cast<size_t>(n));
	close(fds[0]);
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert_eq(status, 0);
	return text;
}

#endif
