"""A page at first sight: which game it is, which pieces belong to whom, and where to go on."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from ibau.games import systems
from ibau.language import LANGUAGES, translator_for
from tests.browser.fast_forward import fast_forward
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, box_of, new_game
from tests.slow import slow_but

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SIZES: list[ViewportSize] = [
    {"width": 360, "height": 640},
    {"width": 844, "height": 390},
    {"width": 1440, "height": 900},
]
LARGE = SIZES[-1]

# The names that overlap a tray by more than its edge.
OVERLAPS = """() => [...document.querySelectorAll('.seat strong')].filter(name => {
    const one = name.getBoundingClientRect();
    return [...document.querySelectorAll('.tray rect')].some(tray => {
        const other = tray.getBoundingClientRect();
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        return wide > 0 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    });
}).map(name => name.innerText)"""
FILTER = "one => getComputedStyle(one).filter"


@pytest.mark.parametrize("lang", slow_but(("de",), LANGUAGES))
def test_every_board_has_its_label(open_page: OpenPage, served: ServerProcess, lang: str) -> None:
    labels = {system.default_preset.id: translator_for(lang)(system.label) for system in systems().values()}
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


@pytest.mark.parametrize("system", slow_but(("seega",), systems()))
def test_plates_and_sentences_show_the_pieces_of_a_seat(
    open_page: OpenPage, served: ServerProcess, system: str
) -> None:
    begun = "first_player" in {option.name for option in systems()[system].options}
    ruleset = f"{system}+first_player=first" if begun else system  # before a lot, no side is to move
    page = open_page(new_game(served.address, ruleset, second="level1")).page
    plates = page.locator(".seat p")
    expect(plates.locator("svg.pieces")).to_have_count(2)
    expect(plates.locator(".face:has(svg)")).to_have_count(1)
    expect(plates.get_by_text("computer", exact=True)).to_have_count(1)
    expect(plates.get_by_text("You", exact=True)).to_have_count(1)
    expect(page.locator(".situation svg.pieces")).to_have_count(1)
    edges = [page.locator(f"{of} svg.pieces .body").first for of in (".seat p", ".situation")]
    for theme, edge in (("light", False), ("dark", True)):  # a dark piece would be invisible on a dark page
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert [one.evaluate(FILTER) != "none" for one in edges] == [edge, edge]


def test_a_phone_keeps_what_is_seldom_needed_behind_three_dots(open_page: OpenPage, served: ServerProcess) -> None:
    page = open_page(new_game(served.address, "seega-lenient"), **PHONE).page
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("link", name="Regeln")).to_be_visible()
    page.get_by_label("Farben").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("link", name="Neue Partie").click()
    page.get_by_text("Spielvariante und Optionen").click()
    expect(page.get_by_role("radio", name="Nichts ist Pflicht")).to_be_checked()  # the same variant again


def test_the_first_page_plays(open_page: OpenPage) -> None:
    page = open_page("/", reduced_motion="no-preference").page
    text = page.locator(".shown p span")
    expect(text).not_to_have_text("")
    before = text.inner_text()
    expect(text).not_to_have_text(before)  # by itself
    page.get_by_role("button", name="Stop the game").click()
    expect(page.get_by_role("button", name="Let the game go on")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".game .grid")).to_be_visible()  # at once
    expect(page.locator(".seat").get_by_text("computer", exact=True)).to_have_count(1)


def test_the_first_page_stands_where_nothing_should_move(open_page: OpenPage) -> None:
    page = open_page("/", **PHONE).page
    expect(page.get_by_role("button", name="Let the game go on")).to_have_text("Let the game go on")
    expect(page.get_by_title("Colours").locator("svg")).to_be_visible()
    box = box_of(page.get_by_role("button", name="Play", exact=True))
    assert box["y"] + box["height"] <= 640
    page.get_by_role("link", name="With a friend").click()
    expect(page.get_by_role("radio", name="You and a friend somewhere else")).to_be_checked()


@pytest.mark.parametrize("ruleset", ["seega", "senet-race"])
@pytest.mark.parametrize("window", slow_but(SIZES[:1], SIZES))
def test_what_begins_a_game_comes_first_and_is_in_view(open_page: OpenPage, ruleset: str, window: ViewportSize) -> None:
    page = open_page(f"/new/{ruleset}", viewport=window).page
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_in_viewport(ratio=1)
    play.click()
    first = page.get_by_role("button", name=re.compile("^(Draw lots|Throw the coins)"))
    expect(first).to_be_in_viewport(ratio=1)
    if ruleset == "seega":
        begin, back = box_of(first), box_of(page.get_by_role("button", name="Take back"))
        assert begin["x"] + begin["width"] < back["x"]
        assert begin["y"] < back["y"] + back["height"]


def test_moves_tell_whose_they_are_and_five_are_seen_at_the_end(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "seega+first_player=first+max_turns=9"), viewport=LARGE, locale="fr")
    fast_forward(visitor)
    first, second = (visitor.page.locator(f".seat{far} svg.pieces").inner_html() for far in (":not(.far)", ".far"))
    assert first != second
    sides = [side.inner_html() for side in visitor.page.locator(".story ol svg.pieces").all()]
    assert sides == [first, second] * 4 + [first]
    expect(visitor.page.locator(".result")).not_to_be_empty()
    frame = box_of(visitor.page.locator(".story ol"))
    row = box_of(visitor.page.locator(".story ol li").last)
    assert frame["height"] >= 5 * row["height"]


@pytest.mark.slow
def test_no_name_lies_over_a_tray(open_page: OpenPage, served: ServerProcess) -> None:
    page = open_page("/favicon.svg", locale="fr", bypass_csp=True).page  # to add a style sheet
    for system in systems():
        page.goto(served.address + new_game(served.address, system, second="level1"))
        for window in SIZES:
            page.set_viewport_size(window)
            page.locator(".seat .face svg").wait_for()
            page.add_style_tag(content=".seat p { max-width: 4rem !important }")  # as on a narrower screen
            assert page.evaluate(OVERLAPS) == [], (system, window)
