"""The board for analysis: moves tried out as variations, records opened and saved, what the computer thinks."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.test_axe import violations
from tests.browser.visitor import OpenPage

RECORD = '[Ruleset "senet-race"]\n\n1. t2 8-10 {why?} 2. t4 9-13 t2 (t1 7-8 (5x6)) 13-15 *\n'


def test_moves_are_tried_out_by_keyboard_and_mouse(open_page: OpenPage) -> None:
    visitor = open_page("/analysis/seega")
    page = visitor.page
    page.get_by_role("button", name="Light begins").click()
    for place in ("b2", "d4", "a1"):
        expect(visitor.square(place)).to_have_class(re.compile(r"\blive\b"))
        visitor.square(place).press("Enter")
        expect(page.locator(".moves [aria-current]")).to_have_text(place)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".moves [aria-current]")).to_have_text("d4")
    visitor.square("e5").click()
    expect(page.get_by_role("group", name="Variation")).to_contain_text("e5")
    page.get_by_role("button", name="Move this variation up").click()
    expect(page.get_by_role("group", name="Variation")).to_contain_text("a1")
    page.get_by_label("Comment").fill("better")
    page.get_by_role("heading", name="Seega").click()
    expect(page.locator(".moves .comment")).to_have_text("better")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".moves [aria-current]")).to_have_text("d4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".moves [aria-current]")).to_have_text("a1")
    page.get_by_role("button", name="Delete from here").click()
    expect(page.get_by_role("group", name="Variation")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.get_by_role("group", name="Variation")).to_contain_text("a1")
    assert violations(page) == []


def test_records_are_opened_and_saved(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/analysis", expected=["status of 400"]).page
    page.get_by_label("A saved game").fill(RECORD.replace("8-10", "8-11"))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".trouble")).to_contain_text("line 3, move 2: '8-11' is not legal here")
    page.get_by_label("A saved game").fill(RECORD)
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator(".moves").get_by_role("button", name="7-8").click()
    expect(page.locator(".status")).to_contain_text("Light to throw.")
    page.get_by_role("button", name="Throw a two").click()
    expect(page.locator(".moves [aria-current]")).to_have_text("t2")
    page.get_by_role("button", name="Open or save").click()
    assert violations(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as text").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert "(t1 7-8 (5x6) t2)" in " ".join(saved.read_text().split())
    page.get_by_label("Another position").fill("30 first - - 0")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert")).to_have_text("There is no pawn on the board.")
    address = page.get_by_label("Link to this position").input_value()
    page.goto(address)
    expect(page.locator(".moves")).to_contain_text("Nothing has been played yet.")


def test_the_computer_says_what_it_thinks(open_page: OpenPage) -> None:
    page = open_page("/analysis/seti-beth").page
    page.get_by_label("What the computer thinks").check()
    lines = page.locator(".engine li")
    expect(lines).to_have_count(3, timeout=120_000)
    lines.first.get_by_role("button").click()
    expect(page.locator(".moves [aria-current]")).to_have_count(1)
    page.goto(page.url.replace("seti-beth", "senet-race?position=3D23LLD+first+-+-+0"))
    expect(page.locator(".engine")).to_contain_text("exact", timeout=30_000)
    expect(page.locator(".engine p")).to_contain_text("Light's winning chances before the throw: 51.93%")
    lines.nth(1).get_by_role("button", name="Throw a two").click()
    expect(lines.first).to_contain_text("52.71%")
    expect(lines).to_have_count(2)
