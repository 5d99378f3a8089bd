/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A register access leaves the kernel: the host performs it on its own stack, at this CPU's time,
 * and its duration comes from the bus model. ioremap() returns a cookie that no memory backs.
 */
#ifndef _ASM_TWIN_IO_H
#define _ASM_TWIN_IO_H

#include <linux/types.h>
#include <asm/page.h>
#include <asm/barrier.h>

#define TWIN_IO_BASE	0x0800000000UL
#define TWIN_IO_SIZE	0x0800000000UL

u64 twin_mmio_read(const volatile void __iomem *addr, int size);
void twin_mmio_write(volatile void __iomem *addr, u64 value, int size);

#define TWIN_IO(suffix, type)								\
static __always_inline type __raw_read##suffix(const volatile void __iomem *addr)	\
{											\
	return (type)twin_mmio_read(addr, sizeof(type));				\
}											\
static __always_inline void __raw_write##suffix(type v, volatile void __iomem *addr)	\
{											\
	twin_mmio_write(addr, v, sizeof(type));						\
}

TWIN_IO(b, u8)
TWIN_IO(w, u16)
TWIN_IO(l, u32)
TWIN_IO(q, u64)

#define __raw_readb __raw_readb
#define __raw_readw __raw_readw
#define __raw_readl __raw_readl
#define __raw_readq __raw_readq
#define __raw_writeb __raw_writeb
#define __raw_writew __raw_writew
#define __raw_writel __raw_writel
#define __raw_writeq __raw_writeq

void __iomem *ioremap(phys_addr_t phys, size_t size);
void iounmap(volatile void __iomem *addr);
#define ioremap ioremap
#define iounmap iounmap
#define ioremap_wc ioremap
#define ioremap_wt ioremap

static inline phys_addr_t virt_to_phys(const volatile void *v)
{
	return __pa(v);
}
#define virt_to_phys virt_to_phys

static inline void *phys_to_virt(phys_addr_t p)
{
	return __va(p);
}
#define phys_to_virt phys_to_virt

#include <asm-generic/io.h>
#endif
