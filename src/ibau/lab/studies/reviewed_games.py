"""Games of players that search, one at a time, looked back on by a judge: luck, choices, and who led when.

What a game changes for the first seat is split as in `learn.lookback`: luck, what the players lost by their choices,
and the drift of the judge add up to it.  Random plies of an opening, in games without throws, come before all that.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from ibau.core.chance import advance, word
from ibau.core.game import State
from ibau.core.line import Line, Ply
from ibau.core.outcome import CHANCE, DRAW, FIRST, NOBODY, SEATS, SECOND, winner_of
from ibau.lab.arena import parse_entrant
from ibau.lab.arena.entrants import NamedEntrant
from ibau.lab.live_game import LONGEST_GAME, LiveGame, forced_action
from ibau.lab.studies.compiled_games import Rows, event_column, streams_of
from ibau.lab.studies.study_errors import StudyError
from ibau.learn.advice import search_settings
from ibau.learn.game_review import PlyReview, linked_reviews, review_ply
from ibau.search.budget import Budget
from ibau.search.child_search import SearchSettings, StateValue, for_seat, search_children
from ibau.search.network import SHIPPED

MIN_LEAD = 0.1  # a value from which on somebody leads: a chance of 55 %
MIN_CHOICE_LOSS = (
    0.04  # of the value: what the second best action loses at least where a choice matters, 2 % of the chances
)
TENTHS = 10  # of a game, at each of which somebody may lead


def reviewed_games(start: State, players: Sequence[str], seed: int, review_nodes: int, first: int, games: int) -> Rows:
    """The rows of the games of these numbers, reviewed with this many nodes a ply, not at all for 0."""
    rows = [reviewed_game(start, players, seed, review_nodes, first + n) for n in range(games)]
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def reviewed_game(start: State, players: Sequence[str], seed: int, review_nodes: int, number: int) -> dict[str, float]:
    """The row of one game."""
    line, opening = play_numbered(start, players, seed, number)
    row = count_row(line, opening)
    if review_nodes:
        row |= review_row(line, opening, search_settings(Budget(nodes=review_nodes), seed, 1, None, SHIPPED))
    return row


# --- Playing ---------------------------------------------------------------------------------------------------------


def play_numbered(start: State, players: Sequence[str], seed: int, number: int) -> tuple[Line, int]:
    """The game of a number, and how many of its actions nobody chose; the players change seats from game to game."""
    dice, *seeds = streams_of(seed, number, 1)[0].tolist()
    named = [named_entrant(name) for name in (players if number % 2 == 0 else players[::-1])]
    seated = [one.player(word(random) >> 1) for one, random in zip(named, seeds, strict=True)]
    live = LiveGame(start, partial(next, rolls(dice)))
    live.play_chance()
    thrown = live.line.ply_count
    live.play_opening(seeds[0], None)
    opening = live.line.ply_count if live.line.ply_count > thrown else 0
    for state in live.decisions(LONGEST_GAME):
        chosen = forced_action(state) or seated[state.turn].choose(state, named[state.turn].budget).action
        live.play(chosen)
    return live.line, opening


def named_entrant(name: str) -> NamedEntrant:
    """A player of Ibau, as the arena knows it.  Raises StudyError for a program and EntrantError for nobody."""
    found = parse_entrant(name)
    if not isinstance(found, NamedEntrant):
        raise StudyError(f"{name} is a program; a study can be repeated with players of Ibau only.")
    return found


def rolls(random: int) -> Iterator[int]:
    """What is thrown, from the state of a generator on."""
    while True:
        random = advance(random)
        yield word(random) >> 28


# --- Counting --------------------------------------------------------------------------------------------------------


def count_row(line: Line, opening: int) -> dict[str, float]:
    """The row that the compiled loop would write of a game; an opening counts as part of it."""
    plies = list(line.plies)
    decisions = [ply for ply in plies if ply.is_move]
    turns = list(turns_of(plies))
    row: dict[str, float] = {
        "outcome": line.state.outcome,
        "starter": next((ply.seat for ply in plies if ply.seat in (FIRST, SECOND)), NOBODY),
        "decisions": len(decisions),
        "throws": sum(not ply.is_move and not ply.before.is_lot for ply in plies),
        "turns": len(turns),
        "forced": sum(all(len(ply.before.legal) == 1 for ply in turn if ply.is_move) for turn in turns),
        "choices": sum(len(ply.before.legal) for ply in decisions),
        "opening": opening,
    }
    game = line.start.game
    decode = game.system.rulebook.decode
    seen = [
        (
            ply.before.position,
            decode(game.rules, ply.before.position, ply.action),
            ply.before.after(ply.action).position,
        )
        for ply in decisions
    ]
    for event in game.system.rule_events:
        row[event_column(event)] = sum(event.happened(game.rules, *told) for told in seen)
    return row


def turns_of(plies: Sequence[Ply]) -> Iterator[list[Ply]]:
    """The plies of each turn of a player."""
    turn: list[Ply] = []
    for ply in plies:
        if turn and ply.before.actor != turn[-1].before.actor:
            yield turn
            turn = []
        if not ply.before.is_lot:
            turn.append(ply)
    if turn:
        yield turn


# --- Judging ---------------------------------------------------------------------------------------------------------


class ChoiceSearch:
    """What the judge has found of the actions at each choice."""

    def __init__(self) -> None:
        self.judged = self.telling = 0

    def search(self, state: State, settings: SearchSettings) -> list[StateValue]:
        """What is known of the actions; whether it matters which one is taken is noted on the way."""
        found = search_children(state, settings)
        if state.turn != CHANCE and len(found) > 1:
            best, second, *_ = sorted((for_seat(state.turn, one.value) for one in found), reverse=True)
            self.judged += 1
            self.telling += int(best - second >= MIN_CHOICE_LOSS)
        return found


def review_row(line: Line, opening: int, settings: SearchSettings) -> dict[str, float]:
    """What a judge says of a game, of its plies after the opening; what it changes is split so that it adds up."""
    choices = ChoiceSearch()
    looked = [
        review_ply(
            ply,
            settings,
            opens=ply.ply_index < opening,
            evaluate=search_children if ply.ply_index < opening else choices.search,
        )
        for ply in line.plies
    ]
    plies = linked_reviews(line, looked)
    noted = {"judged": choices.judged, "telling": choices.telling}
    return split_change(plies, opening) | noted | lead_columns(plies[opening:], line.state.outcome)


def split_change(plies: Sequence[PlyReview], opening: int) -> dict[str, float]:
    """Luck, choices and drift as the first seat sees them, and how far the judge was off in all plies together.

    What a player loses by its choices counts for the other.
    """
    chosen = plies[opening:]
    start = plies[opening - 1].after if opening else plies[0].before
    drifts = [ply.drift for ply in (chosen if opening else chosen[1:])]
    return {
        "change": plies[-1].after - start,
        "luck": sum(_for_first(ply, ply.luck) for ply in chosen),
        "skill": sum(_for_first(ply, -ply.mistake) for ply in chosen),
        "drift": sum(drifts),
        "moved": sum(map(abs, drifts)),
        "plies": len(drifts),
    }


def lead_columns(plies: Sequence[PlyReview], outcome: int) -> dict[str, float]:
    """At each tenth of a game: 1 where the player who led then has won, -1 where not, and 0 where nobody led."""
    sign = {FIRST: 1, SECOND: -1}.get(winner_of(outcome) if outcome else DRAW, 0)
    row: dict[str, float] = {}
    for tenth in range(1, TENTHS):
        value = plies[min(len(plies) - 1, tenth * len(plies) // TENTHS)].after
        leader = int(value >= MIN_LEAD) - int(value <= -MIN_LEAD)
        row[f"lead.{tenth}"] = 0 if not leader else 1 if leader == sign else -1
    return row


def _for_first(ply: PlyReview, value: float) -> float:
    return -value if ply.seat == SEATS[SECOND] else value
