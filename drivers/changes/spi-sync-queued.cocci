// SPDX-License-Identifier: GPL-2.0-only
// files: drivers/spi/spi.c
//
// spi_sync() always queues its message and waits for the pump thread, as before Linux 4.0; since then
// a caller that finds the queue empty transfers the message itself.

@direct@
expression ctlr;
statement S;
@@
- if (READ_ONCE(ctlr->queue_empty) && !ctlr->must_async)
+ if (0)
  S
