"""Completion rates: the counted games, and no claims about rulesets under which too few games end."""

from collections.abc import Mapping

import pytest

from ibau.core import completion_rates
from ibau.core.completion_rates import (
    Completion,
    CompletionCounts,
    EndlessError,
    check_ends,
    completion_counts,
    too_few_ended,
)
from ibau.core.contract import System
from ibau.core.line import Line
from ibau.core.outcome import GIVEN_UP
from ibau.core.puzzle import puzzles_of
from ibau.games import game, systems
from ibau.lab.puzzle_finder import PuzzleFinder
from ibau.lab.training.training_plan import check_plan, plan_for
from ibau.language import LANGUAGES, translator_for
from ibau.learn import review
from ibau.learn.effect_text import preset_effect_text
from ibau.learn.option_effects import effects_of
from ibau.players.level_settings import levels_file
from ibau.search.budget import Budget
from ibau.search.network import network_of, shipped_file

SYSTEMS = pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
LETTER = "senet-formation"


def of(**kinds: int) -> Completion:
    return Completion("seega", kinds)


def test_a_cap_is_no_end_and_a_repetition_is_one() -> None:
    found = of(major=5, cap=3, unfinished=2, repetition=4, no_progress=1)
    assert (found.games, found.ended, found.drawn_out) == (15, 10, 5)


@pytest.mark.parametrize(
    ("kinds", "enough"),
    [
        ({}, False),
        ({"major": 72}, False),  # all of so few may be 94.9 %
        ({"major": 74}, True),
        ({"repetition": 74}, True),
        ({"major": 95, "cap": 5}, False),
        ({"major": 990, "cap": 10}, True),
    ],
)
def test_it_has_to_be_certain_that_nineteen_of_twenty_end(kinds: Mapping[str, int], *, enough: bool) -> None:
    assert of(**kinds).is_enough is enough


def fake_counts(monkeypatch: pytest.MonkeyPatch, **rulesets: dict[str, int]) -> None:
    """Replace the counts of Seega; names as changes, `_` for none."""
    names = {f"seega+{name}" if name != "seega" else name: kinds for name, kinds in rulesets.items()}
    found = CompletionCounts("level8", {name: Completion(name, kinds) for name, kinds in names.items()})

    def as_told(_: System) -> CompletionCounts:
        return found

    monkeypatch.setattr(completion_rates, "completion_counts", as_told)


def test_what_nobody_counted_is_as_good_as_the_worst_that_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_counts(
        monkeypatch, **{"seega": {"major": 100}, "chain=none": {"cap": 100}, "small_victory=off": {"major": 100}}
    )
    assert too_few_ended(game("seega")) is None
    assert too_few_ended(game("seega+small_victory=off")) is None
    assert too_few_ended(game("seega+forced_capture=false")) is None
    found = too_few_ended(game("seega+chain=none+small_victory=off"))
    assert found
    assert found.ruleset == "seega+chain=none"


def test_what_was_counted_counts_more_than_what_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_counts(monkeypatch, **{"chain=none": {"cap": 100}, "chain=none+small_victory=off": {"major": 100}})
    assert too_few_ended(game("seega+chain=none"))
    assert too_few_ended(game("seega+chain=none+small_victory=off")) is None


# --- What is stored ---------------------------------------------------------------------------------------------------


@SYSTEMS
def test_the_counts_are_of_rulesets_and_ends_that_there_are(system: System) -> None:
    found = completion_counts(system)
    assert found.player
    for name, one in found.rulesets.items():
        assert name == str(system.ruleset_with(game(name).ruleset.values))
        assert set(one.kinds) <= {*game(name).ends, GIVEN_UP}


@SYSTEMS
def test_the_games_of_the_usual_rules_end(system: System) -> None:
    assert completion_counts(system).rulesets[system.default_preset.id].is_enough


@SYSTEMS
def test_nothing_is_told_of_rules_under_which_games_do_not_end(system: System) -> None:
    """Levels and the base of all readings are of the usual rules, which the test above checks."""
    assert not any(too_few_ended(game(ruleset)) for ruleset in effects_of(system).rulesets)
    assert not any(too_few_ended(game(puzzle.ruleset)) for puzzle in puzzles_of(system))
    assert levels_file(system).exists()


@SYSTEMS
def test_who_is_counted_does_not_depend_on_the_counts(system: System) -> None:
    """With a network left out where too few games end, Seneti's `path_rule=free` would pass and fail in turns."""
    for played in map(game, completion_counts(system).rulesets):
        shipped = shipped_file(system).exists() and system.network_applies(played.rules)
        assert bool(len(network_of(played).bias)) == shipped


# --- The letter of the formation game ---------------------------------------------------------------------------------


def test_the_letter_is_told_to_be_endless_in_every_language() -> None:
    found = too_few_ended(game(LETTER))
    assert found
    system = systems()[LETTER]
    for lang in LANGUAGES:
        sentence = preset_effect_text(system, system.presets[0], translator_for(lang))
        assert str(found.games) in sentence
        assert str(found.ended) in sentence


def test_nothing_of_it_is_measured_or_judged() -> None:
    played = game(LETTER)
    with pytest.raises(EndlessError):
        check_ends(played)
    with pytest.raises(EndlessError):
        PuzzleFinder(played, seed=1)
    with pytest.raises(EndlessError):
        check_plan(played, plan_for(played))
    with pytest.raises(EndlessError):
        review(Line.of(played.initial(), ["lot1", "t1", "+30"]), Budget(nodes=10))
