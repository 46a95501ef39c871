"""The effects of options as text: by verdicts, with the kind of players, wherever an option can be chosen."""

import re

import pytest

from ibau.core.completion_rates import BOOKKEEPING, too_few_ended
from ibau.core.contract import System
from ibau.core.options import Preset, preset_values
from ibau.games import game, systems
from ibau.language import LANGUAGES, translator_for
from ibau.learn.effect_text import (
    effects_text,
    measured_text,
    option_effect_texts,
    preset_effect_text,
    rounded,
    rounded_share,
)
from ibau.learn.option_effects import AspectChange, Effect, EffectVerdict, effects_of
from ibau.paper.rules_pages import page
from ibau.web.endpoints.catalogue import catalogue

BASE = {"minutes": 20.0, "starter": 0.6, "draws": 0.1, "actions": 5.0, "stronger": 0.7}
NEGLIGIBLE = dict.fromkeys(BASE, AspectChange(0.001, EffectVerdict.NEGLIGIBLE))
SYSTEMS = pytest.mark.parametrize("system", systems().values(), ids=systems())


def changed(difference: float) -> AspectChange:
    return AspectChange(difference, EffectVerdict.MORE if difference > 0 else EffectVerdict.LESS)


def greedy_text(**changes: AspectChange) -> str:
    """The text on simple players, with no other change."""
    return effects_text({"greedy": Effect(NEGLIGIBLE | changes, BASE)}, str)


# --- The sentences ----------------------------------------------------------------------------------------------------


def test_the_sentence_tells_who_played_what_changes_and_that_the_winner_does_not() -> None:
    assert greedy_text(minutes=changed(21.4)) == (
        "Between simple computer players: about 20 minutes longer; hardly changes who wins."
    )
    assert greedy_text(minutes=changed(-2.2), draws=changed(0.15)) == (
        "Between simple computer players: about 2 minutes shorter; more draws: 25\u00a0% instead of 10\u00a0%; "
        "hardly changes who wins."
    )
    assert greedy_text() == "Between simple computer players: hardly changes the game."


@pytest.mark.parametrize("aspect", ["starter", "stronger"])
def test_who_wins_hardly_changes_only_if_the_better_player_and_the_beginner_win_as_often(aspect: str) -> None:
    for verdict in (EffectVerdict.OPEN, EffectVerdict.MORE):
        assert "hardly changes" not in greedy_text(**{aspect: AspectChange(0.03, verdict)})
    without = {name: change for name, change in NEGLIGIBLE.items() if name != aspect}
    assert "hardly changes" not in effects_text({"greedy": Effect(without, BASE)}, str)


def test_the_better_player_wins_more_or_less_often() -> None:
    assert "the better player wins less often: 60\u00a0% instead of 70\u00a0%" in greedy_text(stronger=changed(-0.1))


@pytest.mark.parametrize(
    ("difference", "begin"), [(-0.08, "fairer: "), (0.08, "less fair: "), (-0.2, "the player who begins scores 40")]
)
def test_fair_is_what_is_near_a_half_from_either_side(difference: float, begin: str) -> None:
    assert f"players: {begin}" in greedy_text(starter=changed(difference))


def test_nothing_is_fairer_where_draws_change_by_more_than_ten_points() -> None:
    assert "players: fairer: " in greedy_text(starter=changed(-0.08), draws=changed(0.1))
    for draws in (0.11, -0.11):
        assert "fair" not in greedy_text(starter=changed(-0.08), draws=changed(draws))


def test_the_sentence_says_what_is_not_known() -> None:
    open_ = AspectChange(0.03, EffectVerdict.OPEN)
    assert greedy_text(starter=open_) == "Between simple computer players: about as long."
    assert greedy_text(starter=open_, minutes=open_) == (
        "Between simple computer players: what it changes is not certain."
    )
    assert effects_text({"greedy": Effect(dict.fromkeys(BASE, open_), BASE)}, str) == ""


def test_players_who_agree_are_told_together_and_others_apart() -> None:
    longer, more = (
        Effect(NEGLIGIBLE | {"minutes": changed(5)}, BASE),
        Effect(NEGLIGIBLE | {"minutes": changed(8)}, BASE),
    )
    assert effects_text({"greedy": longer, "ahead": more}, str) == (
        "Between computer players, simple ones and ones that look ahead: about 5\u20138 minutes longer; "
        "hardly changes who wins."
    )
    shorter = Effect(NEGLIGIBLE | {"minutes": changed(-8)}, BASE)
    assert effects_text({"greedy": longer, "ahead": shorter}, str) == (
        "Between simple computer players: about 5 minutes longer; hardly changes who wins. "
        "Between computer players that look ahead: about 8 minutes shorter; hardly changes who wins."
    )


def test_games_that_do_not_end_have_no_other_figure() -> None:
    assert effects_text({"greedy": Effect({"truncated": AspectChange(0.46, EffectVerdict.TRUNCATED)}, BASE)}, str) == (
        "Between simple computer players: 46\u00a0% of the games were stopped, as they did not end."
    )


def test_games_that_are_the_same_games_are_told_to_be() -> None:
    same = dict.fromkeys(BASE, AspectChange(0.0, EffectVerdict.SAME))
    assert greedy_text(**same) == "Between simple computer players: every game went the same way."


def test_figures_are_told_as_people_say_them() -> None:
    assert [rounded(minutes) for minutes in (0.4, 7.6, 12, 23, 128)] == [0, 8, 10, 25, 130]
    assert [rounded_share(share) for share in (0, 0.004, 0.5, 0.996, 1)] == [
        f"{text}\u00a0%" for text in ("0", "< 1", "50", "> 99", "100")
    ]


# --- What is shipped -------------------------------------------------------------------------------------------------


@SYSTEMS
def test_every_reading_of_a_game_has_been_measured_and_nothing_else(system: System) -> None:
    usual = game(system.default_preset.id).ruleset
    changes = {
        str(usual.with_value(option.name, value))
        for option in system.options
        if option.name not in BOOKKEEPING
        for value in option.alternatives(usual.values[option.name])
    }
    named = {str(system.ruleset_with(preset_values(preset, system.options))) for preset in other_presets(system)}
    ending = {ruleset for ruleset in changes | named if not too_few_ended(game(ruleset))}
    assert effects_of(system).rulesets.keys() == ending


def other_presets(system: System) -> list[Preset]:
    """The presets that people do not begin with."""
    return [preset for preset in system.presets if preset != system.default_preset]


@SYSTEMS
def test_the_label_of_a_game_has_the_length_that_was_measured(system: System) -> None:
    """About as long as games between both kinds of players, to five minutes."""
    minutes = [base["minutes"] for base in effects_of(system).base.values() if "minutes" in base]
    found = re.search(r"about (\d+) minutes", system.label)
    assert found or "an hour or more" in system.label
    assert min(minutes) - 5 <= (int(found[1]) if found else 60) <= max(minutes) + 5


@pytest.mark.parametrize("lang", LANGUAGES)
@SYSTEMS
def test_the_rules_tell_what_options_do(system: System, lang: str) -> None:
    translate, rules = translator_for(lang), page(system.default_preset.id, lang)
    lines = [text for option in system.options for text in option_effect_texts(system, option, translate).values()]
    lines += [text for preset in other_presets(system) if (text := preset_effect_text(system, preset, translate))]
    assert lines
    assert [text for text in lines if f"*{text}*" not in rules] == []
    assert f"*{measured_text(system, translate)}*" in rules


def test_a_ruleset_is_told_what_its_changes_do() -> None:
    quotation = [text for text in page("seega+first_mover=first_placer", "en").splitlines() if text.startswith("> - ")]
    assert "the player who begins scores" in quotation[0]


def test_the_form_of_variants_has_the_same_lines() -> None:
    seega = next(system for system in catalogue("en").systems if system.id == "seega")
    options = {option.name: option for option in seega.options}
    assert [bool(value.effect) for value in options["chain"].values] == [False, True, True]
    assert options["chain"].effects == []
    assert [text.partition(": ")[0] for text in options["forced_capture"].effects] == ["Without this"]
    assert options["max_turns"].effects == []  # a cap is no reading
    assert not seega.presets[0].effect
    assert seega.measured
