// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "generic_spi_target.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "bare_environment.h"
#include "core/options.h"
#include "device/generic_spi.h"
#include "device/generic_spi_file.h"

static size_t nr_accepted, nr_total;

[[noreturn]] static void broken(const char *promise, const std::string &detail)
{
	fprintf(stderr, "broken promise: %s (%s)\n", promise, detail.c_str());
	abort();
}

/* A file without a name, so that nothing is left wherever the fuzzer stops. */
class unnamed_file
{
      public:
	unnamed_file(const uint8_t *data, size_t size) : fd_(memfd_create("device.yaml", 0))
	{
		if (fd_ < 0 || write(fd_, data, size) != static_cast<ssize_t>(size))
			abort();
	}
	~unnamed_file()
	{
		close(fd_);
	}
	std::string path() const
	{
		return "/proc/self/fd/" + std::to_string(fd_);
	}

      private:
	int fd_;
};

static bool number_and_colon(const std::string &text, size_t &at)
{
	size_t from = at;

	while (at < text.size() && text[at] >= '0' && text[at] <= '9')
		at++;
	return at > from && at < text.size() && text[at++] == ':';
}

/* A refusal is one line: the file, as a rule where in it, and what is wrong. */
static void check_refusal(const std::string &line, const std::string &path)
{
	size_t at = path.size() + 1;

	if (line.compare(0, at, path + ":"))
		broken("a refusal names the file", line);
	if (number_and_colon(line, at) && !number_and_colon(line, at))
		broken("a refusal has a line and a column", line);
	if (line.compare(at, 8, " error: ") || line.size() == at + 8)
		broken("a refusal says what is wrong", line);
	for (unsigned char c : line)
		if (c < ' ')
			broken("a refusal is one line of text", line);
}

static void check_register(const tw::generic_spi_description &d, const tw::generic_register &r)
{
	if (r.bytes < 1 || r.bytes > 4 || (r.bytes < 4 && r.reset >> 8 * r.bytes))
		broken("a register's value fits its width", r.name);
	if (r.address >> d.address_bits)
		broken("an address fits the command", r.name);
	if (r.name.empty())
		broken("a register has a name", d.path);
}

/* What was accepted is complete and within its ranges. */
static void check_description(const tw::generic_spi_description &d)
{
	if (!d.modes || d.modes > 0xf)
		broken("modes are 0 to 3", d.path);
	if (d.registers.empty() ? d.opcodes.empty() : !d.command_bytes)
		broken("there is something to talk to", d.path);
	if (d.command_bytes && (d.command_bytes > 4 || d.read_bit >= 8 * d.command_bytes ||
				d.address_bit + d.address_bits > 8 * d.command_bytes))
		broken("the command holds its parts", d.path);
	for (size_t i = 0; i < d.registers.size(); i++) {
		check_register(d, d.registers[i]);
		if (i && d.registers[i - 1].address >= d.registers[i].address)
			broken("registers are in order, each address once", d.registers[i].name);
	}
	if (d.busy_register != d.none &&
	    (d.busy_register >= d.registers.size() || !d.busy_mask || !d.busy))
		broken("busy shows in a register", d.path);
}

/* Whole bytes at 1 MHz: transactions of up to 7 until the first model fault. */
static void talk(const tw::generic_spi_description &d, const uint8_t *data, size_t size)
{
	bare_environment bare;
	tw::generic_spi device(bare.env, "fuzzed", d);
	uint64_t now = 1000000;
	size_t at = 0;

	device.reset();
	for (size_t n = 1; at < size && !bare.faults.raised(); n = n % 7 + 1) {
		device.select(now);
		for (size_t i = 0; i < n && at < size; i++, now += 8000000) {
			tw::spi_word w = {data[at++], 8, 0, now, now + 8000000, 132000000, 132};

			if (device.exchange(w) > 0xff)
				broken("a word of 8 bits has an answer of 8", d.path);
		}
		device.deselect(now);
		now += 1000000000;
	}
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unnamed_file file(data, size);

	nr_total++;
	try {
		tw::generic_spi_description d = tw::read_generic_spi(file.path());

		check_description(d);
		nr_accepted++;
		talk(d, data, size);
	} catch (const tw::bad_input &e) {
		check_refusal(e.what(), file.path());
	}
	return 0;
}

extern "C" void fuzz_generic_spi_counts(size_t *accepted, size_t *total)
{
	*accepted = nr_accepted;
	*total = nr_total;
}
