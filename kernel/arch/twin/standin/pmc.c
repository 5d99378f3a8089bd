// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stand-in for the PMC clock drivers of the SAMA5D3. Rates come from the registers as the boot
 * loader left them (PLLA, MCKR); every peripheral runs from MCK. Gates cost what the real driver
 * does: PCR written, read back and written.
 */
#include <linux/clk.h>
#include <linux/clk-provider.h>
#include <linux/io.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/slab.h>
#include <dt-bindings/clock/at91.h>
#include <asm/twin.h>

#define PMC_PLLAR	0x28
#define PMC_MCKR	0x30
#define PMC_PCR		0x10c
#define PMC_PCR_CMD	BIT(12)
#define PMC_PCR_EN	BIT(28)
#define PMC_NR		64

static void __iomem *pmc_base;
static struct clk_hw *pmc_mck;

struct pmc_gate {
	struct clk_hw hw;
	u32 id;
};

static struct clk_hw *pmc_gates[PMC_NR];

static int pmc_gate_set(struct clk_hw *hw, bool on)
{
	u32 id = container_of(hw, struct pmc_gate, hw)->id;

	writel_relaxed(id, pmc_base + PMC_PCR);
	readl_relaxed(pmc_base + PMC_PCR);
	writel_relaxed(id | PMC_PCR_CMD | (on ? PMC_PCR_EN : 0), pmc_base + PMC_PCR);
	return 0;
}

static int pmc_gate_enable(struct clk_hw *hw)
{
	return pmc_gate_set(hw, true);
}

static void pmc_gate_disable(struct clk_hw *hw)
{
	pmc_gate_set(hw, false);
}

static const struct clk_ops pmc_gate_ops = {
	.enable = pmc_gate_enable,
	.disable = pmc_gate_disable,
};

static struct clk_hw *pmc_gate(u32 id)
{
	struct clk_init_data init = {
		.ops = &pmc_gate_ops,
		.parent_hws = (const struct clk_hw *[]){ pmc_mck },
		.num_parents = 1,
	};
	struct pmc_gate *gate;
	char name[16];

	if (pmc_gates[id])
		return pmc_gates[id];
	gate = kzalloc(sizeof(*gate), GFP_KERNEL);
	if (!gate)
		return ERR_PTR(-ENOMEM);
	snprintf(name, sizeof(name), "periph%u", id);
	init.name = name;
	gate->id = id;
	gate->hw.init = &init;
	if (clk_hw_register(NULL, &gate->hw)) {
		kfree(gate);
		return ERR_PTR(-EINVAL);
	}
	pmc_gates[id] = &gate->hw;
	return &gate->hw;
}

/* Cells: type, number. */
static struct clk_hw *pmc_get(struct of_phandle_args *spec, void *data)
{
	u32 type = spec->args[0], id = spec->args[1];

	if (type == PMC_TYPE_PERIPHERAL && id < PMC_NR)
		return pmc_gate(id);
	if (type == PMC_TYPE_CORE && id == PMC_MCK)
		return pmc_mck;
	return ERR_PTR(-EINVAL);
}

/* MCK = xtal * (MULA + 1) / DIVA / PLLADIV2 / MDIV; data sheet 11121, PMC chapter. */
static unsigned long __init pmc_mck_rate(struct device_node *node)
{
	static const u8 mdiv[] = { 1, 2, 4, 3 };
	struct clk *xtal = of_clk_get_by_name(node, "main_xtal");
	u32 pll = readl_relaxed(pmc_base + PMC_PLLAR), mckr = readl_relaxed(pmc_base + PMC_MCKR);
	unsigned long rate = IS_ERR(xtal) ? 0 : clk_get_rate(xtal);

	if (!(pll & 0xff))
		return 0;
	rate = rate * (((pll >> 18) & 0x7f) + 1) / (pll & 0xff);
	if (mckr & BIT(12))
		rate /= 2;
	return rate / mdiv[(mckr >> 8) & 3];
}

static void __init pmc_init(struct device_node *node)
{
	unsigned long rate;

	pmc_base = of_iomap(node, 0);
	if (!pmc_base)
		return;
	rate = pmc_mck_rate(node);
	if (!rate)
		panic("twin: PMC: boot_state gives no master clock");
	pmc_mck = clk_hw_register_fixed_rate(NULL, "masterck", NULL, 0, rate);
	of_clk_add_hw_provider(node, pmc_get, NULL);
}
CLK_OF_DECLARE(twin_sama5d3_pmc, "atmel,sama5d3-pmc", pmc_init);
