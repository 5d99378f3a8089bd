/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Where a model says that it was asked for something it does not model (a model fault: the run ends
 * with TW_STOP_MODEL). The first fault wins, because later ones are often its consequence.
 */
#ifndef TW_CORE_FAULT_SINK_H
#define TW_CORE_FAULT_SINK_H

#include <string>

namespace tw
{

class fault_sink
{
      public:
	/* printf-like; one line without a final newline. */
	void report(const char *format, ...) __attribute__((format(printf, 2, 3)));
	void clear();

	bool raised() const
	{
		return raised_;
	}

	const std::string &text() const
	{
		return text_;
	}

      private:
	bool raised_ = false;
	std::string text_;
};

} // namespace tw

#endif
