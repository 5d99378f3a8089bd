// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "fake_models.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "facade.h"

struct fake_models fake;

static const struct tw_option_doc flash_options[] = {
	{ "image", "FILE", "", "" }, { "fill", "erased|counter", "erased", "" }, { 0 },
};

static const struct tw_option_doc spi_options[] = {
	{ "version", "NUMBER", "1", "" }, { "fifo", "NUMBER", "16", "" }, { 0 },
};

static const struct tw_model_info models[] = {
	{ .compatible = "v,flash", .kind = TW_MODEL_SPI_DEVICE, .options = flash_options },
	{ .compatible = "v,flash-2", .kind = TW_MODEL_SPI_DEVICE, .options = flash_options },
	{ .compatible = "v,gpio", .kind = TW_MODEL_BUS },
	{ .compatible = "v,other", .kind = TW_MODEL_SPI_DEVICE },
	{ .compatible = "v,spi", .kind = TW_MODEL_BUS, .options = spi_options },
};

const struct tw_model_info *tw_model_find(const char *compatible)
{
	for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++)
		if (!strcmp(models[i].compatible, compatible))
			return &models[i];
	return NULL;
}

static void note(const char *format, ...)
{
	size_t used = strlen(fake.calls);
	va_list ap;

	va_start(ap, format);
	vsnprintf(fake.calls + used, sizeof(fake.calls) - used, format, ap);
	va_end(ap);
}

static void note_options(const struct tw_option *options, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		note(" %s=%s", options[i].key, options[i].value);
	note("\n");
}

static int refused(const char *name, char *err)
{
	if (!fake.refuse || strcmp(fake.refuse, name))
		return 0;
	snprintf(err, TW_ERR_SIZE, "%s is refused", name);
	return -1;
}

int tw_board_add(struct tw_board *board, const struct tw_bus_device *dev, char *err)
{
	note("add %s %s %lx+%lx irq=%d index=%d clock=%lu segment=%d init=%zu", dev->name,
	     dev->compatible, (unsigned long)dev->base, (unsigned long)dev->size, dev->irq,
	     dev->index, (unsigned long)dev->clock_hz, dev->segment, dev->nr_init);
	note_options(dev->options, dev->nr_options);
	return refused(dev->name, err);
}

int tw_board_add_spi(struct tw_board *board, const struct tw_spi_device *dev, char *err)
{
	note("spi %s %s on %s cs=%d", dev->name, dev->compatible, dev->controller, dev->cs);
	note_options(dev->options, dev->nr_options);
	return refused(dev->name, err);
}

int tw_board_wire_cs(struct tw_board *board, const char *bank, unsigned int pin,
		     const char *controller, int cs, int active_low, char *err)
{
	note("wire %s.%u to %s cs=%d low=%d\n", bank, pin, controller, cs, active_low);
	return refused(bank, err);
}

int tw_board_wire_dma(struct tw_board *board, const char *controller, unsigned int interface,
		      const char *peripheral, const char *line, char *err)
{
	note("dma %s.%s is interface %u of %s\n", peripheral, line, interface, controller);
	return refused(controller, err);
}
