"""A report in the browser: on telephones and desks, light and dark, with nothing that axe would find."""

from typing import Literal

import pytest
from playwright.sync_api import Browser

from ibau.lab import reporting
from tests.browser.test_axe import AXE
from tests.lab.reporting.made import made

WIDTHS = {360: ".narrow", 820: ".wide", 1440: ".wide"}  # and which of the two drawings is shown


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    results = made(tmp_path_factory.mktemp("study"), ["seti-beth"], 3)
    return reporting.report(results)[0].as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_report_is_at_home_everywhere(
    chromium: Browser, report: str, width: int, scheme: Literal["light", "dark"]
) -> None:
    with chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(report)
        for summary in page.locator("summary").all():
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        drawn = page.locator("figure [role=img]:visible")
        assert drawn.count() == page.locator(f"figure {WIDTHS[width]}").count() == page.locator("figure").count()
        assert (
            page.locator("figure svg text:visible")
            .first.evaluate("it => getComputedStyle(it).fontFamily")
            .startswith('"Ibau Sans"')
        )
        page.evaluate(AXE)
        found = page.evaluate(
            "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))"
        )
        assert found == []
