#!/usr/bin/env python
"""Write docs/pictures: four of the boards beside each other, for light and for dark pages.

    python scripts/pictures.py    # after the drawings changed and scripts/client has built them

They are SVG: sharp on every screen, and a tenth of the size of a PNG with the same grain.
"""

from pathlib import Path

import ibau
from ibau.drawing import Theme

FOLDER = Path(__file__).resolve().parents[1] / "docs/pictures"
THEMES: tuple[Theme, ...] = ("light", "dark")
WIDTH, HEIGHT = 1680, 840

# Positions of games, and where the picture of each lies: left, top and width, with the air that it has around it.
BOARDS = {
    ("senet-geoludie", "1L1DD3LDLL2DD1LL2L1D1D4 second throws - 0 - - 9"): (0, 0, 1070),
    ("seti-aleph", "1(ps)1/h1h/3/3/S2/3/s2/2S/1P1/(HS)1H first 0,1 - 8 -"): (0, 400, 1070),
    ("seega", "D1LL1/1L1LL/1DDD1/3D1/DDD1D second 24 - - 1 23 -"): (1062, 0, 590),
    ("seneti", ".,W,.,B,W,W,w,.,.,B,.,b,.,B,.,.,.,B,.,WB second 2,1 39"): (1057, 546, 600),
}


def collage(theme: Theme) -> str:
    """The boards as one SVG."""
    boards: list[str] = []
    for (ruleset, position), (left, top, width) in BOARDS.items():
        board = ibau.svg.board(ibau.game(ruleset).state(position), theme=theme, width=width, trays=False)
        boards.append(board.replace("<svg ", f'<svg x="{left}" y="{top}" ', 1))
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(boards)}</svg>\n'


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for theme in THEMES:
        (FOLDER / f"boards-{theme}.svg").write_text(collage(theme), "utf-8")
