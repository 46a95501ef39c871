"""What readings do, in one line: from figures, by thresholds, and told wherever a reading can be chosen."""

import pytest

from ibau.core.contract import System
from ibau.core.options import preset_values
from ibau.games import game, systems
from ibau.language import LANGUAGES, translator
from ibau.learn.effect_sentences import line, measured_said, options_told, percent, preset_told, rounded
from ibau.learn.effects import ASPECTS, Change, Effect, Verdict, as_changed, effects_of, verdict
from ibau.paper.pages import page
from ibau.web.endpoints.catalogue import catalogue

MINUTES, STARTER, *_ = ASPECTS
BASE = {"minutes": 20.0, "starter": 0.6, "draws": 0.1}
NOTHING = Change(0.0, 0.0, 0.0, significant=False)


def changed(difference: float, half: float = 0.001) -> Change:
    return Change(difference, difference - half, difference + half, significant=abs(difference) > half)


def told(lang: str = "en", **changes: Change) -> str:
    return line(Effect(changes, BASE), translator(lang))


# --- Verdicts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (changed(0.03), Verdict.MORE),
        (changed(-0.03), Verdict.LESS),
        (changed(0.0189), Verdict.HARDLY),  # certain, and too small to be noticed
        (changed(0.0195), Verdict.OPEN),  # small, but the interval holds changes that would be noticed
        (changed(0.03, 0.04), Verdict.OPEN),  # large, and not certain
        (changed(0.01, 0.03), Verdict.OPEN),  # small, but the interval is wide
        (NOTHING, Verdict.HARDLY),
    ],
)
def test_a_change_counts_that_is_certain_and_large_enough(change: Change, found: Verdict) -> None:
    assert verdict(STARTER, change, base=0.5) is found


def test_the_length_of_a_game_counts_in_shares_of_what_it_was() -> None:
    assert verdict(MINUTES, changed(1.9), base=20) is Verdict.HARDLY
    assert verdict(MINUTES, changed(1.9), base=15) is Verdict.MORE
    assert verdict(MINUTES, NOTHING, base=0) is Verdict.HARDLY


# --- The line --------------------------------------------------------------------------------------------------------


def test_the_line_tells_what_changes_and_that_the_winner_does_not() -> None:
    assert told(minutes=changed(21.4), starter=changed(0.001)) == "About 20 minutes longer; hardly changes who wins."
    assert told(minutes=changed(-2.2), draws=changed(0.15)) == (
        "About 2 minutes shorter; more draws: 25\u00a0% instead of 10\u00a0%."
    )


@pytest.mark.parametrize(
    ("difference", "begin"), [(-0.08, "Fairer: "), (0.08, "Less fair: "), (-0.2, "Whoever begins scores 40")]
)
def test_fair_is_what_is_near_a_half_from_either_side(difference: float, begin: str) -> None:
    assert told(starter=changed(difference)).startswith(begin)


def test_the_line_says_what_is_not_known() -> None:
    open_ = changed(0.03, 0.05)
    assert told(minutes=changed(0.1), starter=changed(0.001)) == "Hardly changes the game."
    assert told(starter=open_) == "Not yet measured precisely enough to tell."
    assert told(starter=changed(0.001), draws=open_) == "Hardly changes who wins."
    assert told(minutes=changed(0.1), starter=open_) == "About as long."


def test_games_that_are_the_same_games_are_told_to_be() -> None:
    assert told(minutes=NOTHING, starter=Change(0, -0.001, 0.001, significant=False)) == "Every game went the same way."
    assert told(minutes=changed(0.1), starter=NOTHING) != "Every game went the same way."


def test_figures_are_told_as_people_say_them() -> None:
    assert [rounded(minutes) for minutes in (0.4, 7.6, 12, 23, 128)] == [0, 8, 10, 25, 130]
    assert [percent(share) for share in (0, 0.004, 0.5, 0.996, 1)] == [
        f"{said}\u00a0%" for said in ("0", "< 1", "50", "> 99", "100")
    ]


# --- What is shipped -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", systems().values(), ids=systems())
def test_every_reading_of_a_game_has_been_measured(system: System) -> None:
    changes = {str(ruleset) for ruleset in game(system.id).ruleset.one_option_changes()}
    named = {str(as_changed(system, preset_values(preset, system.options))) for preset in system.presets[1:]}
    assert effects_of(system).readings.keys() == changes | named


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", systems().values(), ids=systems())
def test_the_rules_tell_what_options_do(system: System, lang: str) -> None:
    translate, rules = translator(lang), page(system.id, lang)
    lines = [said for option in system.options for said in options_told(system, option, translate).values()]
    lines += [said for preset in system.presets[1:] if (said := preset_told(system, preset, translate))]
    assert lines
    assert [said for said in lines if f"*{said}*" not in rules] == []
    assert f"*{measured_said(system, translate)}*" in rules


def test_a_ruleset_is_told_what_its_changes_do() -> None:
    quotation = [said for said in page("seega+first_mover=first_placer", "en").splitlines() if said.startswith("> - ")]
    assert "*Whoever begins scores" in quotation[0]


def test_the_form_of_variants_has_the_same_lines() -> None:
    seega = next(system for system in catalogue("en").systems if system.id == "seega")
    options = {option.name: option for option in seega.options}
    assert [bool(value.effect) for value in options["chain"].values] == [False, True, True]
    assert options["chain"].effects == []
    assert [said.partition(": ")[0] for said in options["forced_capture"].effects] == ["Without this"]
    assert [said.partition(": ")[0] for said in options["max_turns"].effects] == ["60", "15"]
    assert not seega.presets[0].effect
    assert seega.measured
