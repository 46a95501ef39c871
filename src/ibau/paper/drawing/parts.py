"""The parts of a picture, each at its place."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ibau.core.board import Piece
from ibau.core.contract import Goals
from ibau.core.outcome import FIRST, SECOND
from ibau.paper.drawing.layout import Box, Layout, Point
from ibau.paper.drawing.symbols import OWN, BoardKind, ThemeDrawings, look_of


@dataclass(frozen=True)
class PictureParts:
    """Draws the parts of a board of a layout."""

    layout: Layout
    kind: BoardKind
    looks: ThemeDrawings

    def static_parts(self, *, coordinates: bool) -> str:
        """What no action changes: the board."""
        return self.filters() + self.ground(coordinates=coordinates)

    def scene(self, pieces: Sequence[Piece], path: Sequence[str], goals: Goals) -> str:
        """What actions change, in drawing order: goals, the path of the last move, rings, pieces."""
        return self.goals(goals) + self.trace(path) + self.urgent_rings(pieces) + self.pieces(pieces)

    def drawable_pieces(self, pieces: Iterable[Piece]) -> list[Piece]:
        """The pieces that can be drawn: without trays, only those on the board."""
        return [piece for piece in pieces if self.layout.board.areas or self.layout.square(piece.place)]

    def page(self, box: Box) -> str:
        """The background, up to the edges of the picture."""
        left, top, *_ = box
        return f'<rect x="{left:g}" y="{top:g}" width="100%" height="100%" fill="{self.looks.page}"/>'

    def filters(self) -> str:
        """The filters that other parts refer to, such as shadows."""
        left, top, width, height = self.layout.box
        region = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" filterUnits="userSpaceOnUse"'
        how = f'{region} color-interpolation-filters="sRGB"'
        shadow = f'<filter id="{OWN}shadow" {how}>{self.looks.shadow}</filter>' if self.looks.shadow else ""
        return f"<defs>{shadow}{self.looks.filters}</defs>"

    def ground(self, *, coordinates: bool) -> str:
        """The trays, the board, the names of its squares, and its marks."""
        layout, board = self.layout, self.layout.board
        ground = self.looks.grounds[self.kind.shape_of(board)][layout.turned]
        names = ground.coordinates if coordinates else ""
        marks = [
            place_at(layout.middle(square), self.looks.marks[square.mark], named=f'data-mark="{square.mark}"')
            for square in board.squares
            if square.mark in self.looks.marks
        ]
        shadow = f' filter="url(#{OWN}shadow)"' if self.looks.shadow else ""
        lying = place_at(layout.corner, ground.bare + names + "".join(marks))
        return f"<g{shadow}>{self.trays()}{lying}</g>"

    def trays(self) -> str:
        """A strip for each seat, if pieces may lie off the board."""
        drawn: list[str] = []
        for seat in (FIRST, SECOND) if self.layout.board.areas else ():
            x, y, width, height = self.layout.strip(seat)
            for layer in self.looks.tray:
                left, top, less = x + layer.inset + layer.x, y + layer.inset + layer.y, 2 * layer.inset
                size = f'width="{width - less:g}" height="{height - less:g}"'
                drawn.append(f'<rect x="{left:g}" y="{top:g}" {size}{layer.drawn}/>')
        return "".join(drawn)

    def goals(self, goals: Goals) -> str:
        """The squares that each seat has to fill."""
        return "".join(
            place_at(self.layout.spot(square), self.looks.goals[seat])
            for seat, squares in enumerate(goals)
            for square in squares
        )

    def trace(self, path: Sequence[str]) -> str:
        """The path of a move on the board; a line to a tray would cross half of the squares."""
        if not path:
            return ""
        points = [self.layout.spot(place) for place in path if self.layout.square(place)]
        line = " L".join(f"{x:g} {y:g}" for x, y in points)
        drawn: list[str] = []
        for layer in self.looks.trace:
            if len(points) > 1:
                drawn.append(f'<path d="M{line}"{layer.way}/>')
            if self.layout.square(path[0]):
                drawn.append(place_at(points[0], layer.start))
            if self.layout.square(path[-1]):
                drawn.append(place_at(points[-1], layer.end))
        return "".join(drawn)

    def urgent_rings(self, pieces: Iterable[Piece]) -> str:
        """Rings around pieces that must be answered."""
        return "".join(
            place_at(self.layout.spot(piece.place), self.looks.urgent)
            for piece in pieces
            if piece.kind in self.kind.urgent
            and (square := self.layout.square(piece.place))
            and square.start == 1 - piece.seat
        )

    def pieces(self, pieces: Iterable[Piece]) -> str:
        """The pieces, stacks from the bottom up."""
        lying: Counter[str] = Counter()
        drawn: list[str] = []
        for piece in pieces:
            drawn.append(self._piece(piece, lying[piece.place]))
            lying[piece.place] += 1
        return "".join(drawn)

    def _piece(self, piece: Piece, below: int) -> str:
        variant = stable_hash(f"{piece.place} {below}") % self.kind.variants
        plain, stacked, in_tray = self.looks.pieces[look_of(piece)][variant]
        point, named = self.layout.spot(piece.place, below), f'data-place="{piece.place}"'
        if self.layout.square(piece.place) is None:
            return place_at(point, in_tray, scale=self.layout.lengths.small, named=named)
        return place_at(point, stacked if below else plain, named=named)


def place_at(point: Point, markup: str, *, scale: float = 1, named: str = "") -> str:
    """Markup drawn around (0, 0), moved to a point; `named` is an attribute to add."""
    x, y = point
    sized = "" if scale == 1 else f" scale({scale:g})"
    return f'<g {named} transform="translate({x:g} {y:g}){sized}">{markup}</g>'


def stable_hash(text: str) -> int:
    """A hash of a text from 0 to 65520, the same in every process and in the web page."""
    mixed = 7
    for character in text:
        mixed = (mixed * 31 + ord(character)) % 65521
    return mixed
