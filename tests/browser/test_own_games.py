"""The list of one's own games: twelve on a small phone, told by the server, downloaded, deleted after a question."""

import httpx2
from playwright.sync_api import expect

from ibau.core.line import Line
from ibau.games import game
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, new_game

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def remembered(served: ServerProcess) -> list[dict[str, object]]:
    """Twelve games as a browser remembers them, one of which the server does not know."""
    addresses = [new_game(served.address, "seega+first_player=first", second="level1") for _ in range(12)]
    games = [address.removeprefix("/game/").split("#") for address in addresses]
    games[5][0] = "nothing"
    return [{"id": name, "key": key, "title": "Seega", "when": 1.7e12, "over": False} for name, key in games]


def test_ones_own_games(open_page: OpenPage, served: ServerProcess) -> None:
    games = remembered(served)
    page = open_page("/favicon.svg", **PHONE).page
    page.evaluate("games => localStorage.setItem('ibau.games', JSON.stringify(games))", games)
    page.goto(served.address + "/games")
    rows = page.locator("section li")
    expect(rows).to_have_count(11)  # the server says which there are
    expect(rows.first).to_contain_text("against Pip")
    expect(rows.first).to_contain_text("Your turn")
    with page.expect_download() as download:
        rows.first.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == f"seega-{games[0]['id']}.txt"

    with page.expect_download() as download:
        page.get_by_role("button", name="Download all games").click()
    assert download.value.path().read_text("utf-8").count("[Ruleset ") == 11

    rows.first.get_by_role("button", name="Delete").click()
    expect(rows.first.get_by_role("button", name="Keep it")).to_be_focused()
    rows.first.get_by_role("button", name="Keep it").click()
    expect(rows.first.get_by_role("button", name="Delete")).to_be_focused()
    rows.first.get_by_role("button", name="Delete").click()
    rows.first.get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(10)
    page.reload()
    expect(rows).to_have_count(10)
    page.get_by_role("link", name="Ibau").click()
    going = page.locator(".going")
    expect(going).to_contain_text("Continue: Seega")
    expect(going).to_contain_text("Your turn")
    going.click()
    expect(page.locator(".grid")).to_be_visible()
    assert httpx2.get(f"{served.address}/api/games/{games[0]['id']}/record").status_code == 404


def test_all_games_of_a_file_are_imported_and_a_damaged_one_is_named(open_page: OpenPage) -> None:
    start = game("seega+first_player=first+max_turns=3").initial()
    record = str(Line.of(start, ["a1", "b1", "e5", "d5", "a5", "b5"]).record({}))
    damaged = record.replace("a1", "z99", 1)
    page = open_page("/review", expected=["status of 400"]).page
    page.get_by_label("A saved game").fill(f"{record}\n{damaged}\n{record}\n{record}")
    page.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="Import all games").click()
    expect(page.get_by_role("link", name="of the file")).to_have_count(3)
    expect(page.locator("main li").nth(1)).to_contain_text("Game 2 of the file")
    expect(page.locator("main li").nth(1)).to_contain_text("'z99' is not legal here")
    expect(page.get_by_role("button", name="Import all games")).to_have_count(0)
    page.get_by_role("link", name="Your games").click()
    expect(page.locator("section li")).to_have_count(3)
