// SPDX-License-Identifier: GPL-2.0-only
// files: drivers/spi/spi.c
//
// Every SPI message of spi_sync() goes through the pump thread
//
// as before Linux 4.0. Since then a caller that finds the queue empty transfers the message itself.

@direct@
expression ctlr;
statement S;
@@
- if (READ_ONCE(ctlr->queue_empty) && !ctlr->must_async)
+ if (0)
  S
