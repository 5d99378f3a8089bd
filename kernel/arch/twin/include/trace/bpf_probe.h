/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Found before the tree's own file of this name: tracepoints exist (the event stream hooks into
 * them), the tracing machinery of the kernel behind them does not, as on the board.
 */
