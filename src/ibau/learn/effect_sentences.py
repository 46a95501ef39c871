"""What a reading of the rules does to its game, in one sentence: "About 3 minutes longer; hardly changes who wins."."""

from collections.abc import Callable, Iterator, Mapping

from ibau.core.contract import System
from ibau.core.options import Option, Preset, preset_values
from ibau.core.phrase import N_, Phrase, Translate
from ibau.learn.effects import Effect, Verdict, as_changed, effects_of, fairness

FEW_MINUTES = 10  # up to so many are told one by one, more in fives


def options_told(system: System, option: Option, translate: Translate) -> dict[str, str]:
    """The one line that matters of each other value of an option, where it was measured."""
    usual = preset_values(system.presets[0], system.options)
    others = {value: {**usual, option.name: value} for value in option.alternatives(usual[option.name])}
    return {value: told for value, values in others.items() if (told := _told(system, values, translate))}


def preset_told(system: System, preset: Preset, translate: Translate) -> str:
    """The one line that matters of a preset; "" where it was not measured."""
    return _told(system, preset_values(preset, system.options), translate)


def _told(system: System, values: Mapping[str, str], translate: Translate) -> str:
    effect = effects_of(system).effect(str(as_changed(system, values)))
    return line(effect, translate) if effect and set(effect.verdicts.values()) != {Verdict.OPEN} else ""


BETWEEN = N_("; ")  # the parts of a sentence
MEASURED = N_("What a reading does was measured against {ruleset}, in games between {players}.")


def measured_said(system: System, translate: Translate) -> str:
    """How it is known what the readings of a game do; "" where nothing was measured."""
    effects = effects_of(system)
    values = {"ruleset": system.presets[0].id, "players": players_said(effects.players)}
    return Phrase(MEASURED, values).said(translate) if effects.readings else ""


def line(effect: Effect, translate: Translate) -> str:
    """What a reading does in one sentence: "About 3 minutes longer; hardly changes who wins."."""
    said = translate(BETWEEN).join(phrase.said(translate) for phrase in _clauses(effect))
    return f"{said[:1].upper()}{said[1:]}."


def _clauses(effect: Effect) -> list[Phrase]:
    """What changes; then that it does not change who wins, if that is so."""
    verdicts = {aspect.id: found for aspect, found in effect.verdicts.items()}
    changed = [TOLD[aspect](effect) for aspect, found in verdicts.items() if found in (Verdict.MORE, Verdict.LESS)]
    if effect.never_met:
        return [Phrase(N_("every game went the same way"))]
    if changed:
        same = [Phrase(N_("hardly changes who wins"))] if verdicts.get("starter") is Verdict.HARDLY else []
        return changed + same
    return list(_unchanged(verdicts))


def _unchanged(verdicts: Mapping[str, Verdict]) -> Iterator[Phrase]:
    """Say that nothing changes, as far as this is known."""
    if all(found is Verdict.HARDLY for found in verdicts.values()):
        yield Phrase(N_("hardly changes the game"))
    elif verdicts.get("starter") is Verdict.HARDLY:
        yield Phrase(N_("hardly changes who wins"))
    elif verdicts.get("minutes") is Verdict.HARDLY:
        yield Phrase(N_("about as long"))
    else:
        yield Phrase(N_("not yet measured precisely enough to tell"))


def _minutes(effect: Effect) -> Phrase:
    difference = effect.changes["minutes"].difference
    minutes = rounded(abs(difference))
    if minutes <= 1:
        return Phrase(N_("about a minute longer") if difference > 0 else N_("about a minute shorter"))
    text = N_("about {n} minutes longer") if difference > 0 else N_("about {n} minutes shorter")
    return Phrase(text, {"n": minutes})


def rounded(minutes: float) -> int:
    """Minutes as people say them."""
    return round(minutes) if minutes <= FEW_MINUTES else 5 * round(minutes / 5)


def _starter(effect: Effect) -> Phrase:
    """Whoever begins may win more often, and the game be as unfair as before, the other way round."""
    before, after = effect.base["starter"], effect.after("starter")
    text = {
        Verdict.MORE: N_("fairer: whoever begins scores {after} instead of {before}"),
        Verdict.LESS: N_("less fair: whoever begins scores {after} instead of {before}"),
        Verdict.HARDLY: N_("whoever begins scores {after} instead of {before}"),
    }[fairness(effect)]
    return Phrase(text, {"before": percent(before), "after": percent(after)})


def _draws(effect: Effect) -> Phrase:
    before, after = effect.base["draws"], effect.after("draws")
    text = (
        N_("more draws: {after} instead of {before}")
        if after > before
        else N_("fewer draws: {after} instead of {before}")
    )
    return Phrase(text, {"before": percent(before), "after": percent(after)})


def _actions(effect: Effect) -> Phrase:
    more = effect.changes["actions"].difference > 0
    return Phrase(N_("more to choose from") if more else N_("less to choose from"))


def _skill(effect: Effect) -> Phrase:
    more = effect.changes["skill"].difference > 0
    return Phrase(N_("skill counts for more") if more else N_("skill counts for less"))


TOLD: Mapping[str, Callable[[Effect], Phrase]] = {
    "minutes": _minutes,
    "starter": _starter,
    "draws": _draws,
    "actions": _actions,
    "skill": _skill,
}


def percent(share: float) -> str:
    """A share in hundredths; only none is told as 0 and only all as 100."""
    if 0 < share < 0.005:
        return "< 1\u00a0%"
    if 0.995 < share < 1:
        return "> 99\u00a0%"
    return f"{100 * share:.0f}\u00a0%"


def players_said(players: str) -> Phrase:
    """Who has played the games of a study."""
    if players in PLAYERS:
        return Phrase(PLAYERS[players])
    return Phrase(N_("players that search ahead ({player})"), {"player": players})


PLAYERS = {
    "random": N_("players that choose at random"),
    "greedy": N_("players that take whatever looks best at once"),
}
