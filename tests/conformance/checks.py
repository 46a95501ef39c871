"""Checks that every game must pass in every state."""

import inspect
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from ibau.core.bits import members
from ibau.core.board import Piece, Travel
from ibau.core.chance import SIXTEENTHS, draw, seed_state
from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, FIRST, SEATS, SECOND
from ibau.core.repetition import PositionHistory
from ibau.games import game, presets
from ibau.machine.machines import PlainMachine
from ibau.records.jsonl import json_of, read_json
from ibau.records.record_text import read_text
from ibau.search.playout import PlayoutColumns, Playouts, history_of, make_playouts, new_columns, playouts, playouts_on
from tests.conformance.seeded_walks import SeededWalk, walk

SAMPLES, SPOKEN, PLAYOUTS = 2, 40, 100  # per walk: states at least, actions of a record but of presets, games
CAPS = ("max_turns", "max_plies", "no_progress_plies")


class WalkedGame(NamedTuple):
    """A game, and a few seeded walks through it."""

    game: Game
    walks: list[SeededWalk]

    @property
    def states(self) -> list[State]:
        """Those of all walks."""
        return [state for one in self.walks for state in one.states]


def run_every_check(ruleset: str, games: int, but: str = "") -> None:
    """Walk through a game once, and run all checks; one failure does not stop the others."""
    tested = game(ruleset)
    walked = WalkedGame(tested, [walk(tested, seed, SAMPLES * games) for seed in range(games)])
    failures = [*failures_of(EVERY_STATE, walked.states)]
    failures += failures_of((check for check in EVERY_GAME if check.__name__ != but), [walked])
    if failures:
        raise ExceptionGroup(ruleset, failures)


def failures_of(checks: Iterable[Callable[[Any], None]], checked: Sequence[Any]) -> Iterator[Exception]:
    """The first failure of each check."""
    for check in checks:
        try:
            for each in checked:
                check(each)
        except Exception as failure:  # noqa: BLE001 - it is raised with those of other checks
            yield failure


# --- Of every state --------------------------------------------------------------------------------------------------


def check_actions(state: State) -> None:
    """The legal actions: some unless the game is over, no two alike, texts of one word that find their action again."""
    legal, texts = state.legal, list(state.actions)
    rulebook = state.game.system.rulebook
    moves = rulebook.moves(state.game.rules, state.position)  # a loop may ask for them where chance is to act
    if state.turn in (FIRST, SECOND):
        assert legal == tuple(rulebook.nth(moves, n) for n in range(rulebook.count(moves)))
        assert state.legal_count == len(legal)
    assert bool(legal) == (state.result is None)
    assert len(set(legal)) == len(legal) == len(set(texts)) == len(state.actions)
    for action, text in zip(legal, texts, strict=True):
        assert state.action(text) == action
        assert state.play(text) == state.after(action)
        assert not set(text) & set(" \t\n{}()[];"), "it would not survive in a record"
        assert not text.endswith("."), "it would read as a turn number"
    if state.to_move in SEATS[:2]:
        assert all(0 <= action < state.game.system.action_count for action in legal)


def check_groups(state: State) -> None:
    """The legal actions once more, as the few groups that a batch writes: each once."""
    system, rulebook = state.game.system, state.game.system.rulebook
    if state.to_move not in SEATS[:2]:
        return
    legal = rulebook.moves(state.game.rules, state.position)
    groups = [rulebook.group(legal, n) for n in range(rulebook.groups(legal))]
    assert len(groups) <= system.most_groups
    assert all(0 <= group.members < 1 << 63 for group in groups)
    found = [group.first + group.step * member for group in groups for member in members(group.members)]
    assert sorted(found) == sorted(state.legal)


def check_position_text(state: State) -> None:
    """The text of a position holds all of it, in one line."""
    text = str(state)
    assert state.game.state(text).position == state.position
    assert text == " ".join(text.split())
    assert "moves" not in text.split(), "it ends a position in the engine protocol"


def check_chances(state: State) -> None:
    """At a chance node, and only there, exact chances that sum to one and that the random draw follows."""
    chances = state.chances
    assert bool(chances) == (state.to_move == "chance")
    if not chances:
        return
    assert list(chances) == list(state.actions)
    assert all(chance > 0 for chance in chances.values())
    assert sum(chances.values()) == 1
    weights = state.game.system.rulebook.chances(state.game.rules, state.position)
    drawn = Counter(draw(weights, sixteenth) for sixteenth in range(SIXTEENTHS))
    assert [Fraction(drawn[action], SIXTEENTHS) for action in state.legal] == list(chances.values())


def check_throws_alternate(state: State) -> None:
    """If declared, throws and decisions alternate."""
    if state.game.system.throws_alternate:
        players, chance = {SEATS[FIRST], SEATS[SECOND]}, {SEATS[CHANCE]}
        follows = players if state.turn == CHANCE and not state.is_lot else chance
        assert {state.after(action).to_move for action in state.legal} <= follows | {"nobody"}


def check_plain(state: State) -> None:
    """A state holds plain numbers, and is no text."""
    assert all(type(number) is int for number in state.position), "for the member of an enum all loops compile again"
    assert state != str(state)


def check_roles(state: State) -> None:
    """The actor is the player to move; at a chance node the one who throws, or CHANCE at a lot."""
    if state.to_move in SEATS[:2]:
        assert state.turn == state.actor
    assert (state.to_move == "nobody") == (state.result is not None)
    if state.result:
        assert sum(state.result.returns) == 0
        assert state.result.word == {(1, -1): "p1win", (-1, 1): "p2win", (0, 0): "draw"}[state.result.returns]
        assert (state.result.score is not None) == state.game.system.gives_points(state.game.rules)
    value = state.game.system.evaluation.evaluate(state.game.rules, state.position)
    assert isinstance(value, int)
    assert -1000 < value < 1000


def check_words(state: State) -> None:
    """Every text exists and can be formatted; no place raises an error."""
    words, rules, position = state.game.system.words, state.game.rules, state.position
    assert bool(state.situation) == (state.result is None)
    phrases = [*state.situation, *map(state.describe, state.legal)]
    if state.result is None:
        phrases += [words.refusal(rules, position, place) for place in places(state)]
    for phrase in phrases:
        text = str(phrase)
        assert text
        assert text[0].isupper()
        assert "{" not in text


def places(state: State) -> list[str]:
    """Every place on the board and next to it."""
    board = state.game.board
    return [*(square.name for square in board.squares), *board.areas]


def check_pieces(state: State) -> None:
    """Pieces lie on places of the board, and none is lost or made since the game began."""
    known = set(places(state))
    pieces = state.pieces
    assert {piece.place for piece in pieces} <= known
    begun = state.game.initial().pieces
    assert Counter(piece.kind for piece in pieces) == Counter(piece.kind for piece in begun)
    for piece in pieces:
        area, _, seat = piece.place.partition(":")
        assert seat in ("", *SEATS[:2]), area


def check_picks(state: State) -> None:
    """What a player points at distinguishes their actions, and lies on the board."""
    picked = [state.picks(action) for action in state.legal]
    assert {place for picks in picked for place in picks} <= set(places(state))
    choosing = [picks for picks in picked if picks]
    assert len(set(choosing)) == len(choosing)
    if state.to_move == "chance":
        assert not choosing


def check_travels(state: State) -> None:
    """The pieces before an action, moved by its travels, are the pieces after it."""
    known = set(places(state))
    for action in state.legal:
        travels = state.travels(action)
        assert {place for travel in travels for place in travel.path} <= known
        after = moved(state.pieces, travels)
        assert Counter(after) == Counter(state.after(action).pieces), state.text_of(action)


def check_deeds(state: State) -> None:
    """A decoded action, from which travels are made, has plain numbers and the next player."""
    rulebook, rules, position = state.game.system.rulebook, state.game.rules, state.position
    for action in state.legal:
        deed = rulebook.decode(rules, position, action)
        assert all(type(number) is int for number in deed), "for the member of an enum all loops compile again"
        after = rulebook.actor(rules, rulebook.play(rules, position, action))
        assert after == (deed.player if deed.again else 1 - deed.player), state.text_of(action)


def moved(pieces: tuple[Piece, ...], travels: tuple[Travel, ...]) -> list[Piece]:
    """Each travel in turn takes up the topmost such piece of its owner and puts it down where it ends."""
    lying = list(pieces)
    for travel in travels:
        assert len(travel.path) >= 2
        at = max(n for n, piece in enumerate(lying) if (piece.place, piece.seat, piece.kind) == _taken_up(travel))
        piece = replace(lying.pop(at), place=travel.path[-1])
        if travel.becomes in SEATS[:2]:
            piece = replace(piece, seat=SEATS.index(travel.becomes))
        elif travel.becomes:
            piece = replace(piece, side=travel.becomes)
        lying.append(piece)
    return lying


def _taken_up(travel: Travel) -> tuple[str, int, str]:
    return travel.path[0], travel.seat, travel.kind


def check_symmetries(state: State) -> None:
    """A mirrored position has the mirrored actions, which lead to mirrored positions, and ends alike."""
    system, rules = state.game.system, state.game.rules
    for symmetry in system.symmetries:
        mirrored = symmetry.position(state.position)
        twin = type(state)(state.game, mirrored, mirrored_past(state, symmetry.position))
        assert twin.outcome == state.outcome, symmetry.name
        assert system.evaluation.evaluate(rules, mirrored) == system.evaluation.evaluate(rules, state.position)
        decides = state.to_move in SEATS[:2]
        actions = {action: symmetry.action(action) if decides else action for action in state.legal}
        assert sorted(actions.values()) == sorted(twin.legal), symmetry.name
        for action, twin_action in actions.items():
            after = system.rulebook.play(rules, state.position, action)
            assert symmetry.position(after) == system.rulebook.play(rules, mirrored, twin_action), symmetry.name


def mirrored_past(state: State, mirror: Any) -> PositionHistory:
    """The mirrored occurrences before this one."""
    return PositionHistory.of(map(mirror, state.history.keys()))


EVERY_STATE = (
    check_actions,
    check_groups,
    check_position_text,
    check_chances,
    check_throws_alternate,
    check_plain,
    check_roles,
    check_words,
    check_pieces,
    check_picks,
    check_travels,
    check_deeds,
    check_symmetries,
)


# --- Of every game ---------------------------------------------------------------------------------------------------


def check_ruleset_text(walked: WalkedGame) -> None:
    """The text of a ruleset makes the same game."""
    again = game(str(walked.game.ruleset))
    assert (again, hash(again), again.rules) == (walked.game, hash(walked.game), walked.game.rules)


def check_values(walked: WalkedGame) -> None:
    """A state is a value: nothing changes it, equality and hash follow from what it holds, and it can be sent."""
    sent = pickle.dumps(walked.states)
    copies: list[State] = pickle.loads(sent)  # noqa: S301 - our own
    unused: list[State] = pickle.loads(sent)  # noqa: S301 - our own
    for state, copy, fresh in zip(walked.states, copies, unused, strict=True):
        for action in (*state.legal[:1], *state.legal[-1:]):
            assert state.after(action) == copy.after(action)
        assert (state, hash(state), str(state)) == (copy, hash(copy), str(copy))
        assert (state.legal, state.result, state.to_move) == (copy.legal, copy.result, copy.to_move)
        assert (copy, copy.position, copy.occurrences) == (fresh, fresh.position, fresh.occurrences)


def check_chance_nodes(walked: WalkedGame) -> None:
    """Chance is only where it is declared: throws, and the lots that decide who begins."""
    tested = walked.game
    if tested.system.has_throws:
        assert any(one.chances > 1 for one in walked.walks)
    else:
        lots = int(tested.ruleset.values.get("first_player") == "lot")
        assert [one.chances for one in walked.walks] == [lots] * len(walked.walks)
        assert (tested.initial().to_move == "chance") == bool(lots)


def check_repeats(walked: WalkedGame) -> None:
    """Positions come back only where that is declared."""
    assert walked.game.system.can_cycle or not any(one.repeats for one in walked.walks)


def check_records(walked: WalkedGame) -> None:
    """A record is read back as it was written, in both forms; of presets the whole game."""
    whole = str(walked.game.ruleset) in presets()
    first = walked.walks[0]
    line = Line.of(walked.game.initial(), first.actions[: None if whole else SPOKEN * len(walked.walks)])
    assert not whole or line.state == first.states[-1]
    record = line.record()
    assert list(read_text(str(record).splitlines(keepends=True), game)) == [record]
    assert list(read_json([json_of(record)], game)) == [record]


def check_length(walked: WalkedGame) -> None:
    """Where there is a cap, or a longest game is declared, random games end, and none is longer than declared."""
    longest = walked.game.longest_game
    if longest is not None or is_capped(walked.game):
        results = playouts(walked.game.initial(), PLAYOUTS * len(walked.walks), seed=2)
        assert all(results.outcomes)
        assert longest is None or max(results.actions) <= longest


def is_capped(tested: Game) -> bool:
    """Does a ruleset end every game at some count?"""
    return any(name in CAPS and value != "0" for name, value in tested.ruleset.values.items())


def check_compiled(walked: WalkedGame) -> None:
    """Compiled playouts are the plain ones, from a position that has a past and, of two walks, from the start."""
    states = walked.walks[0].states
    for state in (states[len(states) * 3 // 4], walked.game.initial())[: len(walked.walks)]:
        compiled, after = playouts_on(state, 1, seed_state(4))
        plain, run = new_columns(1), inspect.unwrap(make_playouts(walked.game.system.rulebook))
        plain_after = run(walked.game.rules, state.position, history_of(state, PlainMachine()), plain, 1, seed_state(4))
        assert numbers(compiled) == numbers(plain)
        assert after == plain_after


def numbers(results: PlayoutColumns | Playouts) -> list[list[int]]:
    return [list(getattr(results, column)) for column in PlayoutColumns._fields]


EVERY_GAME = (
    check_ruleset_text,
    check_values,
    check_chance_nodes,
    check_repeats,
    check_records,
    check_length,
    check_compiled,
)
