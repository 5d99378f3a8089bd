/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The models' facade without models: knows three of them and keeps a text of what is asked. */
#ifndef TEST_FAKE_MODELS_H
#define TEST_FAKE_MODELS_H

struct fake_models {
	char calls[2048];	/* "add(...) spi(...) wire(...)", one per line */
	const char *refuse;	/* name of a device that is refused */
};

extern struct fake_models fake;

#endif
