"""What a page says before one has read anything: which game this is, whose pieces are whose, and where to go on."""

import pytest
from playwright.sync_api import expect

from ibau.games import systems
from ibau.language import LANGUAGES, translator
from tests.browser.serving import Served
from tests.browser.visitor import OpenPage, new_game

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
FILTER = "one => getComputedStyle(one).filter"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_board_has_its_label(open_page: OpenPage, served: Served, lang: str) -> None:
    labels = {system.usual.id: translator(lang)(system.label) for system in systems().values()}
    page = open_page("/", locale=lang, viewport={"width": 1440, "height": 900}).page
    for name, label in labels.items():
        expect(page.locator(f'.objects a[href="/new/{name}"]')).to_contain_text(label)
    page.locator(".objects").scroll_into_view_if_needed()
    expect(page.locator(".objects .picture")).to_have_count(len(labels))
    boards = [
        page.locator(f'.objects a[href="/new/{name}"] .picture').bounding_box() for name in labels if "senet-" in name
    ]
    assert len({box["y"] for box in boards if box}) == 1  # in a row, however long their labels
    page.goto(f"{served.address}/new/seneti")
    expect(page.locator(".about")).to_contain_text(labels["seneti"])


@pytest.mark.parametrize("system", systems())
def test_plates_and_sentences_show_the_pieces_of_a_seat(open_page: OpenPage, served: Served, system: str) -> None:
    begun = "first_player" in {option.name for option in systems()[system].options}
    ruleset = f"{system}+first_player=first" if begun else system  # before a lot it is nobody's turn
    page = open_page(new_game(served.address, ruleset, second="level1")).page
    plates = page.locator(".seat p")
    expect(plates.locator("svg.pieces")).to_have_count(2)
    expect(plates.locator(".face:has(svg)")).to_have_count(1)
    expect(plates.get_by_text("computer", exact=True)).to_have_count(1)
    expect(plates.get_by_role("img", name="you")).to_have_count(1)
    expect(page.locator(".situation svg.pieces")).to_have_count(1)
    edges = [page.locator(f"{of} svg.pieces .body").first for of in (".seat p", ".situation")]
    for theme, edge in (("light", False), ("dark", True)):  # by night, on the page, a dark piece would not be seen
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert [one.evaluate(FILTER) != "none" for one in edges] == [edge, edge]


def test_a_phone_keeps_what_is_seldom_needed_behind_three_dots(open_page: OpenPage, served: Served) -> None:
    page = open_page(new_game(served.address, "seega-lenient"), **PHONE).page
    page.get_by_role("button", name="Menu").click()
    for part in page.locator("#menu > *").all():
        box = part.bounding_box()
        assert box
        assert box["height"] >= 44
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("link", name="Regeln")).to_be_visible()
    page.get_by_label("Farben").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("link", name="Neue Partie").click()
    page.get_by_text("Spielvariante und Optionen").click()
    expect(page.get_by_role("radio", name="Nichts ist Pflicht")).to_be_checked()  # the same variant again


def test_the_first_page_plays(open_page: OpenPage) -> None:
    page = open_page("/", reduced_motion="no-preference").page
    said = page.locator(".shown p span")
    expect(said).not_to_have_text("")
    before = said.inner_text()
    expect(said).not_to_have_text(before)  # by itself
    page.get_by_role("button", name="Stop the game").click()
    expect(page.get_by_role("button", name="Let the game go on")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".game .grid")).to_be_visible()  # at once
    expect(page.locator(".seat").get_by_text("computer", exact=True)).to_have_count(1)


def test_the_first_page_stands_where_nothing_should_move(open_page: OpenPage) -> None:
    page = open_page("/", **PHONE).page
    expect(page.get_by_role("button", name="Let the game go on")).to_have_text("Let the game go on")
    expect(page.get_by_title("Colours").locator("svg")).to_be_visible()
    box = page.get_by_role("button", name="Play", exact=True).bounding_box()
    assert box
    assert box["y"] + box["height"] <= 640
    page.get_by_role("link", name="With a friend").click()
    expect(page.get_by_role("radio", name="You and a friend somewhere else")).to_be_checked()


def test_pages_about_what_this_is(open_page: OpenPage) -> None:
    page = open_page("/").page
    page.get_by_role("link", name="Privacy").click()
    expect(page.get_by_role("heading", name="Privacy")).to_be_in_viewport()
