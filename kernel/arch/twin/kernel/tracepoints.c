// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tracepoints whose definition the tree builds only together with the tracing machinery, which the
 * lock validator selects.
 */
#include <linux/device.h>
#include <linux/tracepoint.h>

#ifndef CONFIG_TRACING
DEFINE_TRACE(devres_log,
	     TP_PROTO(struct device *dev, const char *op, void *node, const char *name,
		      size_t size),
	     TP_ARGS(dev, op, node, name, size));
#endif
