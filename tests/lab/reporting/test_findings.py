"""What a study found: told by thresholds, from the figures of one study."""

import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ibau.games import systems
from ibau.lab.reporting.bins import binned
from ibau.lab.reporting.charts.deciding import leads
from ibau.lab.reporting.findings import Weight, findings, summary
from ibau.lab.reporting.occasions import OCCASIONS, gain, standing
from ibau.lab.reporting.speaking import number, signed
from ibau.lab.reporting.study import Figure, Reading, Step, Study, from_weak_to_strong, read
from ibau.lab.studies.manifest import FORMAT, Manifest
from ibau.learn.effects import ASPECTS, FILE, read_effects

FAMILY = OCCASIONS[0]
BASE = Reading("seega", "seega", None, None)
SCRIPT = Path(__file__).resolve().parents[3] / "scripts/readings.py"


def figure(option: str | None, measure: str, value: float, difference: float | None = None, **more: Any) -> Figure:
    """A figure whose interval is narrow."""
    name, _, setting = (option or "").partition("=")
    half = more.pop("half", 0.001)
    ends: Sequence[float | None] = (difference,) * 3
    if difference:
        ends = difference, difference - half, difference + half
    told: dict[str, Any] = {
        "ruleset": f"seega+{option}" if option else "seega",
        "base": "seega",
        "option": name or None,
        "setting": setting or None,
        "players": "greedy",
        "measure": measure,
        "unit": "share",
        "exact": False,
        "games": 1000,
        "value": value,
        "lower": value - half,
        "upper": value + half,
        **dict(zip(("difference", "difference_lower", "difference_upper"), ends, strict=True)),
        "significant": None if difference is None else abs(difference) > half,
        "reached": True,
    }
    return Figure(**{**told, **more})


def study(*figures: Figure) -> Study:
    return Study(figures, {}, Manifest(FORMAT, "made up", 5, 0.05, {}, 1000, {}, {}, ""))


LENGTH, STARTER, DRAWS = "length.minutes.median", "balance.starter", "ends.draw"
FOUND = study(
    figure(None, LENGTH, 20.0),
    figure(None, STARTER, 0.6),
    figure(None, DRAWS, 0.2),
    figure("chain=none", LENGTH, 14.0, -6.0),
    figure("chain=none", STARTER, 0.51, -0.09),
    figure("chain=none", DRAWS, 0.05, -0.15),
    figure("max_turns=60", LENGTH, 20.0, 0.0),
    figure("max_turns=60", STARTER, 0.6, 0.0),
    figure("repetition=off", LENGTH, 20.1, 0.1),
    figure("repetition=off", STARTER, 0.601, 0.001),
    figure("centre_refuge=false", STARTER, 0.63, 0.03, half=0.05),
    figure("centre_refuge=false", LENGTH, 20.0, 0.01),
)


def test_each_reading_has_its_weight() -> None:
    assert {one.reading.name: one.weight for one in findings(FOUND)} == {
        "chain=none": Weight.CHANGES,
        "max_turns=60": Weight.NEVER,
        "repetition=off": Weight.HARDLY,
        "centre_refuge=false": Weight.OPEN,
    }


def test_the_summary_counts_and_names_them() -> None:
    counted, lines = (part.markdown for part in summary(findings(FOUND)))
    assert "the 4 readings in this study, 1 change their game, 1 hardly change it, 1 left every game" in counted
    assert [line.partition(":**")[0] for line in lines.splitlines()] == ["- **Fairer", "- **Shorter", "- **Fewer draws"]
    assert "Seega ([`chain=none`](#SEEGA-5))" in lines


def test_wishes_are_kept_missed_or_open() -> None:
    found = standing(study(*FOUND.figures, figure(None, "choice.forced", 0.5, half=0.01)), BASE, FAMILY)
    assert [wish.measure for wish in found.missed] == [DRAWS, STARTER]
    assert [wish.measure for wish in found.open] == ["choice.forced"]
    assert found.kept == []


def test_an_evening_is_told_of_players_like_the_family_and_a_club_of_the_best() -> None:
    best = figure(None, STARTER, 0.5, players="mcts nodes=9")
    even = study(*FOUND.figures, best, figure(None, LENGTH, 9.0, players="mcts nodes=9"))
    assert STARTER in [wish.measure for wish in standing(even, BASE, FAMILY).missed]
    assert STARTER in [wish.measure for wish in standing(even, BASE, OCCASIONS[1]).kept]


def test_nothing_has_no_sign() -> None:
    assert [number(value) for value in (-0.4, 0.4, -0.6)] == ["0", "0", "\u22121"]
    assert [signed(value, 1) for value in (-0.04, 0.04, 0.06)] == ["0.0", "0.0", "+0.1"]


def test_a_tenth_in_which_nobody_led_has_a_dash() -> None:
    steps = {
        ("seega", "greedy", "lead"): (Step(0.9, 0.8),),
        ("seneti", "greedy", "lead"): (Step(0.5, 0.6), Step(0.9, 1)),
    }
    bases = figure(None, LENGTH, 20.0), figure(None, LENGTH, 20.0, base="seneti")._replace(ruleset="seneti")
    plot = leads(Study(bases, steps, FOUND.manifest))
    assert plot
    assert plot.figures.heads == ["Game", "50 %", "90 %"]
    assert plot.figures.rows == [["Seega", "\u2013", "80 %"], ["Seneti", "60 %", "100 %"]]


def test_a_reading_is_named_that_keeps_more_and_loses_nothing() -> None:
    better = gain(FOUND, BASE, FAMILY)
    assert better
    assert (better.reading.name, [wish.measure for wish in better.wishes]) == ("chain=none", [DRAWS, STARTER])
    forced = figure(None, "choice.forced", 0.3), figure("chain=none", "choice.forced", 0.7, 0.4)
    assert gain(study(*FOUND.figures, *forced), BASE, FAMILY) is None


def test_the_best_players_count_that_reading_and_base_share() -> None:
    stronger = figure(None, LENGTH, 30.0, players="mcts nodes=100")
    weaker = [one._replace(players="random", difference=None) for one in FOUND.figures]
    assert {one.players for one in findings(study(stronger, *weaker, *FOUND.figures))} == {"greedy"}


def test_more_nodes_are_stronger_and_kinds_are_as_the_study_lists_them() -> None:
    players = ["mcts nodes=2000", "greedy", "alphabeta nodes=90", "mcts nodes=300", "random", "mcts nodes=300"]
    in_order = ("random", "greedy", "mcts nodes=300", "mcts nodes=2000", "alphabeta nodes=90")
    assert from_weak_to_strong(players) == in_order


def test_a_reading_of_two_bases_is_compared_with_each() -> None:
    reading = Reading("seega+chain=none", "seega", "chain", "none")
    other = figure("chain=none", LENGTH, 14.0, -1.0, base="seega-lenient")
    change = study(*FOUND.figures, other).change(reading, "greedy", ASPECTS[0])
    assert change
    assert change.difference == -6


@pytest.mark.parametrize("span", [1, 3, 7])
def test_bins_hold_every_game_however_wide_its_steps_were(span: int) -> None:
    narrow = [Step(x, 1 / 200) for x in range(200)]
    wide = [Step(x + (span - 1) / 2, span / 210) for x in range(0, 210, span)]
    (middles, one), (_, other) = binned([narrow, wide])
    assert sum(one) == pytest.approx(1, abs=0.02)
    assert max(other[:-2]) == pytest.approx(min(other[:-2]), rel=0.01)  # as even as the games were
    assert len(middles) == len(one) == len(other) <= 41


def script() -> Any:
    """The program that publishes a study."""
    spec = importlib.util.spec_from_file_location("readings_script", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_is_shipped_is_what_the_published_study_says() -> None:
    publishing = script()
    published = read(publishing.PUBLISHED)
    assert set(published.systems) == set(systems().values())
    for system in published.systems:
        shipped = (system.folder / FILE).read_text("utf-8")
        assert publishing.lines(publishing.told(published, system)) == shipped


def test_the_lines_beside_options_are_what_a_study_says(tmp_path: Path) -> None:
    publishing = script()
    facts = publishing.told(FOUND, systems()["seega"])
    file = tmp_path / "readings.json"
    file.write_text(publishing.lines(facts), "utf-8")
    assert json.loads(file.read_text("utf-8")) == facts
    known = read_effects(file)
    assert (known.players, known.base["starter"]) == ("greedy", 0.6)
    assert known.readings["seega+chain=none"]["minutes"].difference == -6
