"""Fuzzing of readers and of the engine: every input is either read correctly or refused with a reason."""

import io
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from ibau.core.board import Piece
from ibau.core.editing import build_state
from ibau.core.errors import IbauError, IllegalActionError, PositionError, RecordError, RulesetError, TableError
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.record import Record
from ibau.games import game
from ibau.players import player
from ibau.records.jsonl import json_of
from ibau.records.record_files import read_record
from ibau.search.playout import playouts
from ibau.tables.table_file import Table
from ibau.tables.tablebase import shipped_folder
from ibau.ugi import serve
from tests.fuzzing import (
    STRANGE,
    assert_short_message,
    assert_sound,
    fuzz,
    fuzzed,
    line,
    lines,
    mutated,
    numbers,
    rulesets,
)

pytestmark = pytest.mark.timeout(3600)


@fuzzed
def test_positions(times: float) -> None:
    def check(number: int, text: str) -> None:
        try:
            state = line(number).state.game.state(text)
        except PositionError as error:
            assert_short_message(error)
            return
        assert_sound(state)

    of_position = lines().map(lambda found: str(found.state))
    fuzz(5, times, check, numbers, mutated(of_position))
    fuzz(4, times, lambda number, changes: check(number, changed(number, changes)), numbers, changes())


def changes() -> st.SearchStrategy[list[tuple[int, str]]]:
    """Words to be put in place of others."""
    words = mutated(lines().map(lambda found: random.Random(found.ply_count).choice(str(found.state).split())), 1)
    return st.lists(st.tuples(st.integers(0, 12), st.one_of(words, st.sampled_from(STRANGE))), max_size=3)


def changed(number: int, changes: Sequence[tuple[int, str]]) -> str:
    """A position some of whose words are others."""
    words = str(line(number).state).split()
    for at, word in changes:
        words[at % len(words)] = word
    return " ".join(words)


@fuzzed
def test_what_is_accepted_can_be_played_to_its_end_by_every_loop(times: float) -> None:
    def check(number: int, changes: list[tuple[int, str]]) -> None:
        try:
            state = game(line(number).state.game.ruleset.preset.id).state(changed(number, changes))
        except PositionError:
            return
        if state.game.system.has_throws or state.game.longest_game or state.outcome:
            assert len(playouts(state, 2, seed=number).outcomes) == 2
        assert_sound(state)

    fuzz(3, times, check, numbers, changes())


@fuzzed
def test_positions_put_together(times: float) -> None:
    pieces = st.lists(
        st.builds(
            Piece,
            st.sampled_from(["a1", "c3", "b10", "1", "15", "27", "30", "hand:first", *STRANGE]),
            st.integers(-1, 2),
            st.sampled_from(["piece", "pharaoh", "priest", "ship", "stone", *STRANGE]),
            st.sampled_from(["", "open", "closed", *STRANGE]),
        ),
        max_size=8,
    )

    def check(number: int, extra: list[Piece], words: list[str]) -> None:
        state = line(number).state
        form = state.game.system.form
        squares = {square.name for square in state.game.board.squares}
        put = [piece for piece in state.pieces if piece.place in squares][len(words) :]
        spelled = [*words, *form.editable_values(str(state))[len(words) :]]
        try:
            made = build_state(state.game, [*put, *extra], spelled)
        except PositionError as error:
            assert_short_message(error)
            return
        assert_sound(made)

    fuzz(3, times, check, numbers, pieces, st.lists(st.sampled_from(STRANGE) | st.text(max_size=5), max_size=4))


@fuzzed
def test_actions(times: float) -> None:
    def check(number: int, text: str, value: int) -> None:
        found = line(number)
        for state in (found.state, found.start):
            try:
                state.play(text)
            except IllegalActionError as error:
                assert_short_message(error)
                assert text not in state.actions
            else:
                assert text in [*state.actions]
            check_number(state, value)

    def check_number(state: State, value: int) -> None:
        for kind in (int, np.int8, np.uint8, np.int16, np.int64, np.uint64):
            if kind is not int and not np.iinfo(kind).min <= value <= np.iinfo(kind).max:
                continue
            try:
                after = state.after(kind(value))
            except IllegalActionError as error:
                assert_short_message(error)
                assert value not in state.legal
            else:
                assert after == state.after(value)
                assert all(type(each) is int for each in after.position)

    of_action = lines().map(lambda found: found.actions[-1] if found.ply else "lot1")
    fuzz(4, times, check, numbers, mutated(of_action), st.integers(-2, 300) | st.integers())


@fuzzed
def test_rulesets(times: float) -> None:
    def check(text: str) -> None:
        try:
            read = game(text)
        except RulesetError as error:
            assert_short_message(error)
            return
        again = game(str(read.ruleset))
        assert (again, again.rules) == (read, read.rules)
        if len(text) < 400:
            state = read.initial()
            assert_sound(state.after(state.legal[0]))

    fuzz(3, times, check, mutated(rulesets()))


# --- Records ---------------------------------------------------------------------------------------------------------


def record(found: Line) -> Record:
    """A game with a comment and a tag."""
    return found.record({"First": 'Ada \\ "A"', "Note": f"{found.ply_count}"})


def check_record(text: str) -> None:
    """A text is refused, naming its line, or read, and the same when written and read again."""
    try:
        read = read_record(text)
    except RecordError as error:
        assert_short_message(error)
        return
    assert read_record(str(read)) == read == read_record(json_of(read))
    assert all(action in text for action in read.actions)


@fuzzed
def test_records(times: float) -> None:
    fuzz(7, times, check_record, mutated(lines().map(lambda found: str(record(found)))))


@fuzzed
def test_records_in_json(times: float) -> None:
    fuzz(4, times, check_record, mutated(lines().map(lambda found: json_of(record(found)))))


# --- The engine ------------------------------------------------------------------------------------------------------


def engine_commands(found: Line) -> list[str]:
    """Commands for an engine about a game."""
    return [
        f"setoption name Ruleset value {found.state.game.ruleset}",
        f"position startpos moves {' '.join(found.actions)}",
        f"position fen {found.state} moves {' '.join(found.state.actions[:1])}",
        *("ugi", "isready", "uginewgame", "query fen", "query actions", "query perft 2", "query chances", "stop"),
        *("go nodes 5", "go movetime 5 nodes 3", "go depth 1", "query result", "setoption name Seed value 7"),
    ]


@fuzzed
def test_the_engine(times: float) -> None:
    """Every session ends, and answers to the last."""

    def check(asked: list[str]) -> None:
        sink = io.BytesIO()
        data = "\n".join((*asked, "isready", "query tomove", "")).encode(errors="surrogatepass")
        serve(io.BytesIO(data), sink, lambda _game, number, _threads: player("random", number))
        answers = sink.getvalue().decode().splitlines()
        assert not any("internal" in answer for answer in answers), answers
        assert all(len(answer) < 5000 for answer in answers)
        assert not any(len(answer) > 1000 for answer in answers if answer.startswith("error"))
        ended = any(text.split() == ["quit"] for text in "\n".join(asked).split("\n"))
        assert ended or answers[-1].startswith("response ")

    one = lines().flatmap(lambda found: st.sampled_from(engine_commands(found)))
    fuzz(5, times, check, st.lists(st.one_of(one, mutated(one, 2), st.just("go")), max_size=8))


# --- Tables ----------------------------------------------------------------------------------------------------------


@fuzzed
def test_tables(times: float, tmp_path: Path) -> None:
    """A table that was changed anywhere gives no value."""
    whole = (shipped_folder(game("senet-race")) / "1v1.table").read_bytes()
    file = tmp_path / "1v1.table"

    def check(changes: list[tuple[int, bytes]]) -> None:
        data = bytearray(whole)
        for at, part in changes:
            data[at : at + len(part)] = part
        file.write_bytes(data)
        try:
            read = Table(file).values
        except TableError as error:
            assert_short_message(error)
            assert data != whole
            return
        assert data == whole
        assert len(read)

    part = st.binary(min_size=1, max_size=8)
    fuzz(2, times, check, st.lists(st.tuples(st.integers(0, len(whole) + 10), part), min_size=1, max_size=3))


# --- What is built from numbers -------------------------------------------------------------------------------------


@fuzzed
def test_numbers(times: float) -> None:
    """A number of another kind is refused, not taken for one."""
    calls: list[Any] = [
        lambda state, value: state.chance_action(value),
        lambda state, value: state.board(columns=value),
        lambda state, value: playouts(state, value if not isinstance(value, int) or value < 3 else 3, seed=value),
        lambda state, value: Line(state).back_to(value),
        lambda state, value: state.text_of(value),
        lambda state, value: state.reasons(value),
    ]

    def check(number: int, value: object) -> None:
        state = game(line(number).state.game.ruleset.preset.id).initial()
        for call in calls:
            try:
                call(state, value)
            except (IbauError, TypeError, IndexError) as refused:
                assert_short_message(refused)

    values = st.one_of(st.integers(), st.floats(), st.none(), st.text(max_size=3), st.just(1 << 20_000), st.booleans())
    fuzz(2, times, check, numbers, values)
