"""What lessons and puzzles have in common in the browser: positions in which the player does something."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ibau.core.contract import System
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.phrase import Phrase, Translate
from ibau.web.api.exercises import PuzzleView, TryView
from ibau.web.protocol import SEATS, PlayerView, Seat, StateView
from ibau.web.protocol.views import board_view, ply_view, standing_view, state_view


def player_views(system: System, person: int, translate: Translate) -> dict[Seat, PlayerView]:
    """The seat of the person, and that of the side that sets the exercise."""
    return {
        name: PlayerView("person" if seat == person else "computer", None, translate(system.seats[seat]))
        for seat, name in enumerate(SEATS)
    }


def prompt_view(line: Line, text: str, translate: Translate) -> StateView:
    """A position with a task for the player to act."""
    position = state_view(line.state, translate, line.ply_count, (line.state.actor,))
    return replace(position, situation=[text], standing=standing_view(line, translate))


def text_view(line: Line, text: str, translate: Translate) -> StateView:
    """A position to look at, with a text."""
    return replace(prompt_view(line, text, translate), legal=[], throw=None)


def final_view(line: Line, text: str, translate: Translate) -> StateView:
    """The final position, with a text."""
    return replace(text_view(line, text, translate), to_move="nobody")


def attempt_view(line: Line, actions: Sequence[str], text: str, translate: Translate, *, right: bool) -> TryView:
    """The answer to an attempt, the first of `actions`: these plies, and a text."""
    lines = [line]
    for action in actions:
        lines.append(lines[-1].play(action))
    view = final_view if right else text_view
    return TryView(
        right=right,
        text=text,
        plies=[ply_view(line.last, translate) for line in lines[1:]],
        states=[view(line, text, translate) for line in lines[1:]],
    )


def join_texts(text: Iterable[Phrase], translate: Translate) -> str:
    """The sentences as one text."""
    return " ".join(phrase.to_text(translate) for phrase in text)


def refusals(state: State, translate: Translate) -> dict[str, str]:
    """Why nothing can be done with a place, by its name."""
    places = (*(square.name for square in state.game.board.squares), *state.game.board.areas)
    return {place: state.refusal(place).in_second_person.to_text(translate) for place in places}


def exercise_view(
    name: str, line: Line, words: tuple[str, str], task: Iterable[Phrase], translate: Translate
) -> PuzzleView:
    """An exercise for the player to act, without its solution; `words` are its difficulty, and what that means."""
    state, system = line.state, line.state.game.system
    return PuzzleView(
        id=name,
        system=system.id,
        title=translate(system.title),
        solver=SEATS[state.turn],
        hardness=words[0],
        meaning=words[1],
        seats=player_views(system, state.turn, translate),
        board=board_view(state.game.board, translate),
        state=prompt_view(line, join_texts(task, translate), translate),
        refusals=refusals(state, translate),
    )
