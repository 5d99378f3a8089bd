// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The C door: every exception stops here and becomes -1 and one line. */
#include "facade.h"

#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include "core/board.h"
#include "core/registry.h"

/* A line that rises once, at an instant its creator chose; the kernel lowers it. */
struct tw_raised_line {
	tw_raised_line(tw::interrupt_lines &lines, int line)
	    : lines(lines), line(line),
	      event(tw::run_member<tw_raised_line, &tw_raised_line::rise>, this)
	{
	}

	void rise(uint64_t time)
	{
		lines.pulse(line, time);
	}

	tw::interrupt_lines &lines;
	int line;
	tw::timed_event event;
};

struct tw_board {
	explicit tw_board(const tw_board_config &config) : board(config) {}

	std::vector<std::unique_ptr<tw_raised_line>> raised; /* outlived by the board's calendar */
	tw::board board;
};

tw::board &tw::board_of(tw_board *handle)
{
	return handle->board;
}

/* libsystemc wants one; the program's own main() is the one that runs. */
extern "C" int sc_main(int, char **)
{
	return 0;
}

static int failed(char *err, const std::exception &e)
{
	if (err)
		snprintf(err, TW_ERR_SIZE, "%s", e.what());
	return -1;
}

template <class action> static int guarded(char *err, action act)
{
	try {
		act();
		return 0;
	} catch (const std::exception &e) {
		return failed(err, e);
	}
}

const struct tw_model_info *tw_model_at(size_t i)
{
	const tw::model *m = tw::model_at(i);

	return m ? &m->info : nullptr;
}

const struct tw_model_info *tw_model_find(const char *compatible)
{
	const tw::model *m = tw::find_model(compatible);

	return m ? &m->info : nullptr;
}

struct tw_board *tw_board_new(const struct tw_board_config *config, char *err)
{
	struct tw_board *made = nullptr;

	guarded(err, [&] { made = new tw_board(*config); });
	return made;
}

int tw_board_add(struct tw_board *board, const struct tw_bus_device *dev, char *err)
{
	return guarded(err, [&] { board->board.add(*dev); });
}

int tw_board_add_spi(struct tw_board *board, const struct tw_spi_device *dev, char *err)
{
	return guarded(err, [&] { board->board.add_spi(*dev); });
}

int tw_board_raise(struct tw_board *board, int line, uint64_t at, char *err)
{
	return guarded(err, [&] {
		auto raised = std::make_unique<tw_raised_line>(board->board.lines(), line);

		board->board.events().schedule(raised->event, at);
		board->raised.push_back(std::move(raised));
	});
}

int tw_board_wire_cs(struct tw_board *board, const char *bank, unsigned int pin,
		     const char *controller, int cs, int active_low, char *err)
{
	return guarded(err,
		       [&] { board->board.wire_cs(bank, pin, controller, cs, active_low != 0); });
}

int tw_board_wire_dma(struct tw_board *board, const char *controller, unsigned int interface,
		      const char *peripheral, const char *line, char *err)
{
	return guarded(err,
		       [&] { board->board.wire_dma(controller, interface, peripheral, line); });
}

void tw_board_dma(struct tw_board *board, enum twin_dma_op op, uint64_t phys, uint64_t len,
		  int flags)
{
	board->board.dma(op, phys, len, static_cast<uint64_t>(flags));
}

void tw_board_watch(struct tw_board *board, int on)
{
	board->board.watch().turn(on != 0);
}

enum tw_touch tw_board_touched(struct tw_board *board, const void *addr, int write, int steps,
			       char *text)
{
	tw::stale_watch &watch = board->board.watch();

	switch (watch.touched(addr, write != 0, steps != 0)) {
	case tw::stale_watch::touch::not_guarded:
		break;
	case tw::stale_watch::touch::harmless:
		return TW_TOUCH_HARMLESS;
	case tw::stale_watch::touch::stale:
		snprintf(text, TW_ERR_SIZE, "%s", watch.found().c_str());
		return TW_TOUCH_STALE;
	}
	return TW_TOUCH_NOT_OURS;
}

void tw_board_stepped(struct tw_board *board)
{
	board->board.watch().stepped();
}

const char *tw_board_model_at(struct tw_board *board, uint64_t phys, uint64_t len)
{
	return board->board.model_at(phys, len);
}

struct tw_result tw_board_run(struct tw_board *board)
{
	struct tw_result result = {};

	result.why = TW_STOP_MODEL;
	guarded(result.text, [&] { result = board->board.run(); });
	return result;
}

void tw_board_lines(struct tw_board *board, struct twin_lines *lines)
{
	*lines = board->board.shared_lines();
}

void tw_board_nudge(struct tw_board *board)
{
	board->board.nudge();
}

int tw_board_free(struct tw_board *board, char *err)
{
	char text[TW_ERR_SIZE] = "";
	int result = 0;

	if (!board)
		return 0;
	if (err && guarded(text, [&] { result = board->board.finish(text); }))
		result = -1;
	delete board;
	if (result)
		snprintf(err, TW_ERR_SIZE, "%s", text);
	return result;
}

int tw_board_access(struct tw_board *board, uint64_t now, struct twin_mmio *mmio, uint64_t *after,
		    char *err)
{
	return guarded(err, [&] {
		uint64_t done = board->board.access(now, *mmio);

		if (after)
			*after = done;
	});
}

int tw_board_sysreg(struct tw_board *board, uint64_t at, uint32_t cpu, uint32_t encoding,
		    uint64_t *value, int write, char *err)
{
	return guarded(err, [&] { board->board.sysreg(at, cpu, encoding, *value, write != 0); });
}

void tw_board_advance(struct tw_board *board, uint64_t until)
{
	guarded(nullptr, [&] { board->board.advance(until); });
}
