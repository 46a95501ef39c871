"""What a reading of the rules does to its game, in a sentence for each kind of players, or for all where they agree.

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

FEW_MINUTES = 10  # up to this many are told one by one, more in fives

BETWEEN = N_("; ")  # the parts of a sentence
BETWEEN_PLAYERS = {
    "greedy": N_("Between simple computer players: {told}."),
    "ahead": N_("Between computer players that look ahead: {told}."),
}
BETWEEN_ALL = N_("Between computer players, simple ones and ones that look ahead: {told}.")
MEASURED = N_(
    "What each reading does was measured against {ruleset}, in {games} games between simple computer players, "
    "which take what looks best at once, and {games_ahead} between players that look ahead, at every throw and "
    "reply that may follow. The “better player” plays like that, against one that leaves every second move to "
    "chance."
)


def option_effect_texts(system: System, option: Option, translate: Translate) -> dict[str, str]:
    """What each other value of an option does, where it was measured."""
    usual = preset_values(system.default_preset, system.options)
    others = {value: {**usual, option.name: value} for value in option.alternatives(usual[option.name])}
    return {value: told for value, values in others.items() if (told := _effect_text(system, values, translate))}


def preset_effect_text(system: System, preset: Preset, translate: Translate) -> str:
    """What a preset does; "" where it was not measured."""
    return _effect_text(system, preset_values(preset, system.options), translate)


def _effect_text(system: System, values: Mapping[str, str], translate: Translate) -> str:
    reading = system.ruleset_with(values)
    if too_few := too_few_ended(Game(system, reading)):
        return too_few.message.to_text(translate)
    return effects_text(effects_of(system).of(str(reading)), translate)


def measured_text(system: System, translate: Translate) -> str:
    """How it is known what the readings of a game do; "" where nothing was measured."""
    effects = effects_of(system)
    if not effects.rulesets:
        return ""
    games = {"games": effects.games["greedy"], "games_ahead": effects.games["ahead"]}
    return Phrase(MEASURED, {"ruleset": system.default_preset.id, **games}).to_text(translate)


def effects_text(effects: Mapping[str, Effect], translate: Translate) -> str:
    """What a reading does, in one sentence where all kinds of players agree; "" where nothing can be told."""
    told = {
        players: effect for players, effect in effects.items() if set(effect.verdicts.values()) != {EffectVerdict.OPEN}
    }
    verdicts = [effect.verdicts for effect in told.values()]
    if len(told) > 1 and all(one == verdicts[0] for one in verdicts):
        return _sentence(BETWEEN_ALL, [*told.values()], translate)
    return " ".join(_sentence(BETWEEN_PLAYERS[players], [effect], translate) for players, effect in told.items())


def _sentence(text: str, effects: Sequence[Effect], translate: Translate) -> str:
    clauses = (phrase.to_text(translate) for phrase in _clauses(effects))
    return Phrase(text, {"told": translate(BETWEEN).join(clauses)}).to_text(translate)


def _clauses(effects: Sequence[Effect]) -> Iterator[Phrase]:
    """What changes, then what is certain not to; `effects` have the same verdicts."""
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
    """Minutes as people say them."""
    return round(minutes) if minutes <= FEW_MINUTES else 5 * round(minutes / 5)


def span(values: Sequence[float], say: Callable[[Any], str]) -> str:
    """The least and the largest of some figures, or one where people say the same of both."""
    return "\u2013".join(dict.fromkeys((say(min(values)), say(max(values)))))


def _shares(text: str, effects: Sequence[Effect], aspect: str) -> Phrase:
    """A text with the shares before and after a change."""
    before = span([effect.before(aspect) for effect in effects], rounded_share)
    return Phrase(text, {"before": before, "after": span([effect.after(aspect) for effect in effects], rounded_share)})


def _starter(effects: Sequence[Effect]) -> Phrase:
    """The player who begins may win more often, and the game be as unfair as before, the other way round."""
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
    """A share in hundredths; only none is told as 0 and only all as 100."""
    if 0 < share < 0.005:
        return "< 1\u00a0%"
    if 0.995 < share < 1:
        return "> 99\u00a0%"
    return f"{100 * share:.0f}\u00a0%"
