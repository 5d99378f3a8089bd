// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "observe/match.h"

static enum verdict match_op(const struct pattern *p, const struct wire *wire, bool over)
{
	if (p->op < 0)
		return VERDICT_YES;
	if (wire->op < 0)
		return over ? VERDICT_NO : VERDICT_OPEN;
	return wire->op == p->op ? VERDICT_YES : VERDICT_NO;
}

static enum verdict match_bytes(const struct pattern *p, const struct wire *wire, bool over)
{
	switch (p->bytes) {
	case PATTERN_BYTES_OR_MORE:
		if (wire->bytes >= p->nr_bytes)
			return VERDICT_YES;
		return over ? VERDICT_NO : VERDICT_OPEN;
	case PATTERN_BYTES:
		if (wire->bytes > p->nr_bytes)
			return VERDICT_NO;
		if (!over)
			return VERDICT_OPEN;
		return wire->bytes == p->nr_bytes ? VERDICT_YES : VERDICT_NO;
	default:
		return VERDICT_YES;
	}
}

static bool fits_occasion(const struct pattern *p, enum occasion occasion)
{
	if (p->kind == PATTERN_SCK)
		return occasion == (p->verb == PATTERN_FIRST ? OCCASION_FIRST : OCCASION_LAST);
	if (p->kind != PATTERN_CS)
		return false;
	if (occasion == OCCASION_FALL)
		return p->verb != PATTERN_RISE;
	return occasion == OCCASION_RISE && p->verb != PATTERN_FALL;
}

static bool fits_line(const struct pattern *p, uint64_t key)
{
	return p->controller == (int)(key >> 8 & 0xff) && (p->cs < 0 || p->cs == (int)(key & 0xff));
}

enum verdict match_wire(const struct pattern *p, enum occasion occasion, const struct wire *wire,
			bool over)
{
	enum verdict op, bytes;

	if (!fits_occasion(p, occasion) || !fits_line(p, wire->key))
		return VERDICT_NO;
	op = match_op(p, wire, over);
	bytes = match_bytes(p, wire, over);
	if (op == VERDICT_NO || bytes == VERDICT_NO)
		return VERDICT_NO;
	if (op == VERDICT_OPEN || bytes == VERDICT_OPEN)
		return VERDICT_OPEN;
	return occasion == OCCASION_LAST && !over ? VERDICT_OPEN : VERDICT_YES;
}

static bool named(const struct pattern *p, uint64_t value)
{
	for (size_t i = 0; i < p->nr_values; i++)
		if (p->values[i] == value)
			return true;
	return false;
}

static bool match_message(const struct pattern *p, const struct twin_event *ev)
{
	unsigned int type = p->verb == PATTERN_SUBMIT  ? TWIN_EV_SPI_MSG_SUBMIT
			    : p->verb == PATTERN_START ? TWIN_EV_SPI_MSG_START
						       : TWIN_EV_SPI_MSG_DONE;

	return ev->type == type && fits_line(p, ev->b);
}

static bool match_transfer(const struct pattern *p, const struct twin_event *ev)
{
	unsigned int type =
		p->verb == PATTERN_START ? TWIN_EV_SPI_XFER_START : TWIN_EV_SPI_XFER_STOP;

	return ev->type == type && fits_line(p, ev->b);
}

bool match_event(const struct pattern *p, const struct twin_event *ev)
{
	switch (p->kind) {
	case PATTERN_IRQ:
		return ev->type == TWIN_EV_IRQ_LINE && !ev->b == (p->verb == PATTERN_FALL) &&
		       named(p, ev->a);
	case PATTERN_TASK:
		return ev->type == TWIN_EV_WINDOW && !ev->a == (p->verb == PATTERN_END) &&
		       named(p, ev->b);
	case PATTERN_MESSAGE:
		return match_message(p, ev);
	case PATTERN_TRANSFER:
		return match_transfer(p, ev);
	case PATTERN_FUNCTION:
		return ev->type == TWIN_EV_FUNC && named(p, ev->a);
	case PATTERN_MMIO:
		return ev->type ==
			       (p->verb == PATTERN_READ ? TWIN_EV_MMIO_READ : TWIN_EV_MMIO_WRITE) &&
		       named(p, ev->a);
	default:
		return false;
	}
}
