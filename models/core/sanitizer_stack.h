/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * AddressSanitizer must know the bounds of the stack it runs on. SystemC tells it those of each
 * SC_THREAD, but leaves it with wrong ones when control returns to main(): an exception or exit()
 * would then be reported as an error. Put them right after each sc_start(). No-op without ASan.
 */
#ifndef TW_CORE_SANITIZER_STACK_H
#define TW_CORE_SANITIZER_STACK_H

#ifdef __SANITIZE_ADDRESS__
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace tw
{

inline void restore_sanitizer_stack()
{
#ifdef __SANITIZE_ADDRESS__
	pthread_attr_t attributes;
	void *bottom;
	size_t size;

	if (pthread_getattr_np(pthread_self(), &attributes))
		return;
	if (!pthread_attr_getstack(&attributes, &bottom, &size)) {
		__sanitizer_start_switch_fiber(nullptr, bottom, size);
		__sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
	}
	pthread_attr_destroy(&attributes);
#endif
}

} // namespace tw

#endif
