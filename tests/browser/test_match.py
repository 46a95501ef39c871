"""Matches: the next game of the same two, on one screen and on two."""

import json
import random

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, Visitor, new_game

SHORT_RACE = "senet-race+match_scoring=false+max_turns=1"
SHORT_SENETI = "seneti+first_player=first+max_plies=2"


def match_text(page: Page) -> str:
    return page.locator(".situation .match").inner_text()


def play_to_the_end(visitor: Visitor) -> None:
    visitor.play(random.Random(3).choice, actions=100)
    expect(visitor.page.locator(".result")).not_to_be_empty()


def next_game(page: Page) -> None:
    before = page.url
    page.get_by_role("button", name="Again").click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator(".story")).to_have_attribute("data-plies", "0")


def test_two_games_of_seneti_and_the_other_side_starts(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, SHORT_SENETI))
    page = visitor.page
    expect(page.locator(".situation")).to_contain_text("White")
    expect(page.locator(".situation .match")).to_have_count(0)
    play_to_the_end(visitor)
    expect(page.locator(".situation .match")).to_have_count(0)  # the result is enough

    next_game(page)
    white, black = page.locator(".seat strong").all_inner_texts()  # random, since the score has names
    assert match_text(page) == f"After one game: {white} ½, {black} ½. This time {black} starts."
    expect(page.locator(".situation p").first).to_contain_text(black)
    visitor.play(random.Random(3).choice, actions=1)
    expect(page.locator(".situation .match")).to_have_count(0)
    play_to_the_end(visitor)
    assert match_text(page) == f"After 2 games: {white} 1, {black} 1."
    with page.expect_download() as downloading:
        page.get_by_role("link", name="text").click()
    assert '[Match "2"]' in downloading.value.path().read_text()


def test_a_race_against_the_computer_changes_seats(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, SHORT_RACE, second="level1"))
    page = visitor.page
    expect(page.locator(".result")).not_to_be_empty(timeout=60_000)
    next_game(page)
    assert match_text(page) == "After one game: you ½, Pip ½. You have swapped sides."
    expect(page.get_by_role("button", name="Throw the coins")).to_be_enabled()


def drop_next_game(ours: WebSocketRoute) -> None:
    """Forward everything except the news of a next game."""

    def pass_on(message: str | bytes) -> None:
        content = json.loads(message)
        if content["type"] != "changed" or not content["match"]["next"]:
            ours.send(message)

    ours.connect_to_server().on_message(pass_on)


@pytest.mark.slow
def test_who_was_away_when_the_next_game_began_goes_on_to_it(open_page: OpenPage, served: ServerProcess) -> None:
    path = new_game(served.address, SHORT_SENETI)
    visitor, friend = open_page(path), open_page(path)
    visitor.page.route_web_socket("**/socket*", drop_next_game)
    visitor.page.reload()
    play_to_the_end(visitor)
    next_game(friend.page)
    expect(visitor.page.locator(".result")).not_to_be_empty()
    visitor.page.locator("header select").first.select_option("de")  # loads everything again
    visitor.page.wait_for_url(friend.page.url)
    expect(visitor.page.locator(".match")).to_contain_text("Diesmal beginnt")
