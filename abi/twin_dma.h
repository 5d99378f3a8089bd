/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Last argument of TWIN_CALL_DMA, for TWIN_DMA_GIVE and TWIN_DMA_TAKE. A header of its own, since
 * only the kernel's DMA calls and the models' memory know it.
 */
#ifndef TWIN_DMA_H
#define TWIN_DMA_H

#define TWIN_DMA_WRITABLE	1	/* a device may write the range */
#define TWIN_DMA_SYNC		2	/* bytes only: the range stays mapped, or not, as it is */
#define TWIN_DMA_NO_BYTES	4	/* no cache maintenance: only mapped or unmapped */

#endif
