"""The measured effects of a ruleset change, as a sentence per kind of players, or one if all agree.

"Between simple computer players: about 3 minutes longer; hardly changes who wins."
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ibau.core.completion_rates import too_few_ended
from ibau.core.contract import System
from ibau.core.game import Game
from ibau.core.options import Option, Preset, preset_values
from ibau.core.phrase import N_, Phrase, Translate
from ibau.learn.option_effects import CHANGED, UNCHANGED, Effect, EffectVerdict, effects_of, fairness

FEW_MINUTES = 10  # above it, minutes are rounded to fives

BETWEEN = N_("; ")  # between the clauses of a sentence
BETWEEN_PLAYERS = {
    "greedy": N_("Between simple computer players: {effects}."),
    "ahead": N_("Between computer players that look ahead: {effects}."),
}
BETWEEN_ALL = N_("Between computer players, simple ones and ones that look ahead: {effects}.")
MEASURED = N_(
    "What each reading does was measured against {ruleset}, in {games} games between simple computer players, "
    "which take what looks best at once, and {games_ahead} between players that look ahead, at every throw and "
    "reply that may follow. The “better player” plays like that, against one that leaves every second move to "
    "chance."
)


def option_effect_texts(system: System, option: Option, translate: Translate) -> dict[str, str]:
    """The effect of each other value of an option, by value, if it was measured."""
    usual = preset_values(system.default_preset, system.options)
    others = {value: {**usual, option.name: value} for value in option.alternatives(usual[option.name])}
    return {value: text for value, values in others.items() if (text := _effect_text(system, values, translate))}


def preset_effect_text(system: System, preset: Preset, translate: Translate) -> str:
    """The effect of a preset; "" if it was not measured."""
    return _effect_text(system, preset_values(preset, system.options), translate)


def _effect_text(system: System, values: Mapping[str, str], translate: Translate) -> str:
    reading = system.ruleset_with(values)
    if too_few := too_few_ended(Game(system, reading)):
        return too_few.message.to_text(translate)
    return effects_text(effects_of(system).of(str(reading)), translate)


def measured_text(system: System, translate: Translate) -> str:
    """How the effects of a game's readings were measured; "" if they were not."""
    effects = effects_of(system)
    if not effects.rulesets:
        return ""
    games = {"games": effects.games["greedy"], "games_ahead": effects.games["ahead"]}
    return Phrase(MEASURED, {"ruleset": system.default_preset.id, **games}).to_text(translate)


def effects_text(effects: Mapping[str, Effect], translate: Translate) -> str:
    """The effects by kind of players, in one sentence if all agree; "" if none is certain."""
    certain = {kind: one for kind, one in effects.items() if set(one.verdicts.values()) != {EffectVerdict.OPEN}}
    verdicts = [effect.verdicts for effect in certain.values()]
    if len(certain) > 1 and all(one == verdicts[0] for one in verdicts):
        return _sentence(BETWEEN_ALL, [*certain.values()], translate)
    return " ".join(_sentence(BETWEEN_PLAYERS[kind], [effect], translate) for kind, effect in certain.items())


def _sentence(text: str, effects: Sequence[Effect], translate: Translate) -> str:
    clauses = (phrase.to_text(translate) for phrase in _clauses(effects))
    return Phrase(text, {"effects": translate(BETWEEN).join(clauses)}).to_text(translate)


def _clauses(effects: Sequence[Effect]) -> Iterator[Phrase]:
    """What changes, then what does not; all `effects` have the same verdicts."""
    verdicts = effects[0].verdicts
    if set(verdicts.values()) == {EffectVerdict.SAME}:
        yield Phrase(N_("every game went the same way"))
        return
    if EffectVerdict.TRUNCATED in verdicts.values():
        share = span([effect.after("truncated") for effect in effects], rounded_share)
        yield Phrase(N_("{share} of the games were stopped, as they did not end"), {"share": share})
        return
    changed = [CLAUSES[aspect](effects) for aspect, found in verdicts.items() if found in CHANGED]
    yield from changed
    same_winner = all(verdicts.get(aspect) in UNCHANGED for aspect in ("starter", "stronger"))
    if same_winner and all(found in UNCHANGED for found in verdicts.values()):
        yield Phrase(N_("hardly changes the game"))
    elif same_winner:
        yield Phrase(N_("hardly changes who wins"))
    elif verdicts.get("minutes") in UNCHANGED:
        yield Phrase(N_("about as long"))
    elif not changed:
        yield Phrase(N_("what it changes is not certain"))


def _minutes(effects: Sequence[Effect]) -> Phrase:
    changes = [effect.changes["minutes"].difference for effect in effects]
    longer = changes[0] > 0
    minutes = span([max(1, rounded(abs(change))) for change in changes], str)
    if minutes == "1":
        return Phrase(N_("about a minute longer") if longer else N_("about a minute shorter"))
    return Phrase(N_("about {n} minutes longer") if longer else N_("about {n} minutes shorter"), {"n": minutes})


def rounded(minutes: float) -> int:
    """Minutes, rounded for people."""
    return round(minutes) if minutes <= FEW_MINUTES else 5 * round(minutes / 5)


def span(values: Sequence[float], text: Callable[[Any], str]) -> str:
    """The texts of the least and the largest value, with an en dash, or one text if they are equal."""
    return "\u2013".join(dict.fromkeys((text(min(values)), text(max(values)))))


def _shares(text: str, effects: Sequence[Effect], aspect: str) -> Phrase:
    """A text with the shares before and after a change."""
    before = span([effect.before(aspect) for effect in effects], rounded_share)
    return Phrase(text, {"before": before, "after": span([effect.after(aspect) for effect in effects], rounded_share)})


def _starter(effects: Sequence[Effect]) -> Phrase:
    """The change for the player who begins, and whether the game is fairer: two shares can be equally unfair."""
    texts = {
        EffectVerdict.MORE: N_("fairer: the player who begins scores {after} instead of {before}"),
        EffectVerdict.LESS: N_("less fair: the player who begins scores {after} instead of {before}"),
    }
    found = {fairness(effect) for effect in effects}
    text = texts.get(found.pop()) if len(found) == 1 else None
    return _shares(text or N_("the player who begins scores {after} instead of {before}"), effects, "starter")


def _draws(effects: Sequence[Effect]) -> Phrase:
    more = effects[0].changes["draws"].verdict is EffectVerdict.MORE
    text = N_("more draws: {after} instead of {before}") if more else N_("fewer draws: {after} instead of {before}")
    return _shares(text, effects, "draws")


def _actions(effects: Sequence[Effect]) -> Phrase:
    more = effects[0].changes["actions"].verdict is EffectVerdict.MORE
    return Phrase(N_("more to choose from") if more else N_("less to choose from"))


def _stronger(effects: Sequence[Effect]) -> Phrase:
    more = effects[0].changes["stronger"].verdict is EffectVerdict.MORE
    text = (
        N_("the better player wins more often: {after} instead of {before}")
        if more
        else N_("the better player wins less often: {after} instead of {before}")
    )
    return _shares(text, effects, "stronger")


CLAUSES: Mapping[str, Callable[[Sequence[Effect]], Phrase]] = {
    "minutes": _minutes,
    "starter": _starter,
    "draws": _draws,
    "actions": _actions,
    "stronger": _stronger,
}


def rounded_share(share: float) -> str:
    """A share as a whole percentage; only 0 itself is "0 %", and only 1 is "100 %"."""
    if 0 < share < 0.005:
        return "< 1\u00a0%"
    if 0.995 < share < 1:
        return "> 99\u00a0%"
    return f"{100 * share:.0f}\u00a0%"
