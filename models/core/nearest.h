/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The known name closest to a mistyped one, for "did you mean". */
#ifndef TW_CORE_NEAREST_H
#define TW_CORE_NEAREST_H

#include <string>
#include <vector>

namespace tw
{

/* Empty when nothing is close (more than about a third of the letters differ). */
std::string nearest(const std::string &name, const std::vector<std::string> &known);

} // namespace tw

#endif
