// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cpu/quiet_events.h"

#include <algorithm>

namespace tw
{

quiet_events::quiet_events(calendar &visible)
    : visible_(visible), proxy_(run_member<quiet_events, &quiet_events::due>, this)
{
}

void quiet_events::join(const quiet_member &member)
{
	members_.push_back(&member);
}

void quiet_events::run(uint64_t now)
{
	running_ = true;
	events_.run_until(now);
	running_ = false;
}

void quiet_events::due(uint64_t now)
{
	catch_up(now);
	arm();
}

void quiet_events::arm()
{
	uint64_t next = events_.next(), seen = TWIN_TIME_NEVER;

	if (running_)
		return;
	if (next == TWIN_TIME_NEVER) {
		visible_.cancel(proxy_);
		return;
	}
	for (const quiet_member *m : members_)
		seen = std::min(seen, m->seen_from());
	/* Not before the next event, not later than the stream's order allows. */
	seen = std::max(next, std::min(seen, next + lag));
	if (!proxy_.pending() || proxy_.time() != seen)
		visible_.schedule(proxy_, seen);
}

} // namespace tw
