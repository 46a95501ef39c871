"""Python's drawings equal those of the page, in the places of all things and in their pixels."""

import json
import random
import re
from base64 import b64encode
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocketRoute

from ibau.core.board import Travel
from ibau.core.game import State
from ibau.core.outcome import FIRST
from ibau.games import game, systems
from ibau.paper.drawing import THEMES
from ibau.paper.drawing.layout import AIR, Layout
from ibau.paper.drawing.parts import PictureParts
from ibau.paper.drawing.picture import Picture, make_picture
from ibau.paper.drawing.symbols import kind_of, symbols
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, Visitor, new_game

pytestmark = pytest.mark.slow

CLIENT = Path(__file__).resolve().parents[2] / "client"
HEADS = re.compile(r"HEADS = \{ above: (\d+), beside: (\d+) \}")  # pixels of a tray that the name of a seat takes
ACTIONS = 60
AVERAGE_APART, WORST_APART = 8, 16  # levels of 255; sand is at 7, the edges of wood at 11, a piece too few above 60
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1440, "height": 1300}

# The size of the drawing in its own units and on the screen, and the places of the pieces.
SHOWN = """() => {
    const drawing = document.querySelector('.board .pieces');
    const { width, height } = drawing.viewBox.baseVal;
    const scale = drawing.getBoundingClientRect().width / width;
    const placed = [...drawing.querySelectorAll('.piece')].map(piece => {
        const { e, f } = piece.transform.baseVal.consolidate().matrix;
        return [piece.dataset.place, e, f];
    });
    const plate = Math.max(...[...document.querySelectorAll('.seat p:first-child')].map(one => one.clientHeight));
    return { size: [width, height], scale, placed, plate };
}"""

# Only the drawing, at 100 pixels per square, with the margin that pictures have.
ALONE = """
    body * {{ visibility: hidden !important }}
    .board > svg, .board > svg * {{ visibility: visible !important }}
    .board {{
        position: fixed !important; left: {air}px; top: {air}px;
        width: {width}px !important; height: {height}px !important;
    }}
"""

# The difference of two pictures in levels of 255: the mean over all pixels, and that of the worst patch, a fifth of a
# square averaged.  Grain differs from pixel to pixel, a misplaced thing over whole patches.
APART = """async pictures => {
    const [one, other] = await Promise.all(pictures.map(async encoded => {
        const image = new Image();
        image.src = 'data:image/png;base64,' + encoded;
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
    }));
    if (one.width !== other.width || one.height !== other.height) throw new Error('of different sizes');
    const across = Math.ceil(one.width / 20);
    const patches = new Map();
    let sum = 0;
    for (let at = 0; at < one.data.length; at += 4) {
        const [x, y] = [(at / 4) % one.width, Math.floor(at / 4 / one.width)];
        const patch = Math.floor(y / 20) * across + Math.floor(x / 20);
        const apart = [0, 1, 2].map(n => one.data[at + n] - other.data[at + n]);
        const total = patches.get(patch) ?? [0, 0, 0, 0];
        patches.set(patch, [...apart.map((level, n) => total[n] + level), total[3] + 1]);
        sum += Math.max(...apart.map(Math.abs));
    }
    const worst = [...patches.values()].map(([r, g, b, n]) => Math.max(...[r, g, b].map(Math.abs)) / n);
    return [sum / (one.width * one.height), Math.max(...worst)];
}"""


class Scene(NamedTuple):
    """A state in the middle of a game, and the last travels."""

    state: State
    last: tuple[Travel, ...]

    @classmethod
    def of(cls, ruleset: str) -> "Scene":
        """The scene of a random game, always the same."""
        played, choose = game(ruleset), random.Random(ruleset).choice
        scene = cls(played.initial(), ())
        for _ in range(ACTIONS):
            action = choose(scene.state.legal)
            travels = scene.state.travels(action)
            after = cls(scene.state.after(action), travels or scene.last)
            if after.state.result:
                break
            scene = after
        return scene

    def message_of(self, message: str | bytes) -> str:
        """The server's message to a watcher, changed to show this scene."""
        sent: dict[str, Any] = json.loads(message)
        if sent["type"] == "welcome":
            ply = {"index": 1, "seat": None, "action": "", "description": "", "turn": 1}
            ply |= {"heads": None, "value": None}
            sent["story"] = [{**ply, "travels": [asdict(travel) for travel in self.last]}]
            sent["state"] |= {"ply_count": 1, "legal": [], "throw": None, "to_move": "nobody"}
            sent["state"]["pieces"] = [asdict(piece) for piece in self.state.pieces]
            sent["yours"] = []
        return json.dumps(sent)

    def show(self, page: Page) -> None:
        """Show the scene on a page."""

        def connect(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            server.on_message(lambda message: socket.send(self.message_of(message)))

        page.route_web_socket("**/socket*", connect)

    def drawn(self, theme: str, layout: Layout) -> Picture:
        """The picture of the scene in a layout."""
        kind = kind_of(layout.board)
        path = self.last[0].path if self.last else ()
        parts = PictureParts(layout, kind, kind.looks[theme])
        drawn = parts.page(layout.box) + parts.static_parts(coordinates=True)
        drawn += parts.scene(self.state.pieces, path, self.state.goals)
        return make_picture(drawn, layout.box, layout.box[2], "", "")


def visitor_at(open_page: OpenPage, served: ServerProcess, scene: Scene, window: ViewportSize) -> Visitor:
    """A visitor who sees a scene."""
    visitor = open_page("/favicon.svg", viewport=window, bypass_csp=True)  # to add a style sheet and pictures
    scene.show(visitor.page)
    visitor.page.goto(served.address + new_game(served.address, str(scene.state.game.ruleset)))
    visitor.page.locator(".board .piece").first.wait_for()
    return visitor


def layout_of(scene: Scene, shown: dict[str, Any]) -> Layout:
    """The layout of the page's size, with the same room for names as on the page."""
    board = scene.state.game.board
    heads = HEADS.search((CLIENT / "src/board/PlayBoard.svelte").read_text("utf-8"))
    assert heads
    first, second = (sum(piece.seat == seat for piece in scene.state.pieces) for seat in (0, 1))
    for turned in (False, True):
        for sideways in (False, True):
            head = max(int(heads[1 + sideways]), sideways and shown["plate"]) / shown["scale"]
            margin, lengths = kind_of(board).margin, symbols().lengths
            layout = Layout(board, lengths, margin, turned, sideways, FIRST, (first, second), head)
            if list(layout.size) == shown["size"]:
                return layout
    raise AssertionError(shown["size"])


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("ruleset", systems())
def test_everything_lies_where_the_page_puts_it(
    open_page: OpenPage, served: ServerProcess, ruleset: str, window: ViewportSize
) -> None:
    scene = Scene.of(ruleset)
    shown = visitor_at(open_page, served, scene, window).page.evaluate(SHOWN)
    layout = layout_of(scene, shown)
    lying: dict[str, int] = {}
    for (place, x, y), piece in zip(shown["placed"], scene.state.pieces, strict=True):
        assert place == piece.place
        assert layout.spot(place, lying.setdefault(place, 0)) == pytest.approx((x, y), abs=0.01)
        lying[place] += 1


@pytest.mark.parametrize("ruleset", systems())
def test_a_picture_looks_like_the_page(open_page: OpenPage, served: ServerProcess, ruleset: str) -> None:
    scene = Scene.of(ruleset)
    page = visitor_at(open_page, served, scene, DESKTOP).page
    layout = layout_of(scene, page.evaluate(SHOWN))
    _, _, across, down = layout.box
    page.add_style_tag(content=ALONE.format(air=AIR, width=layout.size[0], height=layout.size[1]))
    for theme in THEMES:
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        taken = page.screenshot(clip={"x": 0, "y": 0, "width": across, "height": down})
        pictures = [b64encode(picture).decode() for picture in (taken, scene.drawn(theme, layout).png())]
        average, worst = page.evaluate(APART, pictures)
        assert average < AVERAGE_APART, theme
        assert worst < WORST_APART, theme
