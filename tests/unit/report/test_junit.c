// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "report/junit.h"
#include "sample.h"
#include "stream.h"

Test(junit, one_case_per_expectation)
{
	struct run_report r = sample_report();
	char *xml = report_junit(&r);

	cr_expect_str_eq(
		xml,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuites>\n"
		"  <testsuite name=\"sama5d36ek-dd-512\" tests=\"4\" failures=\"2\" errors=\"0\" "
		"skipped=\"0\">\n"
		"    <testcase classname=\"sama5d36ek-dd-512\" name=\"low.mean\">\n"
		"      <system-out>predicted 1200 ns, low 1100 ns, high 1300 ns, reference 1 us, "
		"tolerance 25 %, at least none, at most none; source: a &#60;scope&#62; &#38; "
		"&#34;hand&#34;</system-out>\n"
		"    </testcase>\n"
		"    <testcase classname=\"sama5d36ek-dd-512\" name=\"low.max\">\n"
		"      <failure message=\"deviates by more than 5 %; more than 2100 ns\">predicted "
		"2160 ns, low 2160 ns, high 2160 ns, reference 2 us, tolerance 5 %, at least none, "
		"at most 2100 ns</failure>\n"
		"    </testcase>\n"
		"    <testcase classname=\"sama5d36ek-dd-512\" name=\"spi1.messages\">\n"
		"      <system-out>predicted 1, low 1, high 1, reference none, tolerance none, at "
		"least 1, at most 2</system-out>\n"
		"    </testcase>\n"
		"    <testcase classname=\"sama5d36ek-dd-512\" name=\"never.n\">\n"
		"      <failure message=\"never seen: `from` occurred 0 times, `to` 0 times\">"
		"predicted 0, low 0, high 0, reference none, tolerance none, at least 1, at most "
		"none; source: "
		"observed</failure>\n"
		"    </testcase>\n"
		"  </testsuite>\n"
		"</testsuites>\n",
		"%s", xml);
	free(xml);
	sample_free();
}

static char *of_text(const char *outcome, const char *text)
{
	struct run_report r = sample_report();
	char *xml;

	r.outcome = outcome;
	r.text = text;
	xml = report_junit(&r);
	sample_free();
	return xml;
}

/* Whatever a crash says becomes XML. */
Test(junit, a_run_that_failed)
{
	char *xml = of_text("kernel-crash", "<&>\"' \x01\x1b \xff \xef\xbf\xbe\n\xc3\xa4 ]]>");

	cr_expect(strstr(xml, "tests=\"5\" failures=\"2\" errors=\"1\""));
	cr_expect(strstr(xml,
			 " name=\"run\">\n      <error message=\"kernel-crash\">&#60;&#38;&#62;"
			 "&#34;&#39; \xef\xbf\xbd\xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd&#10;"
			 "\xc3\xa4 ]]&#62;</error>\n"),
		  "%s", xml);
	free(xml);
	xml = of_text("expectation-failed", NULL);
	cr_expect(strstr(xml, "tests=\"4\" failures=\"2\" errors=\"0\""));
	cr_expect_not(strstr(xml, "name=\"run\""));
	free(xml);
	xml = of_text("task-failed", NULL);
	cr_expect(strstr(xml, "<error message=\"task-failed\"></error>"));
	free(xml);
}

/* A parser of somebody else agrees, if there is one. */
Test(junit, is_well_formed, .init = enter_scratch, .fini = leave_scratch)
{
	char *xml = of_text("task-failed", "\x02 & <b>\xed\xa0\x80");
	FILE *f = fopen("junit.xml", "w");

	fputs(xml, f);
	fclose(f);
	free(xml);
	if (system("command -v python3 >/dev/null"))
		return;
	cr_expect_eq(system("python3 -c 'import xml.dom.minidom as m; m.parse(\"junit.xml\")'"), 0);
}

Test(junit, two_expectations_of_one_figure)
{
	struct run_report r = sample_report();
	struct expectation list[] = {r.check->list[0], r.check->list[2], r.check->list[0]};
	struct check c = {.list = list, .nr = 3};
	char *xml;

	r.check = &c;
	xml = report_junit(&r);
	cr_expect(strstr(xml, "name=\"low.mean\">"));
	cr_expect(strstr(xml, "name=\"low.mean #2\">"));
	free(xml);
	sample_free();
}
