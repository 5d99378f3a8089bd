// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Bus timing as a scope would draw it: every edge of two words in the VCD, against half-cycles of
 * the 132 MHz peripheral clock worked out by hand from the data sheet's equations. DLYBS and DLYBCT
 * come by register traffic, since the kernel's driver does not set them.
 */
#include <cstdio>
#include <fstream>
#include <map>

#include <unistd.h>

#include "atmel_spi_setup.h"

extern "C" {
#include "trace/trace.h"
#include "trace/vcd.h"
}

#define PIO_PER 0x00
#define PIO_OER 0x10
#define PIO_CODR 0x34
#define PIO_SODR 0x30

/*
 * The word takes effect at half-cycle 2002. First SCK edge: half a period later, or DLYBS cycles.
 * An edge every SCBR half-cycles. The second word follows the first one's last half period, and
 * 32 x DLYBCT cycles.
 */
static const struct {
	const char *what;
	uint32_t scbr, bits, dlybs, dlybct;
	uint64_t first, last, first2, last2; /* edges, half-cycles */
} rows[] = {
	{"44 MHz", 3, 8, 0, 0, 2005, 2050, 2053, 2098},
	{"even divider", 4, 8, 0, 0, 2006, 2066, 2070, 2130},
	{"fastest", 1, 8, 0, 0, 2003, 2018, 2019, 2034},
	{"slowest", 255, 8, 0, 0, 2257, 6082, 6337, 10162},
	{"9 bits", 2, 9, 0, 0, 2004, 2038, 2040, 2074},
	{"16 bits", 3, 16, 0, 0, 2005, 2098, 2101, 2194},
	{"DLYBS", 3, 8, 5, 0, 2012, 2057, 2060, 2105},
	{"longest DLYBS", 3, 8, 255, 0, 2512, 2557, 2560, 2605},
	{"DLYBCT", 3, 8, 0, 2, 2005, 2050, 2181, 2226},
	{"longest DLYBCT", 3, 8, 0, 255, 2005, 2050, 18373, 18418},
	{"both", 4, 8, 7, 1, 2016, 2076, 2144, 2204},
};

struct edge {
	uint64_t at;
	char value;
};

/* Changes of each pin by name; x and z are no edges. */
static std::map<std::string, std::vector<edge>> read_vcd(const char *path)
{
	std::map<std::string, std::vector<edge>> pins;
	std::map<char, std::string> names;
	std::ifstream file(path);
	std::string line;
	uint64_t now = 0;

	while (std::getline(file, line)) {
		char id, name[64];

		if (sscanf(line.c_str(), "$var wire 1 %c %63s $end", &id, name) == 2)
			names[id] = name;
		else if (line[0] == '#')
			now = strtoull(line.c_str() + 1, nullptr, 10);
		else if (line.size() == 2 && (line[0] == '0' || line[0] == '1'))
			pins[names[line[1]]].push_back({now, line[0]});
	}
	return pins;
}

static std::map<std::string, std::vector<edge>> draw(rig &r)
{
	char path[] = "/tmp/spitwin-edges-XXXXXX", err[TRACE_ERR_SIZE];
	vcd_window window = {};
	struct trace *trace = trace_new();
	int fd = mkstemp(path);

	cr_assert_geq(fd, 0);
	close(fd);
	window.kind = VCD_ALL;

	struct vcd *vcd = vcd_open(path, &window, err);
	reducer reduce = vcd_reducer(vcd);

	trace_add(trace, &reduce);
	r.take();
	trace_push(trace, r.events.data(), r.events.size());
	cr_assert_eq(trace_end(trace, half_at(30000), err), 0);
	cr_assert_eq(vcd_close(vcd, err), 0);
	trace_free(trace);

	auto pins = read_vcd(path);

	unlink(path);
	return pins;
}

static void check_words(const std::vector<edge> &sck, size_t at, uint64_t first, uint64_t last,
			size_t row, unsigned int mode)
{
	char level = mode & 2 ? '1' : '0';
	size_t n = 2 * rows[row].bits;

	cr_assert_geq(sck.size(), at + n, "%s, mode %u", rows[row].what, mode);
	for (size_t k = 0; k < n; k++) {
		uint64_t half = first + k * rows[row].scbr;

		level = level == '0' ? '1' : '0';
		cr_expect_eq(sck[at + k].at, half_at(half), "%s, mode %u, edge %zu: %" PRIu64,
			     rows[row].what, mode, k, sck[at + k].at);
		cr_expect_eq(sck[at + k].value, level, "%s, mode %u, edge %zu", rows[row].what,
			     mode, k);
	}
	cr_expect_eq(sck[at + n - 1].at, half_at(last), "%s, mode %u", rows[row].what, mode);
}


/* Two words, the second written while the first is clocked. */
static void clock_two_words(rig &r, size_t row, unsigned int mode)
{
	uint32_t low = (mode & 2 ? 1u : 0u) | (mode & 1 ? 0u : 2u);

	r.write(0, PIO_BASE + PIO_SODR, 1u << CS_PIN);
	r.write(0, PIO_BASE + PIO_PER, 1u << CS_PIN);
	r.write(0, PIO_BASE + PIO_OER, 1u << CS_PIN);
	setup(r, CSR(rows[row].scbr, rows[row].bits, rows[row].dlybs, rows[row].dlybct, low));
	r.write(half_at(1000), PIO_BASE + PIO_CODR, 1u << CS_PIN);
	r.write(half_at(2000) + 1, reg(tw::atmel_spi_regs::TDR), 0xa5);
	r.write(half_at(2002) + 1, reg(tw::atmel_spi_regs::TDR), 0x3c);
	r.write(half_at(25000), PIO_BASE + PIO_SODR, 1u << CS_PIN);
	tw_board_advance(r.board, half_at(26000));
}

static void check_row(size_t row, unsigned int mode)
{
	rig r(false);

	/* no device on the bus: a flash would only know some of the modes */
	r.make();
	r.add_buses();
	cr_assert_eq(tw_board_wire_cs(r.board, "gpio2", CS_PIN, "spi1", 0, 1, r.err), 0, "%s",
		     r.err);
	clock_two_words(r, row, mode);

	auto pins = draw(r);
	auto &sck = pins["spi1_sck"];
	auto &cs = pins["spi1_cs0"];
	size_t at = 0;

	/* SCK is first drawn at its idle level, which is no edge */
	while (at < sck.size() && sck[at].at < half_at(rows[row].first))
		at++;
	cr_expect_eq(sck.size() - at, 4 * rows[row].bits, "%s, mode %u", rows[row].what, mode);
	check_words(sck, at, rows[row].first, rows[row].last, row, mode);
	check_words(sck, at + 2 * rows[row].bits, rows[row].first2, rows[row].last2, row, mode);
	cr_assert_geq(cs.size(), 2u, "fall and rise, after the first level");
	cr_expect_eq(cs[cs.size() - 2].at, half_at(1000));
	cr_expect_eq(cs[cs.size() - 2].value, '0');
	cr_expect_eq(cs[cs.size() - 1].at, half_at(25000));
}

/* One board per process, and the table has several: each test takes its share of the rows. */
#define ROW_TEST(n)                                                                                \
	Test(vcd_edges, row_##n##_mode_0) { check_row(n, 0); }                                     \
	Test(vcd_edges, row_##n##_mode_1) { check_row(n, 1); }                                     \
	Test(vcd_edges, row_##n##_mode_2) { check_row(n, 2); }                                     \
	Test(vcd_edges, row_##n##_mode_3) { check_row(n, 3); }

ROW_TEST(0)
ROW_TEST(1)
ROW_TEST(2)
ROW_TEST(3)
ROW_TEST(4)
ROW_TEST(5)
ROW_TEST(6)
ROW_TEST(7)
ROW_TEST(8)
ROW_TEST(9)
ROW_TEST(10)
