// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "core/fault_sink.h"

#include <cstdarg>
#include <cstdio>

#include "facade.h"

namespace tw
{

void fault_sink::report(const char *format, ...)
{
	char line[TW_ERR_SIZE];
	va_list args;

	if (raised_)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	text_ = line;
	raised_ = true;
}

void fault_sink::clear()
{
	raised_ = false;
	text_.clear();
}

} // namespace tw
