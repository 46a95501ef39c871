"""A walk through every page and sheet, for looking at each."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from ibau.games import systems
from ibau.language import translator_for
from tests.browser.fast_forward import fast_forward, mistaken_game
from tests.browser.visitor import LONGEST_WAIT, Player, Visitor, new_game

Stops = Iterator[str]  # what is seen now
THROW_RULESET = "senet-race+max_turns=20"
REFUSALS = ("status of 400", "status of 404")  # which the walk brings about
WRONG = ("/nothing", "/new/chess", "/game/nothing", "/invitation/nothing#nothing", "/rules/chess")


class PageWalk:
    """Somebody who opens everything, one after the other, in one window."""

    def __init__(self, visitor: Visitor, lang: str = "en") -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.say = translator_for(lang)

    def everywhere(self) -> Stops:
        yield from self.first_page()
        yield from self.beginnings()
        yield from self.rules()
        yield from self.wrong_addresses()
        yield from self.game()
        yield from self.table()
        yield from self.invitation()
        yield from self.analysis()
        yield from self.lesson()
        yield from self.puzzles()
        yield from self.review()

    def go(self, path: str) -> None:
        self.page.goto(f"{self.visitor.address}{path}")

    def play(self, ruleset: str, second: Player = "person") -> None:
        self.go(new_game(self.visitor.address, ruleset, second=second))
        expect(self.page.locator(".grid")).to_be_visible()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=self.say(name)).first.click()

    def begin(self) -> None:
        """The game that has been chosen; other buttons have the word in theirs."""
        self.page.get_by_role("button", name=self.say("Play"), exact=True).click()

    def check(self, name: str) -> None:
        begins = re.compile(rf"^\s*{re.escape(self.say(name))}")  # a sentence may follow
        self.page.get_by_label(begins).and_(self.page.locator("input")).check()

    def open_sheet(self, *names: str) -> None:
        for name in names:
            self.press(name)
        expect(self.page.get_by_role("dialog")).to_be_visible()

    def open_throws(self) -> None:
        self.press("Menu")
        self.page.locator("#menu .throws").click()
        expect(self.page.get_by_role("dialog")).to_be_visible()

    def first_page(self) -> Stops:
        """The first page, with a game to go on with, and where games of one's own are."""
        self.play("seega+first_player=first", second="level1")
        self.go("/")
        expect(self.page.locator(".going")).to_be_visible()
        yield "the first page"
        self.go("/games")
        expect(self.page.locator(".turn.yours")).to_be_visible()
        yield "your games"
        self.press("Delete")
        yield "a game that may be deleted"

    def beginnings(self) -> Stops:
        """A new game of every system, with all that can be chosen."""
        for system in systems():
            self.go(f"/new/{system}")
            self.page.get_by_text(self.say("Rule variants")).click()
            yield f"a new game of {system}"
        for company in ("Two people on this screen", "You and a friend somewhere else", "Two other people; you watch"):
            self.check(company)
            yield company

    def rules(self) -> Stops:
        for system in systems():
            self.go(f"/rules/{system}")
            self.page.locator("article summary").last.click()
            yield f"the rules of {system}"
        for path in ("/history", "/history/seneti", "/tips/seti-aleph", "/about"):
            self.go(path)
            expect(self.page.locator("article h1")).to_be_visible()
            yield path
        self.go("/rules/seega")
        self.page.locator("article .mark").first.click()
        expect(self.page.locator("article .note:popover-open")).to_be_visible()
        yield "the note on a sentence of the rules"
        self.go("/rulings#SEEGA-9")
        expect(self.page.locator("article h1")).to_be_visible()
        yield "the rulings"

    def wrong_addresses(self) -> Stops:
        for path in WRONG:
            self.go(path)
            expect(self.page.get_by_role("alert")).to_be_visible()
            yield path
        self.go("/code")
        self.page.get_by_role("textbox").fill("BBBBBBBB")
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("alert")).to_be_visible()
        yield "a wrong code"

    def game(self) -> Stops:
        """A game, and what lies over it."""
        self.play(THROW_RULESET)
        yield "the beginning of a game"
        self.press("Menu")
        yield "the menu"
        self.page.keyboard.press("Escape")
        yield from self.sheets()
        self.page.keyboard.press("/")
        expect(self.page.get_by_label(self.say("Your move"))).to_be_focused()
        self.page.keyboard.type("chess")
        self.page.keyboard.press("Enter")
        yield "a move that cannot be typed"
        self.page.keyboard.press("Escape")
        self.visitor.square("26").click()
        expect(self.page.locator(".situation .notice")).to_be_visible()
        yield "why nothing can be done"
        fast_forward(self.visitor)
        self.open_throws()
        expect(self.page.locator(".verdict")).to_be_visible()
        yield "throws that are checked"
        self.page.keyboard.press("Escape")
        yield "the end of a game"

    def sheets(self) -> Stops:
        self.page.get_by_role("link", name=self.say("Rules"), exact=True).click()
        expect(self.page.get_by_role("dialog")).to_be_visible()
        yield "the rules over the board"
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("?")
        expect(self.page.get_by_role("dialog")).to_be_visible()
        yield "what keys do"
        self.page.keyboard.press("Escape")
        self.open_throws()
        yield "throws before the end"
        self.page.keyboard.press("Escape")
        self.open_sheet("Menu", "Playing preferences")
        self.page.get_by_role("checkbox", name=self.say("Sounds")).check()
        yield "how one plays"
        self.page.keyboard.press("Escape")
        self.open_sheet("Menu", "Another device")
        expect(self.page.locator(".letters")).to_be_visible()
        yield "a code for another device"
        self.page.keyboard.press("Escape")

    def table(self) -> Stops:
        """Sticks of one's own; then two face to face, and passing the device on."""
        self.go("/new/senet-geoludie")
        self.check("Two people on this screen")
        self.check("Face to face")
        self.check("We throw our own sticks")
        self.begin()
        expect(self.page.locator(".opposite")).to_be_visible()
        yield "own sticks, face to face"
        self.go("/new/seega")
        self.check("Pass the device")
        self.begin()
        expect(self.page.locator(".grid")).to_be_visible()
        yield "the lots of a game"
        self.press("Draw lots")
        expect(self.page.get_by_role("dialog")).to_be_visible()
        yield "a curtain"

    def invitation(self) -> Stops:
        """An invitation as it is sent, as it is received, withdrawn."""
        self.go("/new/senet-race")
        self.check("You and a friend somewhere else")
        self.press("Invite")
        address = self.page.get_by_label(self.say("Invitation"), exact=True).input_value()
        expect(self.page.get_by_role("dialog").locator("svg").last).to_be_visible()
        yield "an invitation that is sent"
        self.press("Back to the game")
        yield "a game that waits"
        self.page.goto(address)
        expect(self.page.get_by_role("button", name=self.say("Accept and play"))).to_be_visible()
        yield "an invitation"
        self.page.go_back()  # where one invites at once
        self.press("Withdraw")
        expect(self.page.get_by_text(self.say("Nobody is invited to this seat now."))).to_be_visible()
        yield "an invitation that is withdrawn"
        self.page.goto(address)
        expect(self.page.locator("main .text")).to_be_visible()
        yield "an invitation that leads nowhere"

    def analysis(self) -> Stops:
        """The board for analysis, and what is opened and saved there."""
        self.go("/analysis")
        expect(self.page.locator("textarea")).to_be_visible()
        yield "a record that may be analysed"
        self.go("/analysis/seega")
        self.press("Draw lots")
        expect(self.page.locator(".moves [aria-current]")).to_be_visible()
        yield "an analysis"
        self.open_sheet("Open or save")
        yield "an analysis that may be saved"
        self.page.keyboard.press("Escape")
        self.press("Set up")
        expect(self.page.locator("select.field").first).to_be_visible()
        self.press("Remove")
        self.visitor.square("c3").click()
        yield "a position that is set up"
        self.go("/embed/position/seega")
        expect(self.page.locator(".grid")).to_be_visible()
        yield "a position in a frame"

    def lesson(self) -> Stops:
        """A lesson, and a hint in a game."""
        self.go("/learn/senet-race")
        expect(self.page.locator(".grid")).to_be_visible()
        yield "a lesson"
        self.play("seega+first_player=first", second="level1")
        self.press("Menu")
        self.press("Hint")
        expect(self.page.locator(".situation .notice")).to_be_visible()
        yield "a hint"

    def puzzles(self) -> Stops:
        """Puzzles: looked at, chosen among, given up, and that of the day."""
        for system in ("seega", "seti-beth"):
            self.go(f"/puzzles/{system}")
            expect(self.page.locator(".grid")).to_be_visible()
            yield f"a puzzle of {system}"
        self.open_sheet("All puzzles")
        yield "all puzzles"
        self.page.keyboard.press("Escape")
        self.press("Show the solution")
        expect(self.page.locator(".hand button.main")).to_be_visible()
        yield "the solution of a puzzle"
        self.go("/daily")
        expect(self.page.locator(".grid")).to_be_visible()
        yield "the puzzle of the day"

    def review(self) -> Stops:
        """A game looked back on, with all that can be opened there, and a mistake tried again."""
        name = mistaken_game(self.visitor.address)
        self.go(f"/review/{name}")
        again = self.page.locator("a[href^='/again/']")
        expect(again).to_be_visible(timeout=LONGEST_WAIT)
        for closed in self.page.locator("summary").all():
            closed.click()
        self.page.locator(".place").scroll_into_view_if_needed()
        yield "a review"
        self.page.keyboard.press("Home")
        expect(self.page.get_by_text(self.say("Show the better line"))).to_be_visible()
        yield "a mistake in a review"
        self.press("Show the better line")
        expect(self.page.get_by_text(self.say("The better line"))).to_be_visible()
        yield "a better line"
        self.open_sheet("Share")
        yield "a review that is shared"
        self.page.keyboard.press("Escape")
        again.click()
        expect(self.page.locator(".grid")).to_be_visible()
        yield "a mistake that is tried again"
