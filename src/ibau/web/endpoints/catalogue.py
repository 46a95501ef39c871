"""What can be played: systems, presets, options and levels."""

from collections.abc import Mapping
from functools import cache

from ibau import __version__
from ibau.core.contract import System
from ibau.core.options import Option, Preset, preset_values
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.puzzle import puzzles_of
from ibau.games import game, systems
from ibau.language import LANGUAGE_NAMES, LANGUAGES, translator_for
from ibau.learn.effect_text import measured_text, option_effect_texts, preset_effect_text
from ibau.paper.game_guide import suitability_texts
from ibau.paper.rules_pages import page, summary_of
from ibau.players import LEVELS, Level, levels_here
from ibau.players.characters import CHARACTERS
from ibau.web.api.catalogue import Catalogue, Language, LevelView, OptionValue, PresetView, RuleOption, SystemView
from ibau.web.protocol.views import start_view


@cache
def catalogue(lang: str) -> Catalogue:
    """Everything that the page where a game is chosen shows, in a language."""
    translate = translator_for(lang)
    return Catalogue(
        version=__version__,
        systems=[_system(system, lang) for system in systems().values()],
        levels=[_level(level, translate) for level in LEVELS],
        languages=[Language(known, LANGUAGE_NAMES[known]) for known in LANGUAGES],
    )


def _system(system: System, lang: str) -> SystemView:
    translate = translator_for(lang)
    first, second = map(translate, system.seats)
    usual = game(system.default_preset.id)
    opening, aim = summary_of(page(system.default_preset.id, lang), translate)
    return SystemView(
        id=system.id,
        family=system.family,
        title=translate(system.title),
        label=translate(system.label),
        suits=suitability_texts(system, translate),
        opening=opening,
        aim=aim,
        seats={"first": first, "second": second},
        throws=usual.board.throws,
        start=start_view(usual, translate),
        lesson=len(system.lesson.steps),
        puzzles=len(puzzles_of(system)),
        levels=[level.id for level in levels_here(system)],
        default_preset=system.default_preset.id,
        presets=[_preset(preset, system, translate) for preset in system.presets],
        options=[_option(option, system, translate) for option in system.options],
        measured=measured_text(system, translate),
    )


def _preset(preset: Preset, system: System, translate: Translate) -> PresetView:
    return PresetView(preset.id, translate(preset.text), preset_effect_text(system, preset, translate))


def _level(level: Level, translate: Translate) -> LevelView:
    who = CHARACTERS[level.id]
    text, line = translate(level.text), translate(who.line)
    return LevelView(level.id, level.number, translate(level.name), text, who.name, line)


def _option(option: Option, system: System, translate: Translate) -> RuleOption:
    texts = map(translate, option.value_texts or [""] * len(option.values))
    told = option_effect_texts(system, option, translate)
    return RuleOption(
        name=option.name,
        text=translate(option.text),
        cites=option.cites,
        kind="number" if option.is_number else "switch" if option.is_switch else "choice",
        is_addition=option.is_addition,
        default={preset.id: preset_values(preset, system.options)[option.name] for preset in system.presets},
        values=[
            OptionValue(value, text, told.get(value, "")) for value, text in zip(option.values, texts, strict=True)
        ],
        effects=[] if option.value_texts else _effects(option, told, translate),
    )


def _effects(option: Option, told: Mapping[str, str], translate: Translate) -> list[str]:
    """What a switch or a number does once it is changed, after a colon."""
    switched = {"true": N_("With this: {effect}"), "false": N_("Without this: {effect}")}
    texts = switched if option.is_switch else dict.fromkeys(told, N_("{value}: {effect}"))
    return [
        Phrase(texts[value], {"value": value, "effect": f"{effect[:1].lower()}{effect[1:]}"}).to_text(translate)
        for value, effect in told.items()
    ]
