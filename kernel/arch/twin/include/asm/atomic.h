/* SPDX-License-Identifier: GPL-2.0-only */
/* Plain read-modify-write: atomic here for the reason given in cmpxchg.h. */
#ifndef _ASM_TWIN_ATOMIC_H
#define _ASM_TWIN_ATOMIC_H

#include <linux/types.h>
#include <asm/cmpxchg.h>
#include <asm/barrier.h>
#include <asm/share.h>

/* Not READ_ONCE(): twin_share() has been called already. */
#define TWIN_COUNTER(v)	(*(volatile __typeof__((v)->counter) *)&(v)->counter)

#define TWIN_ATOMIC_OP(pre, type, val, op, c_op)						\
static __always_inline void arch_##pre##_##op(val i, type *v)					\
{												\
	twin_share(v, TWIN_SHARE_ATOMIC);							\
	TWIN_COUNTER(v) = v->counter c_op i;							\
}												\
static __always_inline val arch_##pre##_fetch_##op(val i, type *v)				\
{												\
	val old;										\
												\
	twin_share(v, TWIN_SHARE_ATOMIC);							\
	old = TWIN_COUNTER(v);									\
	TWIN_COUNTER(v) = old c_op i;								\
	return old;										\
}

#define TWIN_ATOMIC_RETURN(pre, type, val, op, c_op)						\
static __always_inline val arch_##pre##_##op##_return(val i, type *v)				\
{												\
	val now;										\
												\
	twin_share(v, TWIN_SHARE_ATOMIC);							\
	now = TWIN_COUNTER(v) c_op i;								\
	TWIN_COUNTER(v) = now;									\
	return now;										\
}

#define TWIN_ATOMIC(pre, type, val)								\
	TWIN_ATOMIC_OP(pre, type, val, add, +)							\
	TWIN_ATOMIC_OP(pre, type, val, sub, -)							\
	TWIN_ATOMIC_OP(pre, type, val, and, &)							\
	TWIN_ATOMIC_OP(pre, type, val, or, |)							\
	TWIN_ATOMIC_OP(pre, type, val, xor, ^)							\
	TWIN_ATOMIC_RETURN(pre, type, val, add, +)						\
	TWIN_ATOMIC_RETURN(pre, type, val, sub, -)

TWIN_ATOMIC(atomic, atomic_t, int)
TWIN_ATOMIC(atomic64, atomic64_t, s64)

#define arch_atomic_add_return		arch_atomic_add_return
#define arch_atomic_sub_return		arch_atomic_sub_return
#define arch_atomic_fetch_add		arch_atomic_fetch_add
#define arch_atomic_fetch_sub		arch_atomic_fetch_sub
#define arch_atomic_fetch_and		arch_atomic_fetch_and
#define arch_atomic_fetch_or		arch_atomic_fetch_or
#define arch_atomic_fetch_xor		arch_atomic_fetch_xor
#define arch_atomic64_add_return	arch_atomic64_add_return
#define arch_atomic64_sub_return	arch_atomic64_sub_return
#define arch_atomic64_fetch_add		arch_atomic64_fetch_add
#define arch_atomic64_fetch_sub		arch_atomic64_fetch_sub
#define arch_atomic64_fetch_and		arch_atomic64_fetch_and
#define arch_atomic64_fetch_or		arch_atomic64_fetch_or
#define arch_atomic64_fetch_xor		arch_atomic64_fetch_xor

#define ATOMIC64_INIT(i)		{ (i) }
#define arch_atomic_read(v)		READ_ONCE((v)->counter)
#define arch_atomic_set(v, i)		WRITE_ONCE((v)->counter, (i))
#define arch_atomic64_read(v)		READ_ONCE((v)->counter)
#define arch_atomic64_set(v, i)		WRITE_ONCE((v)->counter, (i))
#define arch_atomic_xchg(v, n)		arch_xchg(&(v)->counter, n)
#define arch_atomic_cmpxchg(v, o, n)	arch_cmpxchg(&(v)->counter, o, n)
#define arch_atomic64_xchg(v, n)	arch_xchg(&(v)->counter, n)
#define arch_atomic64_cmpxchg(v, o, n)	arch_cmpxchg(&(v)->counter, o, n)
#endif
