"""Games of players that search, reviewed by an evaluator: luck, choices, and who led when.

The change of the first seat's value over a game is split as in `learn.game_review`, into luck, losses by choices, and
drift of the evaluator.  Random plies of an opening, in games without throws, are excluded.
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

MIN_LEAD = 0.1  # the value from which a player leads: a chance of 55 %
MIN_CHOICE_LOSS = 0.04  # the value that the second best action loses where a choice matters: 2 % of the chances
TENTHS = 10  # of a game, after each of which the leader is recorded


def reviewed_games(start: State, players: Sequence[str], seed: int, review_nodes: int, first: int, games: int) -> Rows:
    """Play the games `first` to `first + games`, reviewed with this many nodes per ply, not at all with 0."""
    rows = [reviewed_game(start, players, seed, review_nodes, first + n) for n in range(games)]
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def reviewed_game(start: State, players: Sequence[str], seed: int, review_nodes: int, number: int) -> dict[str, float]:
    """Play and review one game."""
    line, opening = play_numbered(start, players, seed, number)
    row = count_row(line, opening)
    if review_nodes:
        row |= review_row(line, opening, search_settings(Budget(nodes=review_nodes), seed))
    return row


# --- Playing ---------------------------------------------------------------------------------------------------------


def play_numbered(start: State, players: Sequence[str], seed: int, number: int) -> tuple[Line, int]:
    """Play the game of a number; return its line and the length of its opening.  Players swap seats in odd games."""
    dice, *seeds = streams_of(seed, number, 1)[0].tolist()
    entrants = [named_entrant(name) for name in (players if number % 2 == 0 else players[::-1])]
    seated = [entrant.player(word(random) >> 1) for entrant, random in zip(entrants, seeds, strict=True)]
    live = LiveGame(start, partial(next, rolls(dice)))
    live.play_chance()
    thrown = live.line.ply_count
    live.play_opening(seeds[0], None)
    opening = live.line.ply_count if live.line.ply_count > thrown else 0
    for state in live.decisions(LONGEST_GAME):
        chosen = forced_action(state) or seated[state.turn].choose(state, entrants[state.turn].budget).action
        live.play(chosen)
    return live.line, opening


def named_entrant(name: str) -> NamedEntrant:
    """The arena's entrant of a name.  Raises StudyError for an engine, EntrantError for an unknown name."""
    found = parse_entrant(name)
    if not isinstance(found, NamedEntrant):
        raise StudyError(f"{name} is an engine; a study needs players of Ibau, whose games can be repeated.")
    return found


def rolls(random: int) -> Iterator[int]:
    """Yield rolls from the state of a generator on."""
    while True:
        random = advance(random)
        yield word(random) >> 28


# --- Counting --------------------------------------------------------------------------------------------------------


def count_row(line: Line, opening: int) -> dict[str, float]:
    """The row that the compiled loop would write for a game, its opening included."""
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
    moves = [
        (before.position, decode(game.rules, before.position, action), before.after(action).position)
        for before, action in ((ply.before, ply.action) for ply in decisions)
    ]
    for event in game.system.rule_events:
        row[event_column(event)] = sum(event.happened(game.rules, *move) for move in moves)
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


# --- Reviewing -------------------------------------------------------------------------------------------------------


class ChoiceSearch:
    """Searches choices, and counts those that matter."""

    def __init__(self) -> None:
        self.searched = self.important = 0

    def search(self, state: State, settings: SearchSettings) -> list[StateValue]:
        """The values of the actions of a state; counts whether the choice matters."""
        found = search_children(state, settings)
        if state.turn != CHANCE and len(found) > 1:
            best, second, *_ = sorted((for_seat(state.turn, child.value) for child in found), reverse=True)
            self.searched += 1
            self.important += int(best - second >= MIN_CHOICE_LOSS)
        return found


def review_row(line: Line, opening: int, settings: SearchSettings) -> dict[str, float]:
    """The columns of a review of the plies after the opening."""
    choices = ChoiceSearch()
    reviews = [
        review_ply(
            ply,
            settings,
            opens=ply.ply_index < opening,
            evaluate=search_children if ply.ply_index < opening else choices.search,
        )
        for ply in line.plies
    ]
    plies = linked_reviews(line, reviews)
    counts = {"searched_choices": choices.searched, "important_choices": choices.important}
    return split_change(plies, opening) | counts | lead_columns(plies[opening:], line.state.outcome)


def split_change(plies: Sequence[PlyReview], opening: int) -> dict[str, float]:
    """The change of the first seat's value, split into luck, skill and drift, and the total absolute drift.

    A loss by a choice counts for the other player.
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
    """For each tenth of a game: 1 if the leader has won, -1 if not, and 0 without a leader."""
    sign = {FIRST: 1, SECOND: -1}.get(winner_of(outcome) if outcome else DRAW, 0)
    row: dict[str, float] = {}
    for tenth in range(1, TENTHS):
        value = plies[min(len(plies) - 1, tenth * len(plies) // TENTHS)].after
        leader = int(value >= MIN_LEAD) - int(value <= -MIN_LEAD)
        row[f"lead.{tenth}"] = 0 if not leader else 1 if leader == sign else -1
    return row


def _for_first(ply: PlyReview, value: float) -> float:
    return -value if ply.seat == SEATS[SECOND] else value
