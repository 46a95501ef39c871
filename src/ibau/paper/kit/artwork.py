"""The drawings of a kit, as flat SVG: the board in parts and in diagrams, and both faces of pieces, sticks and lot."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ibau.core.board import Piece, Travel
from ibau.core.game import Game, State
from ibau.core.outcome import FIRST, SECOND, other
from ibau.paper.drawing.layout import Layout
from ibau.paper.drawing.parts import PictureParts
from ibau.paper.drawing.symbols import DEPTH, OWN, BoardKind, ThemeDrawings, kind_of, look_of, symbols
from ibau.paper.kit.sheets import Part, Size

PIECE, UNDER = 0.8, 0.96  # size of a piece in squares, and of one that lies under others
STICK = (1.5, 1.0, 22.0, 108.0)  # the box of its drawing
STICK_LENGTH = 90.0  # millimetres
STICKS = 4
DEFINITIONS = re.compile(r"<defs>.*?</defs>", re.DOTALL)


class CutOut(NamedTuple):
    """Something to cut out and fold: front and back next to each other, several in a strip."""

    names: tuple[str, ...]  # names of its faces, to be translated
    number: int
    width: float  # millimetres
    height: float
    fronts: tuple[str, ...]  # SVGs, used in turn
    backs: tuple[str, ...]


@dataclass(frozen=True)
class KitArtwork:
    """The drawings of a game, with squares of `square` millimetres."""

    game: Game
    square: float = 1.0

    @cached_property
    def _kind(self) -> BoardKind:
        return kind_of(self.game.board)

    @property
    def _looks(self) -> ThemeDrawings:
        return self._kind.looks["light"]

    @cached_property
    def _layout(self) -> Layout:
        """The board alone, lying."""
        board = replace(self.game.board, areas=())
        turned = board.height > board.width
        return Layout(board, symbols().lengths, self._kind.margin, turned, False, FIRST, (0, 0))

    @cached_property
    def _parts(self) -> PictureParts:
        return PictureParts(self._layout, self._kind, self._looks)

    @property
    def size(self) -> Size:
        """The size of the board."""
        board, unit = self._layout.board, self.square / self._layout.lengths.square
        across, down = round(board.width), round(board.height)
        if self._layout.turned:
            across, down = down, across
        return Size(across, down, self.square, self._kind.margin * unit)

    def part(self, part: Part) -> str:
        """The drawing of a part of the board."""
        unit = self._layout.lengths.square / self.square
        box = (part.left * unit, part.top * unit, part.width * unit, part.height * unit)
        return _framed(self._parts.static_parts(coordinates=True), box)

    def scene(self, state: State, last: Sequence[Travel]) -> str:
        """The board with the pieces of a state, and the path of the last move."""
        drawn = self._parts.scene(self._parts.drawable_pieces(state.pieces), last[0].path if last else (), state.goals)
        return _framed(self._parts.static_parts(coordinates=True) + drawn, (0, 0, *self._layout.field))

    def pieces(self) -> Iterator[CutOut]:
        """The pieces of both sides, grouped by kind."""
        counted = Counter(self._anywhere(piece) for piece in self.game.initial().pieces)
        for piece, count in sorted(counted.items(), key=lambda item: (item[0].seat, item[0].kind)):
            yield self._token(piece, self._backed(piece), count)

    def _anywhere(self, piece: Piece) -> Piece:
        """A piece without its place, and without its seat if pieces have both colours."""
        return replace(piece, place="", seat=FIRST if self.game.system.kit.two_coloured else piece.seat)

    def lot(self) -> CutOut:
        """A piece with both sides' colours, thrown to decide who begins."""
        first, second = (self._first_piece(seat) for seat in (FIRST, SECOND))
        return self._token(first, second, 1)

    def _first_piece(self, seat: int) -> Piece:
        return next(replace(piece, place="") for piece in self.game.initial().pieces if piece.seat == seat)

    def _backed(self, piece: Piece) -> Piece:
        """The back of a piece: its other side, the other owner's colour, or the same again."""
        if self.game.system.kit.two_coloured:
            return replace(piece, seat=other(piece.seat))
        faces = [name.split(" ") for name in self._looks.pieces]
        sides = [side for seat, kind, side in faces if (int(seat), kind) == (piece.seat, piece.kind)]
        return replace(piece, side=next((side for side in sides if side != piece.side), piece.side))

    def _token(self, front: Piece, back: Piece, count: int) -> CutOut:
        share = UNDER if front.kind in self.game.system.kit.under else PIECE
        side, looks = share * self.square, [look_of(front), look_of(back)]
        names = tuple(dict.fromkeys(self._kind.names[look] for look in looks))
        fronts, backs = (self._faces(look, share) for look in looks)
        return CutOut(names, count, side, side, fronts, backs)

    def _faces(self, look: str, share: float) -> tuple[str, ...]:
        """The variants of a piece's drawing for trays, which have no sign behind them."""
        reach = share * self._layout.lengths.square
        box = (-reach / 2, -reach / 2, reach, reach)
        return tuple(_framed(self._paints + in_tray, box) for _, _, in_tray in self._looks.pieces[look])

    @cached_property
    def _paints(self) -> str:
        """The gradients and patterns of pieces, which are part of the ground."""
        ground = self._looks.grounds[self._kind.shape_of(self._layout.board)][self._layout.turned]
        return "".join(DEFINITIONS.findall(ground.bare))


def stick() -> CutOut:
    """A throwing stick, lying: its marked face and its dark one."""
    drawn = symbols().stick
    left, top, across, down = STICK
    box = (-top - down, left, down, across)
    flat_face, round_face = (
        _framed(f'<g transform="rotate(90)">{face}</g>', box) for face in (drawn.flat, drawn.round)
    )
    return CutOut((), STICKS, STICK_LENGTH, STICK_LENGTH * across / down, (flat_face,), (round_face,))


def _framed(markup: str, box: tuple[float, float, float, float]) -> str:
    """A flat picture of what is in a box."""
    left, top, width, height = (f"{length:g}" for length in box)
    view = f'viewBox="{left} {top} {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{flat(markup).replace(OWN, "own-")}</svg>'


FILTERS = re.compile(r"<filter .*?</filter>", re.DOTALL)
TEXTURES = re.compile(r'<\w+ [^>]*filter="[^>]*/>')  # a shape that only shows a filter
FILTERED = re.compile(r' filter="[^"]*"')
DEEP = re.compile(rf"<(\w+) [^>]*{DEPTH}[^>]*(?:/>|(?<!/)>.*?</\1>)", re.DOTALL)  # contains no element of the same name
NOT_FLAT = (FILTERS, TEXTURES, FILTERED, DEEP)


def flat(markup: str) -> str:
    """SVG markup without shadows, textures and edges."""
    for pattern in NOT_FLAT:
        markup = pattern.sub("", markup)
    return markup
