"""A kiosk shows only its games, and starts over when it is not used."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import expect

from ibau.games import systems
from ibau.language import LANGUAGES
from tests.browser.server_process import ServerProcess
from tests.browser.test_axe import THEMES, violations
from tests.browser.untranslated import english_on
from tests.browser.visitor import OpenPage, box_of, new_game

ALL = ",".join(systems())
WALL = {"width": 820, "height": 1180}
WALLS = ((1080, 1920), (1920, 1080), (1440, 900))

# What does not fit the window, what is cut off, and what is too small to touch.
FAULTS = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const faults = [];
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) faults.push(`it is ${scrollWidth} by ${scrollHeight}`);
    for (const one of document.querySelectorAll('header a, header button, .objects a')) {
        const { width, height, bottom } = one.getBoundingClientRect();
        const small = Math.min(width, height) < 60;
        if (small || bottom > innerHeight) faults.push(`${one.innerText}: ${width} by ${height}`);
    }
    for (const one of document.querySelectorAll('.objects a > *, .objects li'))
        if (one.scrollHeight > one.clientHeight + 1) faults.push(`${one.innerText} is cut`);
    for (const one of document.querySelectorAll('.picture'))
        if (one.getBoundingClientRect().height < 64) faults.push('a board is small');
    done(faults);
})))"""


@pytest.fixture(scope="module")
def kiosk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("kiosk") / "data", kiosk="seega,senet-race") as served:
        yield served


def test_a_kiosk_from_its_beginning_to_its_beginning(kiosk: ServerProcess, open_page: OpenPage) -> None:
    page = open_page("/", address=kiosk.address, viewport=WALL).page
    page.clock.install()
    page.reload()
    expect(page.locator(".objects li")).to_have_count(2)
    expect(page.get_by_role("link", name="Resume with a code")).to_have_count(0)
    page.clock.run_for(200_000)  # without a visitor, a board plays by itself
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    page.get_by_role("button", name="Touch the screen to play").click()

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
    assert set(kept) <= {"ibau.language"}  # of the page that has just started


@pytest.mark.slow
@pytest.mark.parametrize("presets", ["seega", "seega,senet-race,seneti", ALL])
def test_all_that_is_offered_is_on_one_screen(tmp_path: Path, open_page: OpenPage, presets: str) -> None:
    with ServerProcess(tmp_path / "data", kiosk=presets) as served:
        for lang in LANGUAGES:
            page = open_page("/", address=served.address, locale=lang).page
            for width, height in WALLS:
                page.set_viewport_size({"width": width, "height": height})
                expect(page.locator(".objects svg.ground")).to_have_count(presets.count(",") + 1)
                assert page.evaluate(FAULTS) == [], (lang, width)


@pytest.mark.slow
def test_screens_load_the_page_again_when_the_server_was(kiosk: ServerProcess, open_page: OpenPage) -> None:
    page = open_page("/", address=kiosk.address, viewport=WALL).page
    page.clock.install()
    page.reload()
    expect(page.locator(".objects li")).to_have_count(2)
    page.evaluate("window.old = true")
    page.clock.run_for(61_000)
    assert page.evaluate("window.old")  # the server is the same
    kiosk.end()
    kiosk.start()
    with page.expect_navigation():
        page.clock.run_for(61_000)
    expect(page.locator(".objects li")).to_have_count(2)
    assert not page.evaluate("window.old")


def test_what_to_do_is_shown_at_the_controls(kiosk: ServerProcess, open_page: OpenPage) -> None:
    before = httpx2.get(f"{kiosk.address}/api/kiosk").json()
    page = open_page(new_game(kiosk.address, "seega"), address=kiosk.address, viewport=WALL).page
    boxes = [box_of(page.locator(part)) for part in (".place", ".situation", ".hand")]
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"] + 1
    status = httpx2.get(f"{kiosk.address}/api/kiosk").json()
    assert [status[name] - before[name] for name in ("games", "games_today")] == [1, 1]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_kiosk_is_accessible(kiosk: ServerProcess, open_page: OpenPage, lang: str) -> None:
    page = open_page("/", address=kiosk.address, viewport=WALL, locale=lang).page

    def looked_at() -> None:
        assert english_on(page) == []
        assert [found for theme in THEMES for found in violations(page, theme)] == []

    page.clock.install()
    page.reload()
    expect(page.locator(".objects li")).to_have_count(2)
    looked_at()
    page.clock.run_for(61_000)
    expect(page.locator(".playing")).to_be_visible()  # the board that plays by itself
    looked_at()
    page.mouse.click(400, 600)  # where a link lies below
    expect(page.locator(".playing")).to_have_count(0)
    page.get_by_role("link", name=re.compile("^Seega")).click()
    expect(page.locator("form")).to_be_visible()
    looked_at()
    page.locator(".go button").click()
    expect(page.locator(".grid")).to_be_visible()
    looked_at()
    page.clock.run_for(80_000)
    expect(page.get_by_role("alertdialog")).to_be_visible()
    looked_at()
