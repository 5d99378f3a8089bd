// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* A device that a YAML file describes, behind the kernel's spidev: its registers by real ioctls. */
#include <criterion/criterion.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(generic_spi, .init = place_enter, .fini = place_leave);

static const char overlay[] =
	"/dts-v1/;\n/plugin/;\n&flash0 {\n\tstatus = \"disabled\";\n};\n"
	"&spi1 {\n\tadc0: adc@0 {\n\t\tcompatible = \"rohm,dh2228fv\";\n\t\treg = <0>;\n"
	"\t\tspi-max-frequency = <1000000>;\n\t};\n};\n";

/* Bit 7: read; bits 5 to 0: address. A write takes 20 ms and shows in STATUS. */
static const char adc[] =
	"spi-device: 1\nmodes: [0]\nmax-clock: 1 MHz\n"
	"command: {bytes: 1, read: {bit: 7, value: 1}, address: {bit: 0, bits: 6}}\n"
	"registers:\n"
	"  - {name: ID, address: 0x00, access: ro, reset: 0xad}\n"
	"  - {name: CTRL, address: 0x01, access: rw, reset: 0x11}\n"
	"  - {name: STATUS, address: 0x02, access: w1c, reset: 0x80}\n"
	"  - {name: RESULT, address: 0x03, access: ro, width: 16, reset: 0x0a5c}\n"
	"opcodes:\n  0x7e: [0x41, 0x44, 0x43]\n"
	"busy: {time: 20 ms, register: STATUS, bit: 0}\n";

/* Options of a run of spidev_test that sends these bytes, and when it begins. */
struct message {
	const char *at, *options;
};

static struct said run(const struct message *m, size_t n)
{
	const char *lines = "overlays: [o.dtso]\ndevices: {adc0: {registers: adc.yaml}}\ntasks:\n";

	write_file("o.dtso", overlay, strlen(overlay));
	write_file("adc.yaml", adc, strlen(adc));
	for (size_t i = 0; i < n; i++)
		lines = text("%s  - {run: 'spidev_test -D /dev/spidev1.0 -s 1000000 %s', at: %s, "
			     "name: t%zu}\n", lines, m[i].options, m[i].at, i);
	return SPITWIN("run", scenario("s.yaml", lines), "-o", "out", "--json");
}

/* The line of `spidev_test -v` with what came back; `bytes`: "FF AD ". */
static void expect_answer(const char *task, const char *bytes)
{
	char *out = read_file(text("out/tasks/%s.out", task), NULL), *rx = strstr(out, "RX | ");

	cr_assert(rx, "%s", out);
	rx += 5;
	cr_expect(!strncmp(rx, bytes, strlen(bytes)) && !strncmp(rx + strlen(bytes), "__", 2),
		  "expected %s: %s", bytes, rx);
}

static void expect_received(size_t task, const char *bytes)
{
	expect_answer(text("t%zu", task), bytes);
}

/*
 * Regression: the example of docs/generic-spi-device.md.
 * Expected: it is there as files, runs, and answers what the document says. Buggy: a description
 * without overlay, scenario and task; with spidev_test's default speed the run was a model fault.
 */
Test(generic_spi, the_documented_example)
{
	const char *name = text("%s/scenarios/sama5d36ek-register-device.yaml", top());
	struct said s = SPITWIN("run", name, "-o", "out");
	char *doc = read_file(text("%s/docs/generic-spi-device.md", top()), NULL), *example;

	expect_code(&s, 0);
	expect_answer("id", "FF AD ");
	expect_answer("result", "FF 0A 5C ");
	expect_answer("write", "FF FF ");
	expect_answer("ctrl", "FF 42 ");
	expect_answer("opcode", "FF 41 44 43 ");
	example = strstr(read_file(text("%s/scenarios/devices/adc.yaml", top()), NULL),
			 "spi-device: 1");
	cr_assert(example);
	cr_expect(strstr(doc, example), "the document shows another file");
}

Test(generic_spi, registers_are_read_and_written_through_spidev)
{
	static const struct message messages[] = {
		{ "0 s", "-v -p \"\\x80\\x00\"" },		/* ID */
		{ "10 ms", "-v -p \"\\x83\\x00\\x00\"" },	/* RESULT */
		{ "20 ms", "-v -p \"\\x7e\\x00\\x00\\x00\"" },	/* the answer to an opcode */
		{ "30 ms", "-v -p \"\\x81\\x00\"" },		/* CTRL after reset */
		{ "40 ms", "-v -p \"\\x01\\x42\"" },		/* written */
		{ "80 ms", "-v -p \"\\x81\\x00\"" },		/* and read back */
	};
	static const char *const received[] = { "FF AD ", "FF 0A 5C ", "FF 41 44 43 ", "FF 11 ",
						"FF FF ", "FF 42 " };
	struct said s = run(messages, 6);
	json_t *r;

	expect_code(&s, 0);
	for (size_t i = 0; i < 6; i++)
		expect_received(i, received[i]);
	r = report_of(s.out);
	cr_expect_eq(report_int(r, "counts.messages"), 6);
	cr_expect_eq(report_int(r, "spi.0.words"), 2 + 3 + 4 + 2 + 2 + 2);
	cr_expect_str_eq(report_text_at(r, "spi.0.device"), "adc0");
	/* SCK is 132 MHz / 132: 7.5 us from the first edge of a byte to its last. */
	cr_expect_eq(report_int(r, "spi.0.clocked_ps"), 15 * 7500000LL);
}

/* The device's time is the simulation's: 10 ms after a write it is busy still, after 25 ms not. */
Test(generic_spi, a_write_takes_its_time)
{
	static const struct message messages[] = {
		{ "0 s", "-p \"\\x01\\x42\"" },
		{ "10 ms", "-v -p \"\\x82\\x00\"" },
		{ "25 ms", "-v -p \"\\x82\\x00\"" },
	};
	struct said s = run(messages, 3);

	expect_code(&s, 0);
	expect_received(1, "FF 81 ");
	expect_received(2, "FF 80 ");
}

static void expect_fault(const struct message *m, size_t n, const char *line)
{
	struct said s = run(m, n);

	expect_code(&s, 3);
	cr_expect(strstr(s.out, line), "%s", s.out);
}

/*
 * Regression: a mistake in the device's file.
 * Expected: its place, once. Buggy: "s.yaml:4:11: error: adc.yaml:2:9: error: ...".
 */
Test(generic_spi, a_mistake_in_the_file_has_one_place)
{
	static const char wrong[] = "spi-device: 1\nmodes: [7]\n";
	struct said s;

	write_file("o.dtso", overlay, strlen(overlay));
	write_file("adc.yaml", wrong, strlen(wrong));
	s = SPITWIN("run", scenario("s.yaml", "overlays: [o.dtso]\n"
					      "devices: {adc0: {registers: adc.yaml}}\n"));
	expect_refused(&s, NULL);
	cr_expect(!strncmp(s.err, "adc.yaml:2:", 11), "%s", s.err);
}

/*
 * Regression: a node whose compatible names two devices with models.
 * Expected: the first one's model, and an error that names both. Buggy: the scenario's options
 * chose without a word; without options, one was said to be missing.
 */
Test(generic_spi, of_two_models_the_first_is_taken)
{
	static const char two[] = "/dts-v1/;\n/plugin/;\n&flash0 {\n"
				  "\tcompatible = \"rohm,dh2228fv\", \"s25fl512s\";\n};\n";
	struct said s;

	write_file("two.dtso", two, strlen(two));
	s = SPITWIN("run", scenario("s.yaml", "overlays: [two.dtso]\n"
					      "devices: {flash0: {fill: prng}}\n"));
	expect_refused(&s, "s.yaml:4:26: error: flash0: no option 'fill'; its compatible names two "
			   "models, \"rohm,dh2228fv\" and \"s25fl512s\": the first is taken");
}

/* What the file does not allow ends the run, whoever asks for it. */
Test(generic_spi, mistakes_of_a_user)
{
	static const struct message unknown[] = { { "0 s", "-p \"\\x85\\x00\"" } };
	static const struct message mode[] = { { "0 s", "-O -H -p \"\\x80\\x00\"" } };
	static const struct message busy[] = { { "0 s", "-p \"\\x01\\x42\"" },
					       { "10 ms", "-p \"\\x81\\x00\"" } };

	expect_fault(unknown, 1, "model fault: adc0: read of address 0x5 at ");
	expect_fault(mode, 1, "model fault: adc0: SPI mode 3, which ");
	expect_fault(busy, 2, "model fault: adc0: read of CTRL at ");
}
