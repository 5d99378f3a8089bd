/* SPDX-License-Identifier: GPL-2.0-only */
/* Force-included first: symbols are direct (rip-relative), as in a kernel linked at one address. */
#pragma GCC visibility push(hidden)
