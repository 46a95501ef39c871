"""What can be played: systems, presets, options and levels."""

from functools import cache
from typing import Any

from ibau import __version__
from ibau.core.game import System
from ibau.core.options import Option, preset_values
from ibau.games import game, systems
from ibau.language import LANGUAGES, NAMES, translator
from ibau.players import LEVELS, Level, levels_of
from ibau.web.views import Translate


@cache
def catalogue(lang: str) -> dict[str, Any]:
    """Everything that the page where a game is chosen shows, in a language."""
    translate = translator(lang)
    return {
        "version": __version__,
        "systems": [_system(system, translate) for system in systems().values()],
        "levels": [_level(level, translate) for level in LEVELS],
        "languages": [{"id": known, "name": NAMES[known]} for known in LANGUAGES],
    }


def _system(system: System, translate: Translate) -> dict[str, Any]:
    first, second = map(translate, system.seats)
    return {
        "id": system.id,
        "family": system.family,
        "title": translate(system.title),
        "seats": {"first": first, "second": second},
        "throws": game(system.id).board.throws,
        "levels": [level.id for level in levels_of(system)],
        "presets": [{"id": preset.id, "text": translate(preset.text)} for preset in system.presets],
        "options": [_option(option, system, translate) for option in system.options],
    }


def _level(level: Level, translate: Translate) -> dict[str, Any]:
    return {"id": level.id, "number": level.number, "name": translate(level.name), "text": translate(level.text)}


def _option(option: Option, system: System, translate: Translate) -> dict[str, Any]:
    defaults = {preset.id: preset_values(preset, system.options)[option.name] for preset in system.presets}
    texts = map(translate, option.value_texts or [""] * len(option.values))
    return {
        "name": option.name,
        "text": translate(option.text),
        "cites": option.cites,
        "kind": "number" if option.is_number else "switch" if option.is_switch else "choice",
        "ours": option.ours,
        "default": defaults,
        "values": [{"value": value, "text": text} for value, text in zip(option.values, texts, strict=True)],
    }
