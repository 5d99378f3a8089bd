// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "bug_text.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Files below drivers/ that check drivers instead of being one: what the images have, and the cores
 * of subsystems that a driver of a SPI device is likely to register with.
 */
static const char *const cores[] = {
	"base/*", "of/*",
	"spi/spi.c", "spi/spi-mem.c",
	"clk/clk.c", "clk/clkdev.c", "clk/clk-bulk.c", "clk/clk-composite.c", "clk/clk-conf.c",
	"clk/clk-devres.c", "clk/clk-divider.c", "clk/clk-fixed-*.c",
	"clk/clk-fractional-divider.c", "clk/clk-gate.c", "clk/clk-multiplier.c", "clk/clk-mux.c",
	"dma/dmaengine.c", "dma/of-dma.c", "dma/virt-dma.[ch]",
	"gpio/gpiolib*",
	"pinctrl/core.c", "pinctrl/devicetree.c", "pinctrl/pinconf*.c", "pinctrl/pinmux.c",
	"mtd/mtdcore.c", "mtd/mtdpart.c", "mtd/mtdchar.c", "mtd/mtdconcat.c", "mtd/mtd_blkdevs.c",
	"mtd/nand/core.c", "mtd/nand/spi/core.c", "mtd/nand/raw/nand_base.c",
	"irqchip/irqchip.c", "mfd/mfd-core.c", "mfd/syscon.c", "char/misc.c",
	"i2c/i2c-core*", "regulator/core.c", "reset/core.c", "pwm/core.c", "nvmem/core.c",
	"iio/industrialio*.c", "input/input.c", "rtc/class.c", "rtc/interface.c",
	"tty/tty_*.c", "tty/serial/serial_core.c", "watchdog/watchdog_core.c",
	"watchdog/watchdog_dev.c",
};

static bool is_core(const char *file)
{
	for (size_t i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		if (!fnmatch(cores[i], file, 0))
			return true;
	return false;
}

bool bug_text_is_drivers_own(const char *warning)
{
	const char *at = strstr(warning, " at ");
	char file[128];

	if (!at)
		return false;
	at += strlen(" at ");
	at += strncmp(at, "./", 2) ? 0 : 2;
	if (strncmp(at, "drivers/", 8))
		return false;
	snprintf(file, sizeof(file), "%.*s", (int)strcspn(at + 8, ":"), at + 8);
	return !is_core(file);
}

size_t bug_text_without_address(const char *line, size_t len)
{
	size_t digits = 0;

	while (digits < len && strchr("0123456789abcdef", line[len - 1 - digits]))
		digits++;
	if (digits != 16 || len < 19 || strncmp(line + len - 19, " 0x", 3))
		return len;
	return len - 19;
}

/* How much of `text` goes on a line of `room` columns: to the last space, or a whole long word. */
static size_t line_of(const char *text, size_t len, size_t room)
{
	size_t n = len < room ? len : room;

	if (n == len)
		return n;
	while (n && text[n] != ' ')
		n--;
	if (!n)
		for (n = 1; n < len && text[n] != ' '; n++)
			;
	return n;
}

char *bug_text_wrap(const char *head, const char *what, size_t len)
{
	size_t room = BUG_TEXT_WIDTH - strlen(head), size;
	char *text;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		abort();
	fputs(head, f);
	for (size_t n; len; what += n, len -= n) {
		n = line_of(what, len, room);
		fwrite(what, 1, n, f);
		n += n < len;	/* the space */
		if (n < len)
			fputs("\n" BUG_TEXT_INDENT, f);
		room = BUG_TEXT_WIDTH - strlen(BUG_TEXT_INDENT);
	}
	fputc('\n', f);
	if (fclose(f))
		abort();
	return text;
}
