"""The calibration of levels: the ladder, the choice of levels, and the files written."""

from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks import figure_tables, levels
from benchmarks import level_tables as pages
from benchmarks.figure_tables import fill_marks
from benchmarks.level_ladder import LADDER, ONE_PLY, LadderEntrant, choose_levels, gap_of, level_numbers, ratings
from benchmarks.level_tables import MeasuredLevels, write_levels
from benchmarks.levels import VERIFYING, LadderSettings, LevelCalibration
from ibau.core.errors import IbauError
from ibau.games import systems
from ibau.lab.arena import Entrant, Tally
from ibau.lab.statistics import expected_score
from ibau.players import LEVELS, level_settings
from ibau.players.level_settings import LevelSetting, settings_of

GAMES = 1000
TOP = 500_000  # nodes of level 8


def calibration(ruleset: str) -> LevelCalibration:
    return LevelCalibration(LadderSettings(ruleset, 40, TOP))


def tally(score: float, games: int = GAMES) -> Tally:
    """Wins and losses that make about this score, the two games of a pair ending alike."""
    won = round(score * games / 2)
    return Tally((games // 2 - won, 0, 0, 0, won), wins=2 * won)


def fake_matches(
    monkeypatch: pytest.MonkeyPatch, heights: dict[str, float], games: int = GAMES
) -> list[tuple[str, str, int]]:
    """Make the results of matches follow from heights in Elo; returns the matches that are played."""
    played: list[tuple[str, str, int]] = []

    def match(_: LevelCalibration, one: Entrant, other: Entrant, seed: int) -> Tally:
        played.append((one.text, other.text, seed))
        return tally(expected_score(heights[one.text] - heights[other.text]), games)

    monkeypatch.setattr(LevelCalibration, "match", match)
    monkeypatch.setattr(levels, "LADDER", LADDER[::2])  # there are a hundred times as many choices of all
    return played


def heights(step: float) -> dict[str, float]:
    """The heights of players, each higher than the last by a fixed step; greedy is not much better than the weakest."""
    rungs = (*LADDER, LadderEntrant(LevelSetting(nodes=TOP)))
    return {rung.text: step * n for n, rung in enumerate(rungs)} | {"greedy": step * 3.5, "random": -step}


def test_fewer_levels_keep_the_ends_and_their_meaning() -> None:
    looks, careless, watchful, best = (
        LadderEntrant(setting)
        for setting in (LevelSetting(3), LevelSetting(6, nodes=300), LevelSetting(nodes=300), LevelSetting(seconds=1.0))
    )
    assert level_numbers((LadderEntrant(LevelSetting(1)), best)) == (1, 8)
    assert level_numbers((LadderEntrant(LevelSetting(1)), looks, best)) == (1, 2, 8)
    assert level_numbers((LadderEntrant(LevelSetting(1)), careless, best)) == (1, 4, 8)
    assert level_numbers((LadderEntrant(LevelSetting(1)), looks, careless, best)) == (1, 2, 5, 8)
    assert level_numbers((LadderEntrant(LevelSetting(1)), looks, watchful, best)) == (1, 2, 6, 8)
    assert level_numbers((LadderEntrant(LevelSetting(1)), watchful, careless, best)) is None


def test_levels_are_chosen_evenly_and_the_upper_ones_overlook_nothing() -> None:
    ladder = (*LADDER, LadderEntrant(LevelSetting(nodes=TOP)))
    place = {rung: n for n, rung in enumerate(ladder)}
    chosen = choose_levels(ladder, 8, lambda below, above: place[above] - place[below])
    assert chosen is not None
    steps = [place[above] - place[below] for below, above in pairwise(chosen)]
    assert max(steps) - min(steps) == 1
    assert all(rung.suits_level(level) for level, rung in enumerate(chosen, 1))
    assert choose_levels(ladder[:5], 8, lambda below, above: place[above] - place[below]) is None


def test_ratings_are_those_under_which_the_results_are_likeliest() -> None:
    chain = {("b", "a"): tally(0.7), ("c", "b"): tally(1.0), ("d", "c"): tally(0.5)}
    heights = ratings(chain)
    gaps = [heights[match[0]] - heights[match[1]] for match in chain]
    assert gaps == pytest.approx([gap_of(tally) for tally in chain.values()], abs=0.1)
    torn = ratings({("b", "a"): tally(0.7), ("c", "b"): tally(0.7), ("c", "a"): tally(0.7)})
    assert torn["b"] - torn["a"] == pytest.approx(torn["c"] - torn["b"])
    assert gap_of(tally(0.7)) < torn["c"] - torn["a"] < 2 * gap_of(tally(0.7))


def test_a_wide_range_makes_eight_levels_that_hold_in_fresh_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = fake_matches(monkeypatch, heights(100))
    settled = calibration("seega").calibrate()
    assert tuple(settled.levels) == tuple(range(1, 9))
    assert all(step.score >= 0.65 for step in settled.steps)
    assert settled.against["greedy"].losses / GAMES >= 0.6
    assert sum(seed == VERIFYING for *_, seed in played) == 9  # seven steps, greedy and random
    as_known = LevelCalibration.match
    below, above = list(pairwise(settled.levels.values()))[3]

    def match(self: LevelCalibration, one: Entrant, other: Entrant, seed: int) -> Tally:
        if (one.text, other.text, seed) == (above.text, below.text, VERIFYING):
            return tally(0.55)
        return as_known(self, one, other, seed)

    monkeypatch.setattr(LevelCalibration, "match", match)
    settled = calibration("seega").calibrate()
    assert (below, above) not in list(pairwise(settled.levels.values()))
    assert all(step.score >= 0.65 for step in settled.steps)


def test_a_narrow_range_makes_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_matches(monkeypatch, heights(8))
    settled = calibration("senet-race").calibrate()
    assert 2 < len(settled.levels) < 8
    assert {1, 8} < set(settled.levels)
    assert all(rung.suits_level(number) for number, rung in settled.levels.items())
    assert all(step.interval[0] > 0.5 for step in settled.steps)


def test_a_game_without_throws_has_all_eight(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_matches(monkeypatch, heights(8))
    with pytest.raises(IbauError, match="no 8 players differ significantly"):
        calibration("seneti").calibrate()


def test_a_level_that_is_too_strong_for_a_child_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_matches(monkeypatch, heights(100) | {"greedy": 0})
    with pytest.raises(IbauError, match="level 1 is too strong"):
        calibration("seega").calibrate()


# --- What is written -------------------------------------------------------------------------------------------------


@pytest.fixture
def three_levels() -> MeasuredLevels:
    rungs = {
        1: ONE_PLY[0],
        5: LadderEntrant(LevelSetting(4, nodes=1_000)),
        8: LadderEntrant(LevelSetting(nodes=400_000, search="expectimax")),
    }
    against = {"greedy": tally(0.25), "random": tally(0.9)}
    return MeasuredLevels("seneti", rungs, (tally(0.7), tally(0.6)), against)


def test_what_is_written_is_what_is_played(
    three_levels: MeasuredLevels, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, saved = tmp_path / "levels.json", tmp_path / "levels/seneti.tsv"
    data.write_text('{"level1": {"noticed": 2}}')
    saved.parent.mkdir()
    monkeypatch.setattr(pages, "levels_file", {systems()["seneti"]: data}.__getitem__)
    monkeypatch.setattr(figure_tables, "MEASURED", tmp_path)
    monkeypatch.setattr(level_settings, "levels_file", {systems()["seneti"]: data}.__getitem__)
    write_levels(three_levels)
    assert settings_of(systems()["seneti"]) == {
        "level1": LevelSetting(1),
        "level5": LevelSetting(4, nodes=1_000),
        "level8": LevelSetting(nodes=400_000, search="expectimax"),
    }
    assert data.read_text().splitlines()[1] == '  "level1": {"noticed": 1},'
    assert saved.read_text().startswith("# Level 1 lost 75.0% of 1000 games")
    assert saved.read_text().splitlines()[2:] == ["\t".join(row) for row in three_levels.rows()]


def test_a_page_is_filled_between_its_marks() -> None:
    assert fill_marks("before\n<!-- seneti -->\nold\n<!-- /seneti -->\nafter\n", "seneti", "new") == (
        "before\n<!-- seneti -->\n\nnew\n<!-- /seneti -->\nafter\n"
    )
    with pytest.raises(ValueError, match="0 sections"):
        fill_marks("nothing", "seneti", "text")


def test_the_pages_name_the_levels_as_they_are_and_have_room_for_every_game() -> None:
    explained, page = ((figure_tables.MEASURED / name).read_text("utf-8") for name in ("../strength.md", "levels.md"))
    for level in LEVELS:
        assert f"| {level.number} | {level.name} | {level.text} |" in explained
    for system in systems():
        assert f"<!-- made of {system}.tsv -->" in page
