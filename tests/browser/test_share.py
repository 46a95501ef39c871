"""A record is imported, a game is started from its middle, shared, and embedded in another page."""

import http.server
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import pytest
from playwright.sync_api import expect

from ibau.core.line import Line
from ibau.games import game
from tests.browser.server_process import ServerProcess
from tests.browser.test_axe import violations
from tests.browser.visitor import OpenPage

PHONE = {"width": 360, "height": 640}
SHORT = Line.of(game("seega+first_player=first+max_turns=3").initial(), ["a1", "b1", "e5", "d5", "a5", "b5"])


@contextmanager
def museum(html: str) -> Iterator[str]:
    """The address of a page of another site."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def test_a_record_is_brought_in_played_on_and_shared(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page("/review", viewport=PHONE, expected=("status of 400", "status of 409", "frame-ancestors"))
    page = visitor.page
    text, main = page.locator("textarea"), page.locator("main")
    unfinished = str(SHORT.back_to(2).record({}))
    for wrong, reason in (("nonsense", "line 1"), (unfinished, "stops after 2 moves")):
        text.fill(wrong)
        page.get_by_role("button", name="Open", exact=True).click()
        expect(main).to_contain_text(reason)
        expect(text).to_have_value(wrong)  # nothing is lost
    assert violations(page) == []
    expect(page.get_by_role("link", name="analysis board")).to_be_visible()

    text.fill(str(SHORT.record({"First": "Ada"})))
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url("**/review/*")
    name = page.url.rpartition("/")[2]
    expect(page.locator("div.review header")).to_contain_text("Ada")
    page.keyboard.press("Home")

    page.get_by_role("button", name="Share").click()
    sheet = page.locator("dialog")
    expect(sheet.locator("img")).to_have_js_property("complete", value=True)
    code = sheet.get_by_label("code for your page").input_value()
    assert f"/embed/{name}" in code
    assert violations(page) == []
    page.keyboard.press("Escape")

    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("link", name="Play on from here").click()
    page.wait_for_url("**/new/*")
    expect(main).to_contain_text("From a position.")
    assert violations(page) == []
    page.get_by_text("Two people on this screen").click()
    page.locator("button[type=submit]").click()
    page.wait_for_url("**/game/*")
    expect(main).to_contain_text("begins from a position")
    going_on = page.url.rpartition("/")[2].partition("#")[0]
    page.goto(served.address + "/games")
    expect(page.locator("main")).to_contain_text("Ada")

    frames = f'<iframe src="{served.address}/game/{name}"></iframe>{code}'
    with museum(frames) as address:
        page.goto(address)
        shown = page.frame_locator("iframe >> nth=1")
        expect(shown.locator(".board")).to_be_visible()
        expect(shown.get_by_role("status")).to_contain_text("A draw")
        expect(page.frame_locator("iframe >> nth=0").locator(".board")).to_have_count(0)
    page.goto(f"{served.address}/embed/{going_on}")
    expect(page.locator(".board")).to_be_visible()
    assert page.locator("header").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_moves_are_tried_out_on_a_position_in_a_frame(open_page: OpenPage, served: ServerProcess) -> None:
    page = open_page("/games").page
    address = f"{served.address}/embed/position/senet-race?lang=fr"
    with museum(f'<iframe src="{address}" title="Senet" width="480" height="480"></iframe>') as outside:
        page.goto(outside)
        shown = page.frame_locator("iframe")
        expect(shown.locator("html")).to_have_attribute("lang", "fr")
        expect(shown.locator(".status")).to_contain_text("Foncé")
        for _ in range(2):  # the second time from the start again
            shown.get_by_role("button", name="Lancer un quatre").click()
            shown.locator(".grid button.live").first.click()
            shown.locator(".grid button.target").first.click()
            expect(shown.get_by_role("button", name="Lancer un quatre")).to_be_visible()  # a four throws again
            assert page.frames[1].evaluate("document.documentElement.scrollHeight <= innerHeight")
            shown.get_by_role("button", name="Au début").click()
        page.evaluate("frames[0].postMessage({ theme: 'dark' }, '*')")
        expect(shown.locator("html")).to_have_attribute("data-theme", "dark")
        page.goto(f"{address}&theme=contrast")
        expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    assert page.evaluate("[localStorage.getItem('ibau.language'), localStorage.getItem('ibau.theme')]") == [None] * 2


def test_a_finished_game_is_shared_by_its_card_and_its_end_in_short(open_page: OpenPage, served: ServerProcess) -> None:
    record = str(SHORT.record({"First": "Ada"}))
    name = httpx2.post(f"{served.address}/api/records", content=record).raise_for_status().json()["id"]
    page = open_page(f"/review/{name}", viewport=PHONE).page
    expect(page.locator("div.review header")).to_contain_text("A draw after 3 turns.")
    page.get_by_role("button", name="Share").click()
    sheet = page.locator("dialog")
    expect(sheet).to_contain_text("Seega: A draw after 3 turns.")
    expect(sheet.get_by_label("Link to the review")).to_have_value(f"{served.address}/review/{name}")
    card = sheet.locator("img.card")
    expect(card).to_have_attribute("src", f"/api/games/{name}/card.png?lang=en")
    expect(card).to_have_js_property("naturalWidth", 1200)
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    page.get_by_role("button", name="Share").click()  # with the picture of another position
    expect(sheet.locator("img")).to_have_attribute("src", re.compile(r"/picture\.svg"))
    expect(card).to_have_count(0)
