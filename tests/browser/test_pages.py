"""The pages around the board, and where a server has only a path of its host."""

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from ibau.games import systems
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, box_of
from tests.slow import slow_but


def test_options_make_the_ruleset(open_page: OpenPage) -> None:
    page = open_page("/new/seega").page
    page.get_by_role("radio", name="Two people on this screen").check()
    page.get_by_text("Rule variants").click()
    option = page.locator(".option", has_text="A player who can capture must capture.")
    option.get_by_role("checkbox").uncheck()
    expect(option).to_contain_text("SEEGA-4")
    expect(page.locator(".option", has_text="third time")).to_contain_text("our addition")
    expect(page.get_by_role("link", name="The rules")).to_have_attribute(
        "href", "/rules/seega%2Bforced_capture%3Dfalse"
    )
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("link", name="Rules")).to_have_attribute("href", "/rules/seega%2Bforced_capture%3Dfalse")


def test_levels_are_steps_for_mouse_and_keys_and_the_last_choice_is_remembered(open_page: OpenPage) -> None:
    page = open_page("/new/seega").page
    levels = page.get_by_role("group", name="How strong is the computer?")
    level = levels.locator("strong:visible")
    expect(level).to_have_text("Nono")
    levels.get_by_role("radio", name="Intermediate").click()
    expect(level).to_have_text("Miu")
    page.keyboard.press("ArrowRight")
    expect(level).to_have_text("Tiko")
    expect(levels.get_by_role("radio", name="Skilled. Overlooks nothing")).to_be_focused()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".head")).to_contain_text("Tiko: the computer at level 6, Skilled")

    site = page.url.partition("/game/")[0]
    page.goto(site + "/new/senet-race")
    expect(level).to_have_text("Miu")  # the nearest that the race offers
    page.goto(site + "/new/seneti")
    expect(level).to_have_text("Tiko")
    page.get_by_role("radio", name="Two people on this screen").check()
    expect(levels).to_be_hidden()


def test_only_the_levels_that_a_game_offers_are_shown(open_page: OpenPage) -> None:
    def with_few(route: Route) -> None:
        catalogue = route.fetch().json()
        for system in catalogue["systems"]:
            system["levels"] = ["level1", "level4", "level8"]
        route.fulfill(json=catalogue)

    page = open_page("/").page
    page.route("**/api/catalogue*", with_few)
    page.goto(page.url + "new/seneti")
    levels = page.get_by_role("group", name="How strong is the computer?")
    expect(levels.get_by_role("radio")).to_have_count(3)
    expect(levels.locator("strong:visible")).to_have_text("Pip")  # the nearest to Nono
    expect(page.get_by_text("Luck counts here, so there are fewer levels")).to_be_visible()


@pytest.mark.parametrize("system", slow_but(("seti-aleph", "senet-geoludie"), systems()))
def test_the_board_stands_clear_of_the_choices(open_page: OpenPage, system: str) -> None:
    page = open_page(f"/new/{system}").page
    board = page.locator("main .picture")
    expect(board).to_be_visible()
    picture, form = box_of(board), box_of(page.locator("main form"))
    assert picture["x"] + picture["width"] <= form["x"]


def test_the_rules_show_boards_and_lead_to_a_game(open_page: OpenPage) -> None:
    page = open_page("/rules/senet-race").page
    expect(page.locator("figure .picture svg.ground").first).to_be_visible()
    kit = page.get_by_role("link", name="PDF, A4").first
    expect(kit).to_have_attribute("href", "/api/kits/senet-race.pdf?lang=en&paper=A4")
    page.get_by_role("link", name="Play Senet").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_enabled()


def test_addresses_that_lead_nowhere_say_so(open_page: OpenPage) -> None:
    nowhere = {"/new/chess": "There is no such page.", "/game/chess#key": "There is no such game here."}
    for path, sentence in nowhere.items():
        page = open_page(path).page
        expect(page.get_by_role("alert")).to_contain_text(sentence)


TOLD = "all => all.map(one => one.href || one.src || one.value)"


@pytest.mark.slow
def test_the_page_stays_below_its_path(open_page: OpenPage, tmp_path: Path) -> None:
    """On a server with a path in its address, all requests and links of its page are below that path."""
    with ServerProcess(tmp_path / "data", path="/club") as server:
        page = open_page("/livez", server.address).page
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
        page.goto(f"{server.address}/")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url(f"{server.address}/game/*")
        page.reload()
        expect(page.locator(".board")).to_be_visible()
        page.goto(f"{server.address}/games")
        expect(page.locator("a.game")).to_have_count(1)  # stored in this browser for this path
        download = page.locator("a[download]").get_attribute("href")
        page.goto(f"{server.address}/analysis/seega")
        page.get_by_role("button", name="Share").click()
        expect(page.locator("dialog img")).to_have_js_property("complete", value=True)
        links = page.locator("dialog :is(a, img, input[readonly])").evaluate_all(TOLD)
    assert len(links) > 3
    assert len(asked) > 20
    assert str(download).startswith("/club/api/")
    assert [address for address in (*asked, *links) if f"{server.address}/" not in address] == []
