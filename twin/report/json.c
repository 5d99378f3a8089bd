// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "report/json_parts.h"

#include <stdlib.h>
#include <string.h>

#include "report/text_parts.h"
#include "report/utf8.h"
#include "trace/mem.h"

json_t *json_u64(uint64_t value)
{
	return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value);
}

json_t *json_bytes(const char *text, size_t len)
{
	size_t clean_len;
	char *clean = utf8_clean(text, len, &clean_len);
	json_t *o = json_stringn(clean, clean_len);

	free(clean);
	return o;
}

json_t *json_text(const char *text)
{
	return text ? json_bytes(text, strlen(text)) : json_null();
}

json_t *json_split(const struct ctx_split *s)
{
	json_t *o = json_object();

	for (int i = 0; i < TWIN_CTX_NR; i++)
		json_object_set_new(o, report_context_name(i), json_u64(s->ps[i]));
	return o;
}

static void set(json_t *o, const char *key, json_t *value)
{
	json_object_set_new(o, key, value);
}

static json_t *json_run(const struct run_report *r)
{
	json_t *o = json_object();

	set(o, "scenario", json_text(r->scenario));
	set(o, "board", json_text(r->board));
	set(o, "image", json_text(r->image));
	set(o, "kernel", json_text(r->kernel));
	set(o, "seed", json_u64(r->seed));
	set(o, "boot_ps", json_u64(r->boot));
	set(o, "end_ps", json_u64(r->measure->run_end));
	set(o, "blocks", json_u64(r->blocks));
	set(o, "instructions", json_u64(r->insns));
	return o;
}

static json_t *json_result(const struct run_report *r)
{
	json_t *o = json_object();

	set(o, "outcome", json_text(r->outcome));
	set(o, "text", json_text(r->text));
	set(o, "exit_code", json_integer(r->exit_code));
	return o;
}

static json_t *json_window(const struct measure_result *m)
{
	json_t *o = json_object();

	set(o, "from_ps", json_u64(m->window_from));
	set(o, "to_ps", json_u64(m->window_to));
	set(o, "length_ps", json_u64(m->window_length));
	set(o, "by_context", json_split(&m->window_by));
	set(o, "cpu_by_context", json_split(&m->cpu_by));
	return o;
}

static json_t *json_counts(const struct counts *c)
{
	json_t *o = json_object();

	set(o, "mmio_reads", json_u64(c->mmio_reads));
	set(o, "mmio_writes", json_u64(c->mmio_writes));
	set(o, "irqs", json_u64(c->irqs));
	set(o, "softirqs", json_u64(c->softirqs));
	set(o, "timers", json_u64(c->timers));
	set(o, "context_switches", json_u64(c->switches));
	set(o, "wakeups", json_u64(c->wakeups));
	set(o, "kworker_wakeups", json_u64(c->kworker_wakeups));
	set(o, "spi_worker_wakeups", json_u64(c->spi_worker_wakeups));
	set(o, "syscalls", json_u64(c->syscalls));
	set(o, "delays", json_u64(c->delays));
	set(o, "delay_ps", json_u64(c->delay_ps));
	set(o, "messages", json_u64(c->messages));
	set(o, "transfers", json_u64(c->transfers));
	return o;
}

static const struct task_span *span_of(const struct measure_result *m, uint64_t tag)
{
	for (size_t i = 0; i < m->nr_tasks; i++)
		if (m->tasks[i].tag == tag)
			return &m->tasks[i];
	return NULL;
}

static json_t *json_task(const struct run_report *r, const struct report_task *t)
{
	const struct task_span *s = span_of(r->measure, t->tag);
	json_t *o = json_object();

	set(o, "name", json_text(t->name));
	set(o, "command", json_text(t->command));
	set(o, "output", json_bytes(t->output ? t->output : "", t->output_len));
	set(o, "exited", json_boolean(t->exited));
	set(o, "exit_status", json_integer(t->exit_status));
	set(o, "signal", json_integer(t->signal));
	set(o, "begin_ps", s ? json_u64(s->begin) : json_null());
	set(o, "end_ps", s ? json_u64(s->end) : json_null());
	set(o, "duration_ps", s ? json_u64(s->end - s->begin) : json_null());
	return o;
}

static json_t *json_tasks(const struct run_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->nr_tasks; i++)
		json_array_append_new(list, json_task(r, &r->tasks[i]));
	return list;
}

static json_t *json_cost(const struct report_cost *c)
{
	json_t *o = json_object();

	set(o, "key", json_text(c->key));
	set(o, "unit", json_text(c->unit));
	set(o, "doc", json_text(c->doc));
	set(o, "source", json_text(c->source));
	set(o, "provenance", json_text(report_provenance_name(c->provenance)));
	set(o, "value", json_u64(c->value));
	set(o, "low", json_u64(c->low));
	set(o, "high", json_u64(c->high));
	return o;
}

static json_t *json_costs(const struct run_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->nr_costs; i++)
		json_array_append_new(list, json_cost(&r->costs[i]));
	return list;
}

static json_t *json_devices(const struct run_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->nr_devices; i++) {
		const struct report_device *d = &r->devices[i];
		json_t *o = json_object();

		set(o, "name", json_text(d->name));
		set(o, "node", json_text(d->node));
		set(o, "compatible", json_text(d->compatible));
		set(o, "model", json_text(d->model));
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *json_notes(const struct run_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->nr_notes; i++)
		json_array_append_new(list, json_text(r->notes[i]));
	return list;
}

static json_t *json_all(const struct run_report *r)
{
	json_t *o = json_object();

	set(o, "format", json_string("spitwin-report"));
	set(o, "version", json_integer(1));
	set(o, "run", json_run(r));
	set(o, "result", json_result(r));
	set(o, "window", json_window(r->measure));
	set(o, "counts", json_counts(&r->measure->counts));
	set(o, "tasks", json_tasks(r));
	set(o, "spi", json_views(r));
	set(o, "transactions", json_transactions(r));
	set(o, "transactions_dropped", json_u64(r->measure->dropped_transactions));
	set(o, "bad_words", json_u64(r->measure->bad_words));
	set(o, "observed", json_observed(r));
	set(o, "expectations", json_expectations(r));
	set(o, "uncertainty", json_uncertainty(r));
	set(o, "costs", json_costs(r));
	set(o, "devices", json_devices(r));
	set(o, "notes", json_notes(r));
	return o;
}

char *report_json(const struct run_report *r)
{
	json_t *o = json_all(r);
	char *text = json_dumps(o, JSON_INDENT(2) | JSON_SORT_KEYS);
	size_t len = text ? strlen(text) : 0;
	char *out = mem_alloc(len + 2);

	if (len)
		memcpy(out, text, len);
	out[len] = '\n';
	free(text);
	json_decref(o);
	return out;
}
