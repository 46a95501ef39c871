"""Games as the browser is told them: core's objects as messages, their texts in one language."""

from collections.abc import Callable, Collection
from dataclasses import replace

from ibau.core.face import Board
from ibau.core.game import Game, State
from ibau.core.line import Ply
from ibau.core.match import change_said, points_text
from ibau.core.outcome import CHANCE
from ibau.core.verdict import verdict
from ibau.web.api import Start
from ibau.web.hosted import HostedGame
from ibau.web.protocol import (
    ACTORS,
    SEATS,
    TO_MOVE,
    ActionView,
    AwaitedThrow,
    FollowedMessage,
    MatchView,
    PlayedMessage,
    PlayerView,
    PlyView,
    ResultView,
    Seat,
    StateView,
    TakenbackMessage,
    WelcomeMessage,
)

Translate = Callable[[str], str]

# --- Positions -----------------------------------------------------------------------------------------------------


def board_view(board: Board, translate: Translate) -> Board:
    """A board with its labels translated."""
    return replace(board, squares=tuple(replace(square, label=translate(square.label)) for square in board.squares))


def start_view(game: Game, translate: Translate) -> Start:
    """How a game begins."""
    return Start(board_view(game.board, translate), state_view(game.initial(), translate))


def state_view(
    state: State, translate: Translate, at: int = 0, persons: Collection[int] = (), takeback: int | None = None
) -> StateView:
    """A position, and what persons at these seats can do in it; on its own it is only looked at."""
    return StateView(
        at=at,
        to_move=TO_MOVE[state.turn],
        position=str(state),
        pieces=state.pieces,
        legal=legal_view(state, translate) if state.turn in persons else [],
        situation=[phrase.said(translate) for phrase in state.situation],
        throw=throw_view(state, persons),
        takeback=takeback,
        result=result_view(state, translate),
    )


def legal_view(state: State, translate: Translate) -> list[ActionView]:
    """The legal actions, how they are pointed at and what they are called."""
    return [
        ActionView(text, state.picks(action), state.spoken(action).said(translate))
        for text, action in state.numbers.items()
    ]


def throw_view(state: State, persons: Collection[int]) -> AwaitedThrow | None:
    """The throw or lot that is due; a person's throw waits for the person, a lot for any."""
    if state.turn != CHANCE:
        return None
    if state.is_lot:
        return AwaitedThrow("chance", "lot", bool(persons))
    return AwaitedThrow(ACTORS[state.actor], "throw", state.actor in persons)


def result_view(state: State, translate: Translate) -> ResultView | None:
    """How the game ended."""
    result, said = state.result, verdict(state)
    if result is None or said is None:
        return None
    return ResultView(result.word, result.kind, result.returns, result.score, said.said(translate))


def ply_view(ply: Ply, translate: Translate) -> PlyView:
    """One action as it was played."""
    return PlyView(
        at=ply.at,
        seat=ACTORS[ply.seat],
        action=ply.text,
        spoken=ply.spoken.said(translate),
        turn=ply.turn,
        heads=ply.throw.marked if ply.throw else None,
        value=ply.throw.value if ply.throw else None,
        travels=ply.travels,
    )


# --- Games of the server -------------------------------------------------------------------------------------------


def present_view(hosted: HostedGame, translate: Translate) -> StateView:
    """The present of a game."""
    return state_view(hosted.state, translate, hosted.at, hosted.persons, hosted.takeback)


def story_view(hosted: HostedGame, translate: Translate) -> list[PlyView]:
    """Everything that was played."""
    return [ply_view(ply, translate) for ply in hosted.line.plies]


def players_view(hosted: HostedGame, translate: Translate) -> dict[Seat, PlayerView]:
    """Who plays, and what their pieces are called."""
    sides = zip(SEATS, hosted.levels, hosted.game.system.seats, strict=True)
    return {seat: PlayerView("computer" if level else "person", level, translate(side)) for seat, level, side in sides}


def match_view(hosted: HostedGame, translate: Translate) -> MatchView:
    """The match that a game is part of."""
    first, second = hosted.points
    number = hosted.created.number
    note = change_said(hosted.game).said(translate) if number > 1 else ""
    return MatchView(number, (points_text(first), points_text(second)), note, hosted.next)


# --- Messages ------------------------------------------------------------------------------------------------------


def welcome_message(hosted: HostedGame, yours: tuple[int, ...], translate: Translate) -> WelcomeMessage:
    """Everything about a game, for somebody who plays the seats `yours`."""
    return WelcomeMessage(
        ruleset=str(hosted.game.ruleset),
        title=translate(hosted.game.system.title),
        seats=players_view(hosted, translate),
        yours=[SEATS[seat] for seat in yours],
        board=board_view(hosted.game.board, translate),
        match=match_view(hosted, translate),
        story=story_view(hosted, translate),
        state=present_view(hosted, translate),
    )


def played_message(hosted: HostedGame, translate: Translate) -> PlayedMessage:
    """The last action, just played."""
    return PlayedMessage(
        match_view(hosted, translate), ply_view(hosted.line.last, translate), present_view(hosted, translate)
    )


def takenback_message(hosted: HostedGame, translate: Translate) -> TakenbackMessage:
    """What is left after taking back."""
    return TakenbackMessage(
        hosted.at, match_view(hosted, translate), story_view(hosted, translate), present_view(hosted, translate)
    )


def followed_message(hosted: HostedGame, translate: Translate) -> FollowedMessage:
    """A game that has a next one."""
    return FollowedMessage(match_view(hosted, translate), present_view(hosted, translate))
