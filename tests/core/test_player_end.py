"""Games that the players end themselves (C90, C91, C92)."""

import pickle
from collections.abc import Callable

import pytest

from ibau import Line, game
from ibau.core.errors import IllegalActionError, RecordError
from ibau.core.outcome import DRAW, FIRST, SECOND
from ibau.core.player_end import PlayerEnd
from ibau.core.record import Record
from ibau.core.result_text import result_text
from ibau.records.jsonl import json_of, read_json
from ibau.records.record_text import read_text
from tests.golden.senet_formation_cases import ODD, on

RACE = game("senet-race")
FORMATION = game("senet-formation")
SEEGA = Line.of(game("seega").initial(), ["lot1", "a1", "a2"])

SETTLE: dict[str, Callable[[Line], Line]] = {
    "resigned": lambda line: line.resign(FIRST),
    "agreed": Line.agree_draw,
    "abandoned": lambda line: line.abandon(SECOND),
}


@pytest.mark.parametrize(
    ("kind", "returns", "text"),
    [
        ("resigned", (-1, 1), "Dark wins: Light has resigned."),
        ("agreed", (0, 0), "A draw: both players have agreed to it."),
        ("abandoned", (1, -1), "Light wins: Dark has left the game."),
    ],
)
def test_players_may_end_a_game(kind: str, returns: tuple[int, int], text: str) -> None:
    line = SETTLE[kind](SEEGA)
    assert line.result
    assert (line.result.kind, line.result.returns, line.result.score) == (kind, returns, None)
    assert str(result_text(line.state, line.player_end)) == text
    assert line.state == SEEGA.state
    assert line != SEEGA
    assert pickle.loads(pickle.dumps(line)) == line  # noqa: S301 - our own
    assert line.takeback({FIRST, SECOND}) is None
    assert line.back_to(2) == SEEGA.back_to(2)


@pytest.mark.parametrize("kind", SETTLE)
def test_nothing_is_played_afterwards(kind: str) -> None:
    line = SETTLE[kind](SEEGA)
    with pytest.raises(IllegalActionError, match=f"b1: the game is over \\({kind}\\)"):
        line.play("b1")
    for again in SETTLE.values():
        with pytest.raises(IllegalActionError, match="the game is over"):
            again(line)


@pytest.mark.parametrize("kind", SETTLE)
def test_a_game_that_is_over_cannot_be_settled(kind: str) -> None:
    over = Line(game("seti-beth").initial())
    while not over.result:
        over = over.play(over.state.actions[0])
    with pytest.raises(IllegalActionError, match=f"{kind}: the game is over \\({over.result.kind}\\)"):
        SETTLE[kind](over)
    claimed = str(over.record()).replace(f'[Kind "{over.result.kind}"]', f'[Kind "{kind}"]')
    with pytest.raises(RecordError, match=f"{kind}: the game is over"):
        list(read_text(claimed.splitlines(keepends=True), game))


def read_back(record: Record) -> list[Record]:
    """A record as it is read back from its text and from its JSON."""
    return [*read_text(str(record).splitlines(keepends=True), game), *read_json([json_of(record)], game)]


@pytest.mark.parametrize("kind", SETTLE)
@pytest.mark.parametrize("line", [SEEGA, Line.of(RACE.initial(), ["t2"])], ids=["seega", "senet-race"])
def test_a_record_of_it_is_read_back(line: Line, kind: str) -> None:
    settled = SETTLE[kind](line)
    record = settled.record({"First": "guest"})
    assert f'[Kind "{kind}"]' in str(record)
    for read in read_back(record):
        assert read == record
        assert Line.replay(read) == settled


@pytest.mark.parametrize(
    ("tags", "word", "message"),
    [
        ('[Kind "resigned"]', "*", "a game that was resigned has a result"),
        ('[Kind "resigned"]', "draw", "a game that was resigned has a winner"),
        ('[Kind "agreed"]', "p1win", "claims Result 'p1win', but its replay gives 'draw'"),
        ('[Kind "abandoned"]\n[Score "3,0"]', "p1win", "claims Score '3,0', but its replay gives no Score"),
        ('[Kind "given up"]', "p1win", "claims Kind 'given up'"),
    ],
)
def test_claims_that_cannot_be(tags: str, word: str, message: str) -> None:
    text = f'[Ruleset "seega"]\n{tags}\n\nlot1 1. a1 {word}\n'
    with pytest.raises(RecordError, match=message):
        list(read_text(text.splitlines(keepends=True), game))


def test_the_winner_of_a_race_scores_for_the_pawns_of_the_other() -> None:
    """C91: both begin with five pawns on 1 to 11; those on 1 to 10 count 3, the one on 11 counts 2."""
    race = Line(RACE.initial())
    assert race.resign(SECOND).result == PlayerEnd("resigned", FIRST, (14, 0)).result
    assert race.resign(FIRST).result == PlayerEnd("resigned", SECOND, (0, 15)).result
    assert race.abandon(FIRST).result == PlayerEnd("abandoned", SECOND, (0, 15)).result
    assert race.agree_draw().result == PlayerEnd("agreed", DRAW, (0, 0)).result
    assert Line(game("senet-race+match_scoring=false").initial()).resign(FIRST).result == (
        PlayerEnd("resigned", SECOND, None).result
    )


LEADING = on({1}, {30}, "second t1 open first - 0 9")  # light leads
SOLO = on(ODD, {30}, "second t1 open first first 3 9")  # light has won and has 18 points


@pytest.mark.parametrize(
    ("position", "settlement"),
    [
        (LEADING, {"resigned": (SECOND, (5, 10)), "agreed": (DRAW, (5, 0)), "abandoned": (FIRST, (15, 0))}),
        (SOLO, dict.fromkeys(SETTLE, (FIRST, (18, 0)))),
    ],
    ids=["before", "solo"],
)
def test_the_points_of_the_formations(position: str, settlement: dict[str, tuple[int, tuple[int, int]]]) -> None:
    """C91: 5 for the leader and 10 for the player who wins; C92: a complete formation has won."""
    line = Line(FORMATION.state(position))
    for kind, (winner, score) in settlement.items():
        settled = SETTLE[kind](line)
        assert settled.player_end == PlayerEnd(kind, winner, score)  # type: ignore[arg-type]
        for read in read_back(settled.record()):
            assert Line.replay(read) == settled


def test_a_win_that_stands_is_said_to_stand() -> None:
    line = Line(FORMATION.state(SOLO)).agree_draw()
    assert str(result_text(line.state, line.player_end)) == "Light wins; the players have ended the game."
