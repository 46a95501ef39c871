"""Games as the browser is told them: core's objects as messages, their texts in one language."""

from collections.abc import Callable

from ibau.core import face
from ibau.core.game import Game
from ibau.core.game import State as CoreState
from ibau.core.match import change_said, points_text
from ibau.core.outcome import CHANCE, SEATS
from ibau.core.verdict import verdict
from ibau.web import protocol
from ibau.web.story import Ply, Story, is_lot

Translate = Callable[[str], str]


def board_view(board: face.Board, translate: Translate) -> protocol.Board:
    """A board with its labels translated."""
    squares = [
        protocol.Square(s.name, s.x, s.y, s.mark, translate(s.label) if s.label else "", s.start) for s in board.squares
    ]
    return protocol.Board(
        board.kind,
        board.width,
        board.height,
        squares,
        board.areas,
        board.track,
        board.throws,
        board.first,
        board.second,
    )


def pieces_view(state: CoreState) -> list[protocol.Piece]:
    """The pieces and where they are."""
    return [protocol.Piece(*piece) for piece in state.pieces]


def story_state(story: Story, translate: Translate) -> protocol.State:
    """The present of a game being played."""
    persons = story.persons
    decides = story.state.turn in persons
    return protocol.State(
        at=story.at,
        to_move=story.state.to_move,
        position=str(story.state),
        pieces=pieces_view(story.state),
        legal=legal_view(story.state, translate) if decides else [],
        situation=[phrase.said(translate) for phrase in story.state.situation],
        throw=throw_view(story.state, persons),
        takeback=story.takeback,
        result=result_view(story.state, translate),
    )


def diagram_state(state: CoreState, translate: Translate) -> protocol.State:
    """A position on its own, to be looked at."""
    return protocol.State(
        at=0,
        to_move=state.to_move,
        position=str(state),
        pieces=pieces_view(state),
        legal=[],
        situation=[phrase.said(translate) for phrase in state.situation],
        throw=throw_view(state, ()),
        takeback=None,
        result=result_view(state, translate),
    )


def legal_view(state: CoreState, translate: Translate) -> list[protocol.Legal]:
    """The legal actions, how they are pointed at and what they are called."""
    system, rules, position = state.game.system, state.game.rules, state.position
    return [
        protocol.Legal(
            state.text_of(action),
            tuple(system.face.picks(rules, position, action)),
            system.words.spoken(rules, position, action).said(translate),
        )
        for action in state.legal
    ]


def throw_view(state: CoreState, persons: tuple[int, ...]) -> protocol.Awaited | None:
    """The throw or lot that is due; a person's throw waits for the person, a lot for any."""
    if state.turn != CHANCE:
        return None
    if is_lot(state):
        return protocol.Awaited(SEATS[CHANCE], "lot", bool(persons))
    return protocol.Awaited(SEATS[state.actor], "throw", state.actor in persons)


def result_view(state: CoreState, translate: Translate) -> protocol.Ending | None:
    """How the game ended."""
    result, said = state.result, verdict(state)
    if result is None or said is None:
        return None
    return protocol.Ending(result.word, result.kind, result.returns, result.score, said.said(translate))


def ply_view(ply: Ply, translate: Translate) -> protocol.Ply:
    """One action as it was played."""
    return protocol.Ply(
        at=ply.at,
        seat=SEATS[ply.seat],
        action=ply.action,
        spoken=ply.spoken.said(translate),
        turn=ply.turn,
        heads=ply.heads,
        value=ply.value,
        travels=[protocol.Travel(*travel) for travel in ply.travels],
    )


def seats_view(story: Story, translate: Translate) -> dict[protocol.SeatName, protocol.SeatInfo]:
    """Who plays, and what their pieces are called."""
    names = zip(protocol.SEAT_NAMES, story.seats, story.game.system.seats, strict=True)
    return {
        name: protocol.SeatInfo("computer" if seat.level else "person", seat.level, translate(side))
        for name, seat, side in names
    }


def match_view(story: Story, translate: Translate) -> protocol.Match:
    """The match that a game belongs to."""
    first, second = story.points
    number = story.created.number
    note = change_said(story.game).said(translate) if number > 1 else ""
    return protocol.Match(number, (points_text(first), points_text(second)), note, story.next)


def played_view(story: Story, translate: Translate) -> protocol.Played:
    """The last action, just played."""
    return protocol.Played(
        match_view(story, translate), ply_view(story.plies[-1], translate), story_state(story, translate)
    )


def takenback_view(story: Story, translate: Translate) -> protocol.Takenback:
    """What is left after taking back."""
    plies = [ply_view(ply, translate) for ply in story.plies]
    return protocol.Takenback(story.at, match_view(story, translate), plies, story_state(story, translate))


def followed_view(story: Story, translate: Translate) -> protocol.Followed:
    """A game to which there is a next one."""
    return protocol.Followed(match_view(story, translate), story_state(story, translate))


def welcome_view(story: Story, yours: tuple[int, ...], translate: Translate) -> protocol.Welcome:
    """Everything about a game, for somebody who plays the seats `yours`."""
    return protocol.Welcome(
        ruleset=str(story.game.ruleset),
        title=translate(story.game.system.title),
        seats=seats_view(story, translate),
        yours=[protocol.seat_name(seat) for seat in yours],
        board=board_of(story.game, translate),
        match=match_view(story, translate),
        story=[ply_view(ply, translate) for ply in story.plies],
        state=story_state(story, translate),
    )


def board_of(played: Game, translate: Translate) -> protocol.Board:
    """The board of a game."""
    return board_view(played.board, translate)
