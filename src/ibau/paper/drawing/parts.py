"""The parts of one picture, each at its place."""

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
    """What there is to draw on a board that is laid out."""

    layout: Layout
    kind: BoardKind
    looks: ThemeDrawings

    def still(self, *, coordinates: bool) -> str:
        """What no action changes: the board."""
        return self.filters() + self.ground(coordinates=coordinates)

    def scene(self, pieces: Sequence[Piece], path: Sequence[str], goals: Goals) -> str:
        """What lies on it, in the order of the page: the way of the last move, the pieces."""
        return self.goals(goals) + self.trace(path) + self.calls(pieces) + self.pieces(pieces)

    def shown(self, pieces: Iterable[Piece]) -> list[Piece]:
        """The pieces for which there is a place: those beside the board only where it has trays."""
        return [piece for piece in pieces if self.layout.board.areas or self.layout.square(piece.place)]

    def page(self, box: Box) -> str:
        """What is behind the board, up to the edges of the picture."""
        left, top, *_ = box
        return f'<rect x="{left:g}" y="{top:g}" width="100%" height="100%" fill="{self.looks.page}"/>'

    def filters(self) -> str:
        """The shadows that the other parts refer to, that of the board among them."""
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
        """A strip for each seat, where pieces may lie beside the board."""
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
        """The way of a move as far as it lies on the board: a line to a tray would cross half of the squares."""
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

    def calls(self, pieces: Iterable[Piece]) -> str:
        """Rings around the pieces that call for an answer."""
        return "".join(
            place_at(self.layout.spot(piece.place), self.looks.urgent)
            for piece in pieces
            if piece.kind in self.kind.urgent
            and (square := self.layout.square(piece.place))
            and square.start == 1 - piece.seat
        )

    def pieces(self, pieces: Iterable[Piece]) -> str:
        """The pieces, those of a stack from the bottom up."""
        lying: Counter[str] = Counter()
        drawn: list[str] = []
        for piece in pieces:
            drawn.append(self._piece(piece, lying[piece.place]))
            lying[piece.place] += 1
        return "".join(drawn)

    def _piece(self, piece: Piece, below: int) -> str:
        variant = stable_hash(f"{piece.place} {below}") % self.kind.variants
        plain, stacked, beside = self.looks.pieces[look_of(piece)][variant]
        point, named = self.layout.spot(piece.place, below), f'data-place="{piece.place}"'
        if self.layout.square(piece.place) is None:
            return place_at(point, beside, scale=self.layout.lengths.small, named=named)
        return place_at(point, stacked if below else plain, named=named)


def place_at(point: Point, markup: str, *, scale: float = 1, named: str = "") -> str:
    """Markup that was drawn around 0, 0, around a point; `named` are attributes of its own."""
    x, y = point
    sized = "" if scale == 1 else f" scale({scale:g})"
    return f'<g {named} transform="translate({x:g} {y:g}){sized}">{markup}</g>'


def stable_hash(text: str) -> int:
    """A number from 0 to 65520 that is always the same for the same text, in the page as well."""
    mixed = 7
    for character in text:
        mixed = (mixed * 31 + ord(character)) % 65521
    return mixed
