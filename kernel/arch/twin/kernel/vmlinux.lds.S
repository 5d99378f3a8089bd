/* SPDX-License-Identifier: GPL-2.0-only */
/* One segment, one shared object, one exported symbol. */
#include <asm/cache.h>
#include <asm/page.h>
#include <asm/thread_info.h>
#include <asm-generic/vmlinux.lds.h>

OUTPUT_FORMAT(elf64-x86-64)
OUTPUT_ARCH(i386:x86-64)

PHDRS {
	all PT_LOAD FLAGS(7);
	dynamic PT_DYNAMIC FLAGS(6);
}

SECTIONS {
	. = SIZEOF_HEADERS;
	.hash : { *(.hash) } :all
	.dynsym : { *(.dynsym) }
	.dynstr : { *(.dynstr) }
	.gnu.version : { *(.gnu.version*) }
	.rela.dyn : { *(.rela*) }
	. = ALIGN(PAGE_SIZE);
	_text = .;
	_stext = .;
	.text : {
		TEXT_TEXT
		SCHED_TEXT
#ifdef CPUIDLE_TEXT	/* until 6.2 */
		CPUIDLE_TEXT
#endif
		LOCK_TEXT
		KPROBES_TEXT
		IRQENTRY_TEXT
		SOFTIRQENTRY_TEXT
		*(.fixup)
	}
	_etext = .;
	. = ALIGN(PAGE_SIZE);
	_sdata = .;
	RO_DATA(PAGE_SIZE)
	EXCEPTION_TABLE(16)
	. = ALIGN(PAGE_SIZE);
	__init_begin = .;
	INIT_TEXT_SECTION(PAGE_SIZE)
	INIT_DATA_SECTION(16)
	.exit.text : { EXIT_TEXT }
	.exit.data : { EXIT_DATA }
	PERCPU_SECTION(L1_CACHE_BYTES)
	. = ALIGN(PAGE_SIZE);
	__init_end = .;
	RW_DATA(L1_CACHE_BYTES, PAGE_SIZE, THREAD_SIZE)
	.dynamic : { *(.dynamic) } :all :dynamic
	.got : { *(.got) *(.got.plt) *(.igot*) } :all
	.plt : { *(.plt) *(.iplt) }
	_edata = .;
	BSS_SECTION(PAGE_SIZE, PAGE_SIZE, PAGE_SIZE)
	_end = .;
	jiffies = jiffies_64;
	ELF_DETAILS
	DWARF_DEBUG
	DISCARDS
}

VERSION { { global: twin_image_entry; local: *; }; }
