"""A report in the browser, on phones and desktops, without violations found by axe."""

import pytest
from playwright.sync_api import Browser

from ibau.lab import reporting
from ibau.lab.studies.measure_study import RESULTS
from tests.browser.test_axe import violations
from tests.lab.reporting.test_study_report import figures
from tests.slow import slow_but


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("study")
    figures().write_parquet(folder / RESULTS)
    return reporting.report(folder)[0].as_uri()


@pytest.mark.parametrize("width", slow_but((360,), (360, 820, 1440)))
def test_a_report_is_at_home_everywhere(chromium: Browser, report: str, width: int) -> None:
    with chromium.new_context(viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        page.goto(report)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("img").evaluate_all("every => every.every(it => it.naturalWidth > 100)")
        assert violations(page) == []
