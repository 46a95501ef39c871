"""Two players with a browser each, from the invitation to the end of the game; and watchers."""

import re

import pytest
from playwright.sync_api import Page, expect

from ibau.games import systems
from ibau.language import translator_for
from tests.browser.fast_forward import fast_forward
from tests.browser.server_process import ServerProcess
from tests.browser.untranslated import english_on
from tests.browser.visitor import OpenPage, Visitor, new_game

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def invited(
    open_page: OpenPage, ruleset: str = "seega", lang: str = "en", *, waits: bool = False
) -> tuple[Visitor, str]:
    """Ann, who plays the first seat and has invited a friend, and the address of the invitation."""
    system, *options = ruleset.split("+")
    ann, say = open_page(f"/new/{system}", locale=lang), translator_for(lang)
    page = ann.page
    if options:
        page.get_by_text(say("Rule variants")).click()
    for name, value in (option.split("=") for option in options):
        page.get_by_label(say(option_text(system, name))).fill(value)
    page.get_by_label(say("You and a friend somewhere else")).check()
    page.get_by_label(say("Your name")).fill("Ann")
    page.get_by_role("radio").nth(5).check()  # the first side
    if waits:
        page.get_by_label(say("Throws wait for both players")).check()
    page.get_by_role("button", name=say("Invite")).click()
    address: str = page.get_by_label(say("Invitation"), exact=True).input_value()
    assert english_on(page) == []
    page.get_by_role("button", name=say("Back to the game")).click()
    return ann, address


def option_text(system: str, name: str) -> str:
    """The text of a numeric option on the page."""
    return next(option.text for option in systems()[system].options if option.name == name)


def accepted(open_page: OpenPage, served: ServerProcess, address: str, lang: str = "en") -> Visitor:
    """Ben, on a phone, who has accepted the invitation."""
    ben, say = open_page(address.removeprefix(served.address), locale=lang, **PHONE), translator_for(lang)
    ben.page.get_by_label(say("Your name")).fill("Ben")
    assert english_on(ben.page) == []
    ben.page.get_by_role("button", name=say("Accept and play")).click()
    expect(ben.page.locator(".grid")).to_be_visible()
    return ben


def chosen(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=name).click()


@pytest.mark.slow
def test_an_invitation_takes_nothing_before_it_is_accepted(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page)
    expect(ann.page.locator(".situation")).to_contain_text("Waiting for Dark")
    ben = open_page(address.removeprefix(served.address), **PHONE).page
    expect(ben.locator("dl")).to_contain_text("Ann")
    expect(ben.get_by_role("heading", name="Seega")).to_be_visible()
    ben.reload()
    ben.get_by_role("button", name="Accept and play").click()
    expect(ben.locator(".grid")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Invite")).to_have_count(0)
    assert "#" not in ben.url
    assert "#" not in ann.page.url
    ben.go_back()  # the same browser has the same seat
    ben.get_by_role("button", name="Accept and play").or_(ben.get_by_role("link", name="Watch the game")).wait_for()
    cara = open_page(address.removeprefix(served.address)).page
    expect(cara.locator(".text")).to_contain_text("This seat is already taken")
    cara.get_by_role("link", name="Watch the game").click()
    expect(cara.locator(".situation")).to_contain_text("You are watching.")
    cara.locator(".grid button").first.click()
    expect(cara.locator(".situation")).to_contain_text("only the players can do this")


def seats_of(page: Page) -> list[str]:
    """The names on the plates, the far one first."""
    names = page.locator(".seat strong")
    expect(names.get_by_text("You", exact=True)).to_be_visible()
    height = "names => names.sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y)"
    found: list[str] = names.evaluate_all(f"{height}.map(name => name.innerText)")
    return found


@pytest.mark.slow
def test_a_player_who_opens_their_own_invitation_keeps_both_sides(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page, "seti-beth")
    page = ann.page
    second = page.context.new_page()
    second.goto(address)
    expect(second.get_by_text("You already hold a key to this game in this browser.")).to_be_visible()
    second.get_by_label("Your name").fill("Ben")
    second.get_by_role("button", name="Accept and play").click()
    assert seats_of(second) == ["Ann", "You"]
    for tab, far in ((page, "Ben"), (second, "Ann")):  # each has its own side, after a reload as well
        tab.reload()
        assert seats_of(tab) == [far, "You"]
        assert "#" not in tab.url
    second.get_by_role("link", name="Skip to content").focus()
    second.keyboard.press("Enter")  # the fragment of the address is not taken for a key
    assert seats_of(second) == ["Ann", "You"]
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Play the other side").click()
    expect(page.locator(".seat strong", has_text="Ann")).to_be_visible()
    page.go_back()
    expect(page.locator(".seat strong", has_text="Ben")).to_be_visible()
    second.goto(served.address + "/games")
    second.get_by_role("button", name="Delete").click()
    second.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("There is no such game here.").last).to_be_visible()  # both have left it


def test_storage_that_fails_is_reported(open_page: OpenPage, served: ServerProcess) -> None:
    ann = open_page("/favicon.svg")
    page = ann.page
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }")
    page.goto(served.address + new_game(served.address, "seti-beth", second="level1"))
    expect(page.locator(".situation")).to_contain_text("This browser stores nothing.")
    assert "#" in page.url
    ann.act(min)
    expect(page.locator(".situation")).not_to_contain_text("This browser stores nothing.")  # once
    page.get_by_role("link", name="Your games").click()
    expect(page.get_by_text("This browser stores nothing: these games are forgotten")).to_be_visible()


@pytest.mark.slow
def test_a_withdrawn_invitation_leads_nowhere(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page)
    ann.page.get_by_role("button", name="Invite").click()
    ann.page.get_by_role("button", name="Withdraw").click()
    expect(ann.page.get_by_text("Nobody is invited to this seat now.")).to_be_visible()
    ben = open_page(address.removeprefix(served.address)).page
    expect(ben.locator(".text")).to_contain_text("has been withdrawn")
    expect(ben.get_by_role("button", name="Accept and play")).to_have_count(0)
    ann.page.get_by_role("button", name="New invitation").click()
    renewed = ann.page.get_by_label("Invitation", exact=True).input_value()
    assert renewed != address
    accepted(open_page, served, renewed)


def test_greetings_offers_and_the_end(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page)
    ben = accepted(open_page, served, address)
    expect(ann.page.locator(".seat").filter(has_text="Ben")).to_be_visible()
    ben.page.get_by_role("button", name="Draw lots").click()
    expect(ben.page.locator(".situation")).to_contain_text("two pieces")  # it replaces a greeting
    chosen(ann.page, "Good luck!")
    expect(ben.page.locator(".situation")).to_contain_text("Ann: Good luck!")
    chosen(ben.page, "Offer a draw")
    ann.page.get_by_role("button", name="Decline").click()
    expect(ann.page.get_by_role("button", name="Decline")).to_have_count(0)
    ben.page.get_by_role("button", name="Menu").click()
    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("button", name="Yes, resign").click()
    expect(ann.page.locator(".result")).to_have_text("You have won: Ben has resigned.")
    expect(ben.page.locator(".result")).to_have_text("You have resigned: Ann wins.")
    ann.page.get_by_role("button", name="Again").click()
    for visitor in (ann, ben):
        expect(visitor.page.locator(".situation")).to_contain_text("After one game")
    expect(ann.page.locator(".seat").filter(has_text="Ben")).to_be_visible()


@pytest.mark.slow
def test_a_turn_is_taken_back_by_consent(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page, "seti-beth")
    ben = accepted(open_page, served, address)
    fast_forward(ann, 1)
    ann.page.keyboard.press("u")
    ben.page.get_by_role("button", name="Accept").click()
    for visitor in (ann, ben):
        visitor.wait_for_plies(0)


def test_a_code_brings_a_seat_to_another_device(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page)
    accepted(open_page, served, address)
    chosen(ann.page, "Another device")
    code = ann.page.locator(".letters").inner_text()
    expect(ann.page.get_by_role("img", name="The code as a QR code")).to_be_visible()
    seen = open_page("/code#" + code.replace(" ", "")).page  # as from a QR code
    expect(seen.get_by_label("Code")).to_have_value(code.replace(" ", ""))
    other = open_page("/code", **PHONE).page
    other.get_by_label("Code").fill("BBBBBBBB")
    other.get_by_role("button", name="Go to the game").click()
    expect(other.get_by_role("alert")).to_contain_text("wrong or has expired")
    other.get_by_label("Code").fill(code.lower())
    other.get_by_role("button", name="Go to the game").click()
    expect(other.locator(".seat strong", has_text="You")).to_have_count(1)
    assert re.search("/game/[^#]+$", other.url)


@pytest.mark.slow
def test_a_player_who_leaves_is_shown_as_away(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page)
    ben = accepted(open_page, served, address)
    expect(ann.page).to_have_title(re.compile("Seega · Ibau"))
    ben.page.close()
    expect(ann.page.locator(".situation")).to_contain_text("Ben is away.")
