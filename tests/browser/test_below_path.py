"""A server that has only a path of its host: whatever its page asks for and tells others lies below that."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.serving import Served
from tests.browser.visitor import OpenPage

TOLD = "all => all.map(one => one.href || one.src || one.value)"


def test_the_page_stays_below_its_path(open_page: OpenPage, tmp_path: Path) -> None:
    server = Served(tmp_path / "data", path="/club")
    server.start()
    try:
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
        expect(page.locator("a.game")).to_have_count(1)  # which this browser remembers for this path
        download = page.locator("a[download]").get_attribute("href")
        page.goto(f"{server.address}/analysis/seega")
        page.get_by_role("button", name="Share").click()
        expect(page.locator("dialog img")).to_have_js_property("complete", value=True)
        told = page.locator("dialog :is(a, img, input[readonly])").evaluate_all(TOLD)
    finally:
        server.end()
    assert len(told) > 3
    assert len(asked) > 20
    assert str(download).startswith("/club/api/")
    assert [address for address in (*asked, *told) if f"{server.address}/" not in address] == []
