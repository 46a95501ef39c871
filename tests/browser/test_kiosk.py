"""A screen in a museum: its games alone, and back to the beginning when nobody is there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ibau.language import LANGUAGES
from tests.browser.english import english_on
from tests.browser.serving import Served
from tests.browser.test_axe import THEMES, violations
from tests.browser.visitor import OpenPage

WALL = {"width": 820, "height": 1180}


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "data", kiosk="seega,senet-race")
    served.start()
    yield served
    served.end()


def test_a_kiosk_from_its_beginning_to_its_beginning(kiosk: Served, open_page: OpenPage) -> None:
    page = open_page("/", address=kiosk.address, viewport=WALL).page
    page.clock.install()
    page.reload()
    expect(page.locator(".objects li")).to_have_count(2)
    expect(page.get_by_role("link", name="Resume with a code")).to_have_count(0)
    page.clock.run_for(200_000)  # nobody has come: nothing happens
    expect(page.get_by_role("alertdialog")).to_have_count(0)

    page.get_by_role("link", name=re.compile("^Seega")).click()
    expect(page.locator("input[type=radio][value=friend]")).to_have_count(0)
    expect(page.get_by_text("Rule variants")).to_have_count(0)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".grid")).to_be_visible()

    page.clock.run_for(80_000)
    expect(page.get_by_role("alertdialog")).to_contain_text("Touch the screen to continue.")
    page.mouse.click(400, 600)
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    page.clock.run_for(91_000)
    page.wait_for_url(kiosk.address + "/")
    kept = page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('ibau.'))")
    assert set(kept) <= {"ibau.language"}  # of the page that has just begun


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_kiosk_is_for_everybody(kiosk: Served, open_page: OpenPage, lang: str) -> None:
    page = open_page("/", address=kiosk.address, viewport=WALL, locale=lang).page

    def looked_at() -> None:
        assert english_on(page) == []
        assert [found for theme in THEMES for found in violations(page, theme)] == []

    page.clock.install()
    page.reload()
    expect(page.locator(".objects li")).to_have_count(2)
    looked_at()
    page.get_by_role("link", name=re.compile("^Seega")).click()
    expect(page.locator("form")).to_be_visible()
    looked_at()
    page.locator(".go button").click()
    expect(page.locator(".grid")).to_be_visible()
    looked_at()
    page.clock.run_for(80_000)
    expect(page.get_by_role("alertdialog")).to_be_visible()
    looked_at()
