// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* From libfyaml's events to the tree; the only file of the models that knows libfyaml. */
#include "device/generic_spi_yaml.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <libfyaml.h>
#include <sys/stat.h>

#include "core/options.h"

namespace tw
{

static constexpr size_t max_size = 256 << 10, max_depth = 8, max_values = 10000;

void yaml_document::reject(const yaml_place &place, const std::string &what) const
{
	std::string line = path;

	if (place.line)
		line += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
	line += ": error: " + what;
	/* What is quoted from the file may hold anything; the message stays one line of text. */
	for (char &c : line)
		c = static_cast<unsigned char>(c) < ' ' ? '?' : c;
	throw bad_input(line);
}

namespace
{

struct close_file {
	void operator()(FILE *f) const
	{
		fclose(f);
	}
};

std::string read_file(const yaml_document &doc)
{
	struct stat st;
	bool there = !stat(doc.path.c_str(), &st);

	/* To open a pipe would wait for its writer. */
	if (there && !S_ISREG(st.st_mode))
		doc.reject({}, "is not a regular file");

	std::unique_ptr<FILE, close_file> f(there ? fopen(doc.path.c_str(), "re") : nullptr);
	std::string text(max_size + 1, '\0');

	if (!f)
		doc.reject({}, std::string("cannot open: ") + strerror(errno));
	text.resize(fread(&text[0], 1, text.size(), f.get()));
	if (ferror(f.get()))
		doc.reject({}, std::string("cannot read: ") + strerror(errno));
	if (text.size() > max_size)
		doc.reject({}, "is larger than the limit of 256 KiB");
	if (text.find('\0') != std::string::npos)
		doc.reject({}, "holds a NUL character; it is to be a text file");
	return text;
}

class builder
{
      public:
	explicit builder(yaml_document &doc) : doc_(doc) {}

	void parse(const std::string &text);

      private:
	void on_event(const fy_event &event, yaml_place place);
	void on_scalar(fy_token *token, yaml_place place);
	void open(yaml_value::kind what, yaml_place place);
	void plain(fy_token *anchor, fy_token *tag, yaml_place place) const;
	bool key_expected() const;
	yaml_value &add(yaml_value::kind what, yaml_place place);
	void add_key(const std::string &text, yaml_place place);
	static void keep_complaint(fy_diag *, void *self, const char *text, size_t len);
	[[noreturn]] void syntax(fy_diag *diag) const;

	yaml_document &doc_;
	std::vector<yaml_value *> open_;
	size_t values_ = 0, documents_ = 0;
	std::string complaint_; /* libfyaml's own, which comes without a place */
};

/* In a map each key comes before its value. */
bool builder::key_expected() const
{
	return !open_.empty() && open_.back()->what == yaml_value::map &&
	       open_.back()->keys.size() == open_.back()->items.size();
}

yaml_value &builder::add(yaml_value::kind what, yaml_place place)
{
	auto made = std::make_unique<yaml_value>();
	yaml_value &v = *made;

	if (++values_ > max_values)
		doc_.reject(place, "more than 10000 values");
	v.what = what;
	v.place = place;
	if (open_.empty())
		doc_.root = std::move(made);
	else
		open_.back()->items.push_back(std::move(made));
	return v;
}

void builder::add_key(const std::string &text, yaml_place place)
{
	yaml_value &map = *open_.back();
	auto other = std::find(map.keys.begin(), map.keys.end(), text);

	if (other != map.keys.end())
		doc_.reject(place,
			    "duplicate key '" + text + "'; its first value is in line " +
				    std::to_string(map.key_places[static_cast<size_t>(
									  other - map.keys.begin())]
							   .line));
	map.keys.push_back(text);
	map.key_places.push_back(place);
}

void builder::open(yaml_value::kind what, yaml_place place)
{
	if (key_expected())
		doc_.reject(place, "a key must be a single word");
	if (open_.size() == max_depth)
		doc_.reject(place, "nested deeper than 8 levels");
	open_.push_back(&add(what, place));
}

void builder::on_scalar(fy_token *token, yaml_place place)
{
	size_t len = 0;
	const char *text = token ? fy_token_get_text(token, &len) : "";
	std::string value(text ? text : "", text ? len : 0);

	if (key_expected())
		add_key(value, place);
	else
		add(yaml_value::scalar,
		    value.empty() && !open_.empty() && open_.back()->what == yaml_value::map
			    ? open_.back()->key_places.back()
			    : place)
			.text = value;
}

void builder::plain(fy_token *anchor, fy_token *tag, yaml_place place) const
{
	if (anchor)
		doc_.reject(place, "YAML anchors (&) are not used here; write the value out");
	if (tag)
		doc_.reject(place, "YAML tags (!) are not used here; write the value out");
}

void builder::on_event(const fy_event &event, yaml_place place)
{
	switch (event.type) {
	case FYET_DOCUMENT_START:
		if (documents_++)
			doc_.reject(place, "a second YAML document in the same file");
		break;
	case FYET_MAPPING_START:
		plain(event.mapping_start.anchor, event.mapping_start.tag, place);
		open(yaml_value::map, place);
		break;
	case FYET_SEQUENCE_START:
		plain(event.sequence_start.anchor, event.sequence_start.tag, place);
		open(yaml_value::list, place);
		break;
	case FYET_SCALAR:
		plain(event.scalar.anchor, event.scalar.tag, place);
		on_scalar(event.scalar.value, place);
		break;
	case FYET_ALIAS:
		doc_.reject(place, "YAML aliases (*) are not used here; write the value out");
	case FYET_MAPPING_END:
	case FYET_SEQUENCE_END:
		open_.pop_back();
		break;
	default:
		break;
	}
}

/* What libfyaml would print to standard error, "[ERR]: text\n". */
void builder::keep_complaint(fy_diag *, void *self, const char *text, size_t len)
{
	std::string line(text, len);

	line.resize(std::min(line.size(), line.find('\n')));
	if (line.find(": ") != std::string::npos)
		line.erase(0, line.find(": ") + 2);
	static_cast<builder *>(self)->complaint_ = line;
}

void builder::syntax(fy_diag *diag) const
{
	void *iter = nullptr;
	fy_diag_error *error = fy_diag_errors_iterate(diag, &iter);
	std::string why = complaint_.empty() ? "cannot be parsed" : complaint_;
	yaml_place place;

	if (error && error->line > 0)
		place = {error->line, error->column};
	if (error && error->msg && *error->msg)
		why = error->msg;
	doc_.reject(place, "not valid YAML: " + why);
}

struct destroy_parser {
	void operator()(fy_parser *p) const
	{
		fy_parser_destroy(p);
	}
};

struct destroy_diag {
	void operator()(fy_diag *d) const
	{
		fy_diag_destroy(d);
	}
};

void builder::parse(const std::string &text)
{
	fy_diag_cfg diag_cfg;
	fy_parse_cfg cfg = {};

	fy_diag_cfg_default(&diag_cfg);
	diag_cfg.fp = nullptr;
	diag_cfg.output_fn = keep_complaint;
	diag_cfg.user = this;
	std::unique_ptr<fy_diag, destroy_diag> diag(fy_diag_create(&diag_cfg));
	if (!diag)
		doc_.reject({}, "out of memory");
	fy_diag_set_collect_errors(diag.get(), true);
	cfg.flags = static_cast<fy_parse_cfg_flags>(FYPCF_QUIET | FYPCF_COLLECT_DIAG);
	cfg.diag = diag.get();

	std::unique_ptr<fy_parser, destroy_parser> parser(fy_parser_create(&cfg));
	if (!parser || fy_parser_set_string(parser.get(), text.data(), text.size()))
		doc_.reject({}, "out of memory");

	auto release = [&](fy_event *e) { fy_parser_event_free(parser.get(), e); };
	for (;;) {
		std::unique_ptr<fy_event, decltype(release)> event(fy_parser_parse(parser.get()),
								   release);
		if (!event)
			break;
		const fy_mark *mark = fy_event_start_mark(event.get());

		on_event(*event,
			 mark ? yaml_place{mark->line + 1, mark->column + 1} : yaml_place{1, 1});
	}
	if (fy_parser_get_stream_error(parser.get()))
		syntax(diag.get());
}

} // namespace

yaml_document read_yaml(const std::string &path)
{
	yaml_document doc;

	doc.path = path;
	builder(doc).parse(read_file(doc));
	if (!doc.root)
		doc.reject({1, 1}, "holds no YAML value, only comments or blanks");
	return doc;
}

} // namespace tw
