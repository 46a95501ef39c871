"""A game being played: what it remembers, where it goes back to, and what may be taken back."""

import copy
import pickle
import random

import pytest

from ibau.core.chance import Dice
from ibau.core.errors import IllegalActionError, RecordError
from ibau.core.game import State
from ibau.core.line import Line, Throw
from ibau.core.outcome import CHANCE, FIRST, SECOND
from ibau.core.record import Record, Variation
from ibau.core.repetition import PositionHistory
from ibau.games import game, systems
from tests.game_lines import random_line

SEEGA = ["lot1", "a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"]
RACE = ["t2", "8-10", "t4", "9-13", "t2", "13-15"]


def line_of(ruleset: str, actions: list[str]) -> Line:
    return Line.of(game(ruleset).initial(), actions)


# --- A value ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", systems())
def test_what_is_known_to_be_legal_leads_where_playing_it_leads(ruleset: str) -> None:
    played = random_line(ruleset, 60)
    line = Line(played.start)
    for ply in played.plies:
        line = line.after_unchecked(ply.action, ply.text)
    assert (line, line.plies) == (played, played.plies)


def test_an_action_that_is_called_otherwise_is_not_followed() -> None:
    line = line_of("seega", SEEGA[:1])
    (first, second, *_) = line.state.numbers.items()
    assert line.after_unchecked(first[1], first[0]).actions == (SEEGA[0], first[0])
    with pytest.raises(IllegalActionError, match=f"is not '{second[0]}' here"):
        line.after_unchecked(first[1], second[0])


def test_playing_on_leaves_a_line_as_it_was() -> None:
    line = line_of("seega", SEEGA[:3])
    one, other = line.play("b1"), line.play("c1")
    assert line.actions == tuple(SEEGA[:3])
    assert (one.last.text, other.last.text) == ("b1", "c1")
    assert one.earlier is other.earlier is line
    assert one != other
    assert one == line.play("b1") == line.after(line.state.action("b1"))
    assert hash(one) == hash(line.play("b1"))


def test_nothing_changes_a_line_a_state_or_a_game() -> None:
    line = line_of("seega", SEEGA)
    for value, name in ((line, "state"), (line.state, "position"), (line.state.game, "ruleset")):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
        with pytest.raises(AttributeError):
            delattr(value, name)


@pytest.mark.parametrize("ruleset", list(systems()))
def test_a_line_knows_its_states_and_plies(ruleset: str) -> None:
    line = random_line(ruleset, 60)
    state = line.start
    assert (state, Line(state).states, Line(state).plies) == (game(ruleset).initial(), (state,), ())
    for ply, known in zip(line.plies, line.states, strict=False):
        assert ply.before == known == state
        assert (ply.description, ply.picks, ply.travels) == (
            state.describe(ply.action), state.picks(ply.action), state.travels(ply.action),
        )  # fmt: skip
        assert (ply.seat, ply.is_move) == (state.actor, state.turn != CHANCE)
        state = state.play(ply.text)
    assert line.state == state
    assert [ply.ply_index for ply in line.plies] == list(range(line.ply_count))
    assert line.last == line.plies[-1]


def test_a_line_goes_back_to_what_it_was() -> None:
    line = random_line("seneti", 30)
    for at in (30, 29, 7, 0):
        assert line.back_to(at) == Line.of(line.start, line.actions[:at])
    for never in (-1, 31):
        with pytest.raises(IndexError, match=f"a line of 30 actions cannot go back to {never}"):
            line.back_to(never)
    with pytest.raises(IndexError, match="nothing has been played"):
        _ = Line(line.start).last


def test_lines_can_be_sent() -> None:
    line = random_line("seneti", 2000)
    sent: Line = pickle.loads(pickle.dumps(line))  # noqa: S301 - our own
    assert (sent, sent.state.occurrences, hash(sent)) == (line, line.state.occurrences, hash(line))


# --- The past --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["seneti", "seti-aleph", "seega", "senet-race"])
def test_occurrences_are_those_of_the_way_there_however_it_branched(ruleset: str) -> None:
    """A tree is walked up and down; each state counts only what is on the way to it."""
    chosen = random.Random(3)
    line = Line(game(ruleset).initial())
    lines = [line]
    for _ in range(150):
        line = chosen.choice(lines[-5:]) if chosen.random() < 0.3 else line
        if line.state.legal:
            line = line.after(chosen.choice(line.state.legal))
            lines.append(line)
    for line in lines:
        state = State(line.state.game, line.start.position)
        for ply in line.plies:
            state = State(state.game, state.game.system.rulebook.play(state.game.rules, state.position, ply.action),
                          PositionHistory.of([*state.history.keys(), *own_key(state)]))  # fmt: skip
        assert (state, state.occurrences, state.outcome) == (line.state, line.state.occurrences, line.state.outcome)


def own_key(state: State) -> list[object]:
    rulebook, rules = state.game.system.rulebook, state.game.rules
    return [rulebook.key(rules, state.position)] if rulebook.occurs(rules, state.position) else []


def test_a_line_that_goes_on_shares_its_past_and_one_that_branches_does_not() -> None:
    trail = PositionHistory.of("ab")
    on = trail.with_key("c")
    assert on.keys() == ["a", "b", "c"]
    assert trail.with_key("c") == on
    assert trail.with_key("d").keys() == ["a", "b", "d"]
    assert (trail.keys(), on.keys()) == (["a", "b"], ["a", "b", "c"])
    assert [on.with_key("a").count(key) for key in "abcd"] == [2, 1, 1, 0]
    assert PositionHistory.of("ab") == PositionHistory.of("ba") != PositionHistory.of("aba")
    assert (PositionHistory.of("ab") == "ab") is False
    assert copy.deepcopy(on) == pickle.loads(pickle.dumps(on)) == on  # noqa: S301 - our own


# --- Turns and taking back -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "persons", "left"),
    [
        (0, {FIRST, SECOND}, None),  # nothing has been played
        (1, {FIRST, SECOND}, None),  # the lots drawn stay
        (2, {FIRST}, 1),  # in the middle of a turn: its beginning
        (3, {FIRST}, 1),
        (4, {FIRST}, 1),  # with the beginning of the reply
        (5, {FIRST}, 1),  # with the reply
        (6, {FIRST}, 5),  # a new turn of one's own has begun
        (5, {SECOND}, 3),
        (3, {SECOND}, None),  # the computer began
        (9, {FIRST}, 5),
        (9, {FIRST, SECOND}, 7),  # two persons: one turn
        (9, set[int](), None),
    ],
)
def test_without_throws_the_last_own_turn(played: int, persons: set[int], left: int | None) -> None:
    assert line_of("seega", SEEGA[:played]).takeback(persons) == left


def test_without_a_lot_the_first_turn_goes_back_to_the_start() -> None:
    assert line_of("seega+first_player=first", ["a1", "a2"]).takeback({FIRST}) == 0


def test_with_throws_only_what_followed_the_last_throw() -> None:
    both = {FIRST, SECOND}
    assert [line_of("senet-race", RACE[:n]).takeback(both) for n in range(7)] == [None, None, 1, None, 3, None, 5]


def test_with_throws_the_computers_move_stays() -> None:
    assert line_of("senet-race", RACE[:2]).takeback({FIRST}) is None
    assert line_of("senet-race", RACE[:4]).takeback({FIRST}) == 3


def test_turns_are_numbered_and_the_lot_is_turn_0() -> None:
    assert [ply.turn for ply in line_of("seega", SEEGA).plies] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_a_throw_that_keeps_the_turn_does_not_begin_another() -> None:
    assert [ply.turn for ply in line_of("senet-race", RACE).plies] == [1, 1, 2, 2, 2, 2]


def test_a_line_knows_who_started() -> None:
    assert line_of("seega", []).starter is None
    assert line_of("seega", ["lot2"]).starter == SECOND
    assert line_of("senet-race", []).starter == SECOND


# --- Throws and records ----------------------------------------------------------------------------------------------


def test_a_throw_says_how_the_sticks_fell() -> None:
    line = line_of("senet-race", RACE)
    assert [ply.throw for ply in line.plies] == [Throw(2, 2), None, Throw(4, 4), None, Throw(2, 2), None]
    assert line_of("seega", ["lot1"]).last.throw is None
    assert line_of("senet-race", ["t6"]).last.throw == Throw(0, 6)


def test_dice_follow_from_their_seed() -> None:
    one, same, other = (Dice(seed) for seed in (7, 7, 8))
    rolls = [one.roll() for _ in range(200)]
    assert rolls == [same.roll() for _ in range(200)]
    assert rolls != [other.roll() for _ in range(200)]
    assert set(rolls) == set(range(16))


@pytest.mark.parametrize("ruleset", list(systems()))
def test_a_record_is_replayed_to_the_same_line(ruleset: str) -> None:
    line = random_line(ruleset, 200)
    record = line.record({"First": "guest"})
    assert (record.tags, record.actions, record.result) == ({"First": "guest"}, line.actions, line.result)
    assert Line.replay(record) == line


def test_a_record_with_an_illegal_action_is_no_line() -> None:
    with pytest.raises(RecordError, match="move 2: 'c3' is not legal here"):
        Line.replay(Record(game("seega"), Variation.of(["lot1", "c3"])))


# --- Repetitions that no rule counts -----------------------------------------------------------------------------


SHUFFLING = ["a1-b1", "e5-d5", "b1-a1", "d5-e5"]


def shuffled(ruleset: str) -> State:
    """Both sides have stepped to and fro."""
    state = game(ruleset).state("4D/5/2L2/5/L4 first 24 - - 3 40 -")
    for action in SHUFFLING:
        state = state.play(action)
    return state


def test_a_state_knows_its_way_where_no_rule_counts() -> None:
    state = shuffled("seega-khamsawee")
    assert state.reversible_history is not None
    assert len(state.reversible_history.keys()) == len(SHUFFLING)
    assert state.reversible_history.count(state.game.system.rulebook.key(state.game.rules, state.position)) == 1
    assert not state.occurrences
    sent: State = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    assert sent.reversible_history == state.reversible_history
    assert state == game("seega-khamsawee").state(str(state))  # where it came from makes no other state of it
    assert shuffled("seega").reversible_history is None
    assert shuffled("seega").occurrences


def test_a_capture_begins_a_new_way() -> None:
    state = game("seega-khamsawee").state("4D/5/5/3L1/LD3 first 24 - - 3 40 -")
    state = state.play("d2-d1").play("e5-e4")
    assert state.reversible_history
    assert state.play("d1-c1").reversible_history is None
