// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stand-in for the AIC5 interrupt controller of the SAMA5D3. The line with the lowest number wins
 * (the board's priorities are parsed and not used: nothing here nests). Charged per interrupt as
 * the real driver accesses it: IVR and ISR read, EOICR written; mask and unmask two writes.
 */
#include <linux/irq.h>
#include <linux/irqchip.h>
#include <linux/irqdomain.h>
#include <linux/of.h>
#include <asm/irq_mask.h>
#include <asm/twin.h>

#define AIC_LINES 48	/* peripheral identifiers of the SAMA5D3 */

static struct irq_domain *aic_domain;

static void aic_mask(struct irq_data *d)
{
	twin_irq_enable_line(d->hwirq, false);
	twin_charge_mmio(TWIN_BUS_SYS, 0, 2);
}

static void aic_unmask(struct irq_data *d)
{
	twin_irq_enable_line(d->hwirq, true);
	twin_charge_mmio(TWIN_BUS_SYS, 0, 2);
}

static void aic_eoi(struct irq_data *d)
{
	twin_charge_mmio(TWIN_BUS_SYS, 0, 1);
}

static int aic_set_type(struct irq_data *d, unsigned int type)
{
	return type == IRQ_TYPE_LEVEL_HIGH || type == IRQ_TYPE_NONE ? 0 : -EINVAL;
}

static struct irq_chip aic_chip = {
	.name = "aic5-twin",
	.irq_mask = aic_mask,
	.irq_unmask = aic_unmask,
	.irq_eoi = aic_eoi,
	.irq_set_type = aic_set_type,
};

static int aic_map(struct irq_domain *d, unsigned int virq, irq_hw_number_t line)
{
	irq_set_chip_and_handler(virq, &aic_chip, handle_fasteoi_irq);
	irq_set_probe(virq);
	if (virq < TWIN_MAX_VIRQ)
		twin_hwirq[virq] = line;
	return 0;
}

/* Cells: line, trigger type, priority. */
static int aic_xlate(struct irq_domain *d, struct device_node *node, const u32 *cells,
		     unsigned int n, irq_hw_number_t *line, unsigned int *type)
{
	if (n != 3 || cells[0] >= AIC_LINES)
		return -EINVAL;
	*line = cells[0];
	*type = cells[1] & IRQ_TYPE_SENSE_MASK;
	return 0;
}

static const struct irq_domain_ops aic_ops = { .map = aic_map, .xlate = aic_xlate };

static void aic_handle(struct pt_regs *regs)
{
	int i;

	twin_charge_mmio(TWIN_BUS_SYS, 2, 0);
	for (i = 0; i < TWIN_IRQ_WORDS; i++) {
		u64 ready = twin_cpu->irq[i] & twin_irq_enabled[i];

		if (ready) {
			generic_handle_domain_irq(aic_domain, i * 64 + __ffs64(ready));
			return;
		}
	}
	aic_eoi(NULL);	/* spurious: the line fell before it was read */
}

static int __init aic_init(struct device_node *node, struct device_node *parent)
{
	aic_domain = irq_domain_add_linear(node, AIC_LINES, &aic_ops, NULL);
	if (!aic_domain)
		return -ENOMEM;
	irq_set_default_host(aic_domain);
	set_handle_irq(aic_handle);
	return 0;
}
IRQCHIP_DECLARE(twin_sama5d3_aic, "atmel,sama5d3-aic", aic_init);
