"""Views of core's objects for the browser, with texts in one language."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from ibau.core.board import Board, Square
from ibau.core.contract import Standing
from ibau.core.game import Game, State
from ibau.core.line import Line, Ply
from ibau.core.options import Ruleset, preset_values
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.result_text import result_text
from ibau.learn.review_text import result_summary
from ibau.paper.rules_pages import value_text
from ibau.web.api.catalogue import Start
from ibau.web.api.games import Variant
from ibau.web.protocol import (
    ACTORS,
    SEATS,
    TO_MOVE,
    ActionView,
    AwaitedThrow,
    BoardView,
    PlyView,
    ResultView,
    Seat,
    SquareView,
    StandingView,
    StateView,
)

ASSISTED = Standing(Phrase(N_("with hints")), Phrase(N_("plays with hints")))


def board_view(board: Board, translate: Translate) -> BoardView:
    """A board, with its labels and the effects of its squares translated."""
    return BoardView(
        kind=board.kind,
        width=board.width,
        height=board.height,
        squares=tuple(_square_view(square, translate) for square in board.squares),
        areas=board.areas,
        track=board.track,
        throws=board.throws,
        first=board.first,
        second=board.second,
    )


def _square_view(square: Square, translate: Translate) -> SquareView:
    effects = tuple(map(translate, square.effects))
    return SquareView(square.name, square.x, square.y, square.mark, translate(square.label), square.start, effects)


def start_view(game: Game, translate: Translate) -> Start:
    """The board and initial state of a game."""
    return Start(board_view(game.board, translate), state_view(game.initial(), translate))


def state_view(state: State, translate: Translate, ply_count: int = 0, persons: Collection[int] = ()) -> StateView:
    """A position, and what persons at these seats can do in it; with none it is only for viewing."""
    return StateView(
        ply_count=ply_count,
        to_move=TO_MOVE[state.turn],
        position=str(state),
        pieces=state.pieces,
        legal=legal_view(state, translate) if state.turn in persons else [],
        situation=[phrase.to_text(translate) for phrase in state.situation],
        goals=state.goals,
        throw=throw_view(state, persons),
        takeback=None,
        result=None,
    )


def legal_view(state: State, translate: Translate) -> list[ActionView]:
    """The legal actions, with their picks and descriptions."""
    return [
        ActionView(text, state.picks(action), state.describe(action).to_text(translate))
        for text, action in state.numbers.items()
    ]


def throw_view(state: State, persons: Collection[int]) -> AwaitedThrow | None:
    """The throw or lot that is due; a person's throw waits for the person, a lot for any."""
    if state.turn != CHANCE:
        return None
    if state.is_lot:
        return AwaitedThrow("chance", "lot", bool(persons))
    return AwaitedThrow(ACTORS[state.actor], "throw", state.actor in persons)


def standing_view(line: Line, translate: Translate, assisted: Collection[int] = ()) -> dict[Seat, list[StandingView]]:
    """How far each seat has come, and whether it had hints, for the seats where this has a text."""
    found: dict[Seat, tuple[Standing, ...]] = {
        name: (*line.standing(seat), *((ASSISTED,) if seat in assisted else ())) for seat, name in enumerate(SEATS)
    }
    return {
        name: [StandingView(brief.to_text(translate), aloud.to_text(translate)) for brief, aloud in standing]
        for name, standing in found.items()
        if standing
    }


def ply_view(ply: Ply, translate: Translate) -> PlyView:
    """One action as it was played."""
    return PlyView(
        index=ply.ply_index,
        seat=ACTORS[ply.seat],
        action=ply.text,
        description=ply.description.to_text(translate),
        turn=ply.turn,
        heads=ply.throw.marked if ply.throw else None,
        value=ply.throw.value if ply.throw else None,
        travels=ply.travels,
    )


def result_view(
    line: Line, translate: Translate, names: Mapping[str, object] = MappingProxyType({}), alone: Collection[int] = ()
) -> ResultView | None:
    """How a line ended; `names` are those of the sides, and seats in `alone` get texts of their own in `to`."""
    result = line.result
    if result is None:
        return None

    def text(to: int | None = None) -> str:
        ending = result_text(line.state, line.player_end, to)
        return sentence(ending.with_names(names), translate) if ending else ""

    to: dict[Seat, str] = {SEATS[seat]: text(seat) for seat in alone}
    short = result_summary(line)
    in_words = sentence(short.with_names(names), translate) if short else ""
    return ResultView(result.word, result.kind, result.returns, result.score, text(), to, in_words)


def variants_view(ruleset: Ruleset, translate: Translate) -> list[Variant]:
    """Where a ruleset differs from its preset."""
    usual = preset_values(ruleset.preset, ruleset.options)
    return [
        Variant(translate(option.text), value_text(option, ruleset.values[option.name], translate))
        for option in ruleset.options
        if ruleset.values[option.name] != usual[option.name]
    ]


def sentence(phrase: Phrase, translate: Translate) -> str:
    """A sentence with a capital first letter, even if a name comes first."""
    text = phrase.to_text(translate)
    return text[:1].upper() + text[1:]
