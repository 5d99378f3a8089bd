// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* From libfyaml's events to the tree; the only file that knows libfyaml. */
#include <libfyaml.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/read_text.h"
#include "scenario/yaml_tree.h"

#define KEY_BUCKETS 64

/* An open map or list; keys are hashed, so that duplicates cost no quadratic search. */
struct level {
	struct yaml_node *node;
	char *key;		/* read, its value not yet */
	struct src_pos key_pos;
	unsigned int nr_keys;
	struct yaml_node *keys[KEY_BUCKETS];
};

struct builder {
	struct yaml_tree *tree;
	struct diag *diag;
	struct level levels[YAML_MAX_DEPTH];
	int depth;
	unsigned int nodes, documents;
	struct src_pos seen;	/* where the last event was */
	char complaint[128];	/* of libfyaml, which it knows no place of */
};

static struct src_pos event_pos(struct builder *b, struct fy_event *event)
{
	const struct fy_mark *mark = fy_event_start_mark(event);

	return (struct src_pos){ b->tree->file, mark ? mark->line + 1 : 1,
				 mark ? mark->column + 1 : 1 };
}

static int out_of_memory(struct builder *b)
{
	return diag_set(b->diag, (struct src_pos){ b->tree->file, 0, 0 }, "out of memory");
}

static unsigned int hash_key(const char *key)
{
	unsigned int hash = 5381;

	for (; *key; key++)
		hash = hash * 33 + (unsigned char)*key;
	return hash % KEY_BUCKETS;
}

static int check_duplicate(struct builder *b, struct level *level, const char *key,
			   struct src_pos pos)
{
	struct yaml_node *other = level->keys[hash_key(key)];

	while (other && strcmp(other->key, key))
		other = other->hash_next;
	if (!other)
		return 0;
	diag_set(b->diag, pos, "duplicate key '%s'", key);
	return diag_hint(b->diag, "its first value is in line %d, column %d", other->key_pos.line,
			 other->key_pos.col);
}

static int add_key(struct builder *b, struct level *level, const char *text, size_t len,
		   struct src_pos pos)
{
	char *key = yaml_strdup(b->tree, text, len);

	if (!key)
		return out_of_memory(b);
	if (++level->nr_keys > YAML_MAX_KEYS)
		return diag_set(b->diag, pos, "more than %d keys in one mapping", YAML_MAX_KEYS);
	if (check_duplicate(b, level, key, pos))
		return -1;
	level->key = key;
	level->key_pos = pos;
	return 0;
}

static void attach(struct level *level, struct yaml_node *node)
{
	if (level->node->kind == YAML_MAP) {
		unsigned int hash = hash_key(level->key);

		node->key = level->key;
		node->key_pos = level->key_pos;
		node->hash_next = level->keys[hash];
		level->keys[hash] = node;
		level->key = NULL;
	}
	yaml_append(level->node, node);
}

static struct level *current_level(struct builder *b)
{
	return b->depth ? &b->levels[b->depth - 1] : NULL;
}

static bool key_expected(struct builder *b)
{
	struct level *level = current_level(b);

	return level && level->node->kind == YAML_MAP && !level->key;
}

static struct yaml_node *add_node(struct builder *b, enum yaml_kind kind, struct src_pos pos)
{
	struct yaml_node *node;

	if (++b->nodes > YAML_MAX_NODES) {
		diag_set(b->diag, pos, "more than %d values", YAML_MAX_NODES);
		return NULL;
	}
	node = yaml_new(b->tree, kind, pos);
	if (!node)
		out_of_memory(b);
	else if (b->depth)
		attach(current_level(b), node);
	else
		b->tree->root = node;
	return node;
}

static int on_collection(struct builder *b, enum yaml_kind kind, struct src_pos pos)
{
	struct yaml_node *node;

	if (key_expected(b))
		return diag_set(b->diag, pos, "a key must be a single word, not a mapping or list");
	if (b->depth == YAML_MAX_DEPTH)
		return diag_set(b->diag, pos, "nested deeper than %d levels", YAML_MAX_DEPTH);
	node = add_node(b, kind, pos);
	if (!node)
		return -1;
	memset(&b->levels[b->depth], 0, sizeof(b->levels[0]));
	b->levels[b->depth++].node = node;
	return 0;
}

/* An empty value is nowhere in the text; it is said to be where its key is. */
static struct src_pos empty_pos(struct builder *b)
{
	struct level *level = current_level(b);

	if (!level)
		return (struct src_pos){ b->tree->file, 1, 1 };
	return level->key ? level->key_pos : level->node->pos;
}

/* libfyaml marks a quoted text after its quote, which takes `lead` columns. */
static bool is_quoted(struct fy_token *token, int *lead)
{
	enum fy_scalar_style style = token ? fy_token_scalar_style(token) : FYSS_PLAIN;

	*lead = style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
	return style != FYSS_PLAIN;
}

static int on_scalar(struct builder *b, struct fy_event *event, struct src_pos pos)
{
	struct fy_token *token = event->scalar.value;
	int lead;
	bool quoted = is_quoted(token, &lead);
	size_t len = 0;
	const char *text = token ? fy_token_get_text(token, &len) : "";
	struct yaml_node *node;

	pos.col -= lead;
	if (!text)
		return out_of_memory(b);
	if (memchr(text, '\0', len))
		return diag_set(b->diag, pos, "a NUL character inside a text");
	if (key_expected(b))
		return add_key(b, current_level(b), text, len, pos);
	node = add_node(b, YAML_SCALAR, len || quoted ? pos : empty_pos(b));
	if (!node)
		return -1;
	node->quoted = quoted;
	node->lead = lead;
	node->text = yaml_strdup(b->tree, text, len);
	return node->text ? 0 : out_of_memory(b);
}

static int reject(struct builder *b, struct fy_token *token, struct src_pos pos, const char *what)
{
	const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;

	/* The mark is after the '&' or '!' that introduces it. */
	if (mark)
		pos = (struct src_pos){ b->tree->file, mark->line + 1, mark->column + 1 };
	diag_set(b->diag, pos, "YAML %s are not used here", what);
	return diag_hint(b->diag, "write the value out");
}

static int check_decorations(struct builder *b, struct fy_token *anchor, struct fy_token *tag,
			     struct src_pos pos)
{
	if (anchor)
		return reject(b, anchor, pos, "anchors (&)");
	if (tag)
		return reject(b, tag, pos, "tags (!)");
	return 0;
}

static int on_document(struct builder *b, struct src_pos pos)
{
	if (b->documents++)
		return diag_set(b->diag, pos, "a second YAML document in the same file");
	return 0;
}

static int on_event(struct builder *b, struct fy_event *event)
{
	struct src_pos pos = event_pos(b, event);

	b->seen = pos;
	switch (event->type) {
	case FYET_DOCUMENT_START:
		return on_document(b, pos);
	case FYET_MAPPING_START:
		return check_decorations(b, event->mapping_start.anchor, event->mapping_start.tag,
					 pos) ? -1 : on_collection(b, YAML_MAP, pos);
	case FYET_SEQUENCE_START:
		return check_decorations(b, event->sequence_start.anchor,
					 event->sequence_start.tag, pos)
			       ? -1 : on_collection(b, YAML_LIST, pos);
	case FYET_SCALAR:
		return check_decorations(b, event->scalar.anchor, event->scalar.tag, pos)
			       ? -1 : on_scalar(b, event, pos);
	case FYET_ALIAS:
		return reject(b, event->alias.anchor, pos, "aliases (*)");
	case FYET_MAPPING_END:
	case FYET_SEQUENCE_END:
		b->depth--;
		return 0;
	default:
		return 0;
	}
}

/* What libfyaml would print, "[ERR]: text\n". */
static void keep_complaint(struct fy_diag *fdiag, void *user, const char *text, size_t len)
{
	struct builder *b = user;
	const char *end = memchr(text, '\n', len), *colon = memchr(text, ':', len);

	end = end ? end : text + len;
	text = colon && colon < end ? colon + 1 : text;
	text += text < end && *text == ' ';
	snprintf(b->complaint, sizeof(b->complaint), "%.*s", (int)(end - text), text);
}

/* Some errors come without a place; then it is behind the last thing that was understood. */
static int report_syntax(struct builder *b, struct fy_diag *fdiag)
{
	void *iter = NULL;
	struct fy_diag_error *error = fy_diag_errors_iterate(fdiag, &iter);
	struct src_pos pos = b->seen.line ? b->seen : (struct src_pos){ b->tree->file, 1, 1 };
	const char *why = *b->complaint ? b->complaint : "cannot be parsed";

	if (error && error->line > 0) {
		pos.line = error->line;
		pos.col = error->column;
	}
	if (error && error->msg && *error->msg)
		why = error->msg;
	return diag_set(b->diag, pos, "not valid YAML: %s", why);
}

static int parse_events(struct builder *b, struct fy_parser *parser, struct fy_diag *fdiag)
{
	struct fy_event *event;
	int ret = 0;

	while (!ret && (event = fy_parser_parse(parser))) {
		ret = on_event(b, event);
		fy_parser_event_free(parser, event);
	}
	if (!ret && fy_parser_get_stream_error(parser))
		ret = report_syntax(b, fdiag);
	if (!ret && !b->tree->root)
		ret = diag_set(b->diag, (struct src_pos){ b->tree->file, 1, 1 },
			       "holds no YAML value, only comments or blanks");
	return ret;
}

static int run_parser(struct builder *b, const char *text, size_t len)
{
	struct fy_diag_cfg diag_cfg;
	struct fy_parse_cfg cfg = { .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG };
	struct fy_parser *parser;
	int ret = -1;

	fy_diag_cfg_default(&diag_cfg);
	diag_cfg.fp = NULL;
	diag_cfg.output_fn = keep_complaint;
	diag_cfg.user = b;
	cfg.diag = fy_diag_create(&diag_cfg);
	if (!cfg.diag)
		return out_of_memory(b);
	fy_diag_set_collect_errors(cfg.diag, true);
	parser = fy_parser_create(&cfg);
	if (!parser || fy_parser_set_string(parser, text, len))
		out_of_memory(b);
	else
		ret = parse_events(b, parser, cfg.diag);
	if (parser)
		fy_parser_destroy(parser);
	fy_diag_destroy(cfg.diag);
	return ret;
}

int yaml_parse(struct yaml_tree *tree, const char *file, const char *text, size_t len,
	       struct diag *diag)
{
	struct builder *b = calloc(1, sizeof(*b));
	int ret = -1;

	memset(tree, 0, sizeof(*tree));
	tree->file = yaml_strdup(tree, file, strlen(file));
	if (!b || !tree->file) {
		diag_set(diag, (struct src_pos){ file, 0, 0 }, "out of memory");
	} else {
		b->tree = tree;
		b->diag = diag;
		ret = check_text(tree->file, text, len, diag) ? -1 : run_parser(b, text, len);
	}
	free(b);
	if (ret)
		yaml_free(tree);
	return ret;
}
