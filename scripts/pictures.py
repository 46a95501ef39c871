#!/usr/bin/env python
"""Write the pictures in git: for docs, for previews of shared links, and the icons for phones.

    python scripts/pictures.py    # after the drawings changed and scripts/client.py has built them

docs/pictures has a game being played, for light and for dark pages, as an animated SVG.  Previews and icons are PNG;
the preview shows four boards side by side.
"""

from pathlib import Path

import ibau
from ibau.paper.drawing import Theme
from ibau.paper.drawing.picture import Picture

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs/pictures"
PUBLIC = ROOT / "client/public"
THEMES: tuple[Theme, ...] = ("light", "dark")

# The game in docs/pictures.
GAME = ROOT / "src/ibau/games/senet/race/sample_game.txt"
PLIES, SHOWN, WIDE = 34, 12, 1000

WIDTH, HEIGHT = 1680, 840

# Positions of games, and where each is drawn: left, top and width, including margins.
BOARDS = {
    ("senet-geoludie", "1L1DD3LDLL2DD1LL2L1D1D4 second throws - 0 - - 9"): (0, 0, 1070),
    ("seti-aleph", "1(ps)1/h1h/3/3/S2/3/s2/2S/1P1/(HS)1H first 0,1 - 8 -"): (0, 400, 1070),
    ("seega", "D1LL1/1L1LL/1DDD1/3D1/DDD1D second 24 - - 1 23 -"): (1062, 0, 590),
    ("seneti", ".,W,.,B,W,W,w,.,.,B,.,b,.,B,.,.,.,B,.,WB second 2,1 39"): (1057, 546, 600),
}


SHARED = (1200, 630)  # the usual size of previews
PAGE = "#faf8f3"  # the colour behind the boards
ICONS = {"icon-180": 180, "icon-192": 192, "icon-512": 512}  # for phones
PLAIN = 'rx="7"'  # the round corners of the icon, which some phones round themselves


def animated_game(theme: Theme) -> Picture:
    """Some moves of a game of Senet between strong computer players."""
    record = ibau.read_record(GAME.read_text("utf-8"))
    line = ibau.Line.replay(record).back_to(PLIES)
    return ibau.svg.animation(line, SHOWN, theme=theme, width=WIDE)


def collage(theme: Theme) -> str:
    """The boards as one SVG."""
    boards: list[str] = []
    for (ruleset, position), (left, top, width) in BOARDS.items():
        board = ibau.svg.board(ibau.game(ruleset).state(position), theme=theme, width=width, trays=False)
        boards.append(board.replace("<svg ", f'<svg x="{left}" y="{top}" ', 1))
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(boards)}</svg>\n'


def share_picture() -> Picture:
    """The preview: the boards in the middle of a page."""
    wide, high = SHARED
    boards = (
        collage("light")
        .replace("<svg ", '<svg x="60" y="45" ', 1)
        .replace(f'width="{WIDTH}" height="{HEIGHT}"', f'width="{wide - 120}" height="{high - 90}"', 1)
    )
    size = f'width="{wide}" height="{high}"'
    return Picture(f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect {size} fill="{PAGE}"/>{boards}</svg>')


def icon(size: int, *, whole: bool = False) -> Picture:
    """The page's icon; a `whole` one has no round corners."""
    svg = (PUBLIC / "favicon.svg").read_text("utf-8").replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
    return Picture(svg.replace(PLAIN, "") if whole else svg)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for theme in THEMES:
        animated_game(theme).save(FOLDER / f"game-{theme}.svg")
    share_picture().save(PUBLIC / "share.png")
    for name, size in ICONS.items():
        icon(size).save(PUBLIC / f"{name}.png")
    icon(512, whole=True).save(PUBLIC / "icon-whole-512.png")
