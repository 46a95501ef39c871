"""The file of a tournament, which can be continued, and the processes that play it."""

import json
import multiprocessing
import re
from pathlib import Path

import msgspec
import pytest

from ibau.games import game
from ibau.lab.arena import ArenaError, PairedGame, Pairing, PairRunner, Tally, parse_entrant, run_tournament
from ibau.lab.arena.tournament_file import PairJournal
from ibau.lab.training.weight_fit import write_network
from ibau.players.level_settings import settings_of
from tests.search.minimax import random_network

RACE = "senet-race+max_turns=20"
TOURNAMENT = Pairing(RACE, (parse_entrant("greedy"), parse_entrant("random")), seed=4)


def lines_without_times(file: Path) -> list[object]:
    """The lines of a file without what differs from run to run."""
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for line in lines[1:]:
        for spent in line["spent"]:
            del spent["seconds"], spent["cpu"], spent["over"]
    return lines


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a tournament of six pairs, played at a stretch."""
    file = tmp_path_factory.mktemp("arena") / "whole.jsonl"
    run_tournament(game, TOURNAMENT, 6, file=file)
    return file


def test_the_file_tells_the_tournament(whole: Path) -> None:
    header, *games = lines_without_times(whole)
    assert header == {
        "arena": 1,
        "ruleset": RACE,
        "entrants": ["greedy", "random"],
        "evaluators": ["features", ""],
        "seed": 4,
        "opening": None,
        "clock": "wall",
    }
    lines = [msgspec.json.decode(line, type=PairedGame) for line in whole.read_bytes().splitlines()[1:]]
    assert [line.pair for line in lines] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert Tally.of(zip(lines[::2], lines[1::2], strict=True)) == run_tournament(game, TOURNAMENT, 6)
    assert len(games) == 12


def test_workers_make_no_difference(whole: Path, tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    seen: list[int] = []
    tally = run_tournament(
        game, TOURNAMENT, 6, workers=2, file=file, progress=lambda _, pair: seen.append(pair[0].pair)
    )
    assert lines_without_times(file) == lines_without_times(whole)
    assert seen == list(range(6))
    assert tally.games == 12
    assert multiprocessing.active_children() == []


def cut(content: bytes, lines: int, letters: int) -> bytes:
    """A file cut after this many lines, within the next one."""
    all_lines = content.splitlines(keepends=True)
    return b"".join(all_lines[:lines]) + (all_lines[lines][:letters] if letters else b"")


@pytest.mark.parametrize(("lines", "letters"), [(0, 0), (0, 9), (1, 0), (1, 20), (2, 0), (3, 0), (4, 30), (12, 5)])
def test_going_on_equals_playing_at_a_stretch(whole: Path, tmp_path: Path, lines: int, letters: int) -> None:
    """For each place at which it was cut: in the header, within a line, between the two games of a pair."""
    file = tmp_path / "torn.jsonl"
    file.write_bytes(cut(whole.read_bytes(), lines, letters))
    tallies: list[Tally] = []
    tally = run_tournament(game, TOURNAMENT, 6, file=file, progress=lambda so_far, _: tallies.append(so_far))
    assert lines_without_times(file) == lines_without_times(whole)
    assert len(tallies) == 6
    assert tally == tallies[-1] == run_tournament(game, TOURNAMENT, 6)


def test_a_finished_tournament_is_not_played_again(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = whole.read_bytes()
    monkeypatch.setattr(PairRunner, "play_pair", None)
    assert run_tournament(game, TOURNAMENT, 6, file=whole).games == 12
    assert run_tournament(game, TOURNAMENT, 2, file=whole).games == 4
    assert whole.read_bytes() == before


OTHERS = {
    "ruleset": (TOURNAMENT._replace(ruleset="senet-race"), f'its ruleset is "{re.escape(RACE)}", not "senet-race"'),
    "entrants": (
        TOURNAMENT._replace(entrants=(parse_entrant("greedy"), parse_entrant("greedy"))),
        r'its entrants is \["greedy","random"\], not \["greedy","greedy"\]',
    ),
    "seed": (TOURNAMENT._replace(seed=5), "its seed is 4, not 5"),
    "opening": (TOURNAMENT._replace(opening=2), "its opening is null, not 2"),
    "clock": (TOURNAMENT._replace(clock="cpu"), 'its clock is "wall", not "cpu"'),
}


@pytest.mark.parametrize("what", OTHERS)
def test_the_file_of_another_tournament_is_refused_and_left_alone(whole: Path, what: str) -> None:
    other, error = OTHERS[what]
    before = whole.read_bytes()
    with pytest.raises(ArenaError, match=error):
        run_tournament(game, other, 6, file=whole)
    assert whole.read_bytes() == before


def test_a_network_that_has_changed_makes_another_tournament(tmp_path: Path) -> None:
    seneti, network, file = game("seneti+max_plies=20"), tmp_path / "net.npz", tmp_path / "games"
    pairing = Pairing(
        str(seneti.ruleset), (parse_entrant(f"alphabeta:nodes=5,evaluator={network}"), parse_entrant("level1"))
    )
    fingerprints = []
    for seed in (1, 2):
        with network.open("wb") as stream:
            write_network(stream, random_network(seneti.system, seed), seneti.system)
        fingerprints.append(pairing.entrants[0].evaluator_text(seneti))
        if seed == 1:
            assert run_tournament(game, pairing, 1, file=file) == run_tournament(game, pairing, 1, file=file)
    assert fingerprints[0] != fingerprints[1]
    with pytest.raises(ArenaError, match=f'its evaluators is .*"{fingerprints[0]}".*, not .*"{fingerprints[1]}"'):
        run_tournament(game, pairing, 1, file=file)


def test_evaluators_as_text() -> None:
    seega = game("seega")
    shipped = parse_entrant("alphabeta").evaluator_text(seega)
    assert len(shipped) == 8
    assert parse_entrant("alphabeta:evaluator=features").evaluator_text(seega) == "features"
    assert parse_entrant("greedy").evaluator_text(seega) == "features"
    for name in ("random", "uct", "tests.custom_players:Foremost"):
        assert parse_entrant(name).evaluator_text(seega) == ""
    assert parse_entrant("level1").evaluator_text(seega) == f"{shipped} noticed=1"
    assert parse_entrant("level8").evaluator_text(seega) == f"{shipped} {settings_of(seega.system)['level8'].text}"


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"my notes, no line break", "notes, line 1: no header of a tournament: JSON is malformed"),
        (b"\xff\xfe\n", "line 1: no header of a tournament"),
        (b"{}\n", "no header of a tournament: Object missing required field `arena`"),
        (b'{"ruleset":"seega"}\n', "no header of a tournament"),
        (
            b'{"arena":2,"ruleset":"a","entrants":["b","c"],"evaluators":["",""],"seed":0,"opening":0,"clock":"d"}\n',
            "form 2; .* form 1",
        ),
    ],
)
def test_other_files_are_refused_and_left_alone(tmp_path: Path, content: bytes, error: str) -> None:
    file = tmp_path / "notes"
    file.write_bytes(content)
    with pytest.raises(ArenaError, match=error):
        run_tournament(game, TOURNAMENT, 1, file=file)
    assert file.read_bytes() == content


DAMAGES: dict[str, tuple[dict[str, object], str]] = {
    "pair": ({"pair": 5}, "line 4: expected a game of pair 1, not of pair 5"),
    "seats of another game": (
        {"seats": [1, 0]},
        r"line 4: expected the seats \[0, 1\] in this game of a pair, not \[1,",
    ),
    "no seats": ({"seats": [1, 1]}, r"expected the seats \[0, 1\] in this game of a pair, not \[1, 1\]"),
    "no returns": ({"returns": [5, 5]}, r"line 4: the game returns \[5, 5\] by 'cap', its replay \[.*\] by 'cap'"),
    "kind": ({"kind": "major"}, "by 'major', its replay .* by 'cap'"),
    "no forfeit": ({"kind": "forfeit"}, "by 'forfeit', its replay .* by 'cap'"),
    "fault": ({"fault": "ended"}, "by 'cap', its replay .* by 'forfeit'"),
    "actions": ({"actions": ["zzz"]}, "line 4: action 1: 'zzz' is not legal here; legal: "),
    "no actions": ({"actions": []}, "by 'cap', its replay .* by 'unfinished'"),
    "field": ({"moves": 3}, "line 4: Object contains unknown field `moves`"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_game_is_named_and_left_alone(whole: Path, tmp_path: Path, what: str) -> None:
    changes, error = DAMAGES[what]
    lines = whole.read_bytes().splitlines(keepends=True)
    lines[3] = json.dumps(json.loads(lines[3]) | changes).encode() + b"\n"
    file = tmp_path / "damaged.jsonl"
    file.write_bytes(b"".join(lines))
    with pytest.raises(ArenaError, match=error) as raised:
        run_tournament(game, TOURNAMENT, 6, file=file)
    assert str(raised.value).startswith(f"{file}, line 4: ")
    assert str(raised.value).endswith("(the tournament can go on without this line and those after it)")
    assert file.read_bytes() == b"".join(lines)


def test_a_file_is_one_tournaments_at_a_time(whole: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(whole.read_bytes())
    with PairJournal(file, TOURNAMENT, game(RACE)):
        with pytest.raises(ArenaError, match=r"games\.jsonl is in use by another tournament"):
            run_tournament(game, TOURNAMENT, 6, file=file)
        assert file.read_bytes() == whole.read_bytes()
    assert run_tournament(game, TOURNAMENT, 6, file=file).games == 12
