"""`ibau games` and `ibau rules`: the games and their rules."""

from collections.abc import Iterable
from typing import Any

import click
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ibau.core.contract import System
from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase, Translate
from ibau.games import systems
from ibau.language import translator_for
from ibau.learn.effect_text import measured_text, option_effect_texts
from ibau.paper.rules_pages import KINDS, Kind
from ibau.terminal import console
from ibau.terminal.click_params import RulesetType, examples, json_option, language_option, ruleset_argument
from ibau.terminal.glyphs import print_block
from ibau.terminal.json_output import print_json
from ibau.terminal.rules_view import show_rules


@click.command(epilog=examples("ibau games", "ibau games seega --lang fr"))
@click.argument("game", metavar="[RULESET]", type=RulesetType(), required=False)
@json_option
@language_option
def games(game: Game | None, lang: str, *, as_json: bool) -> None:
    """List the games and their presets, or the options of one RULESET."""
    if as_json:
        print_facts(game, lang)
    elif game:
        list_options(game, lang)
    else:
        list_games(lang)


@click.command(
    epilog=examples("ibau rules senet-race", "ibau rules seega-lenient --lang de", "ibau rules seti-aleph --page tips")
)
@ruleset_argument
@click.option(
    "--page",
    "kind",
    type=click.Choice(KINDS),
    default=KINDS[0],
    help="What to read: the rules, where the game comes from (history), or how to play it well (tips).",
)
@language_option
def rules(game: Game, kind: Kind, lang: str) -> None:
    """Show the rules of a game, its history, or tips."""
    show_rules(console(), str(game.ruleset), lang, kind)


LEAST_COLUMNS = 30  # for a text next to a name; if there are fewer, it goes below


def list_games(lang: str) -> None:
    """Print every system with its presets and the names of its options."""
    translate, out = translator_for(lang), console()
    for n, system in enumerate(systems().values()):
        if n:
            out.print()
        print_block(out, Text(translate(system.title), "bold"))
        for block in _presets(out, system, translate):
            print_block(out, Padding(block, (0, 0, 0, 2), expand=False))
        names = ", ".join(option.name for option in system.options)
        listed = Phrase(N_("{name}: {text}"), {"name": Phrase(N_("Options")), "text": names}).to_text(translate)
        print_block(out, Padding(Text(listed, "dim"), (0, 0, 0, 2), expand=False))


def _presets(out: Console, system: System, translate: Translate) -> Iterable[RenderableType]:
    """The presets' names, which are never cut, and their descriptions."""
    longest = max(len(preset.id) for preset in system.presets)
    if out.width < longest + LEAST_COLUMNS:
        for preset in system.presets:
            yield Text(preset.id, "cyan")
            yield Padding(Text(translate(preset.text)), (0, 0, 0, 2), expand=False)
        return
    table = Table.grid(padding=(0, 2))
    for preset in system.presets:
        table.add_row(Text(preset.id, "cyan", no_wrap=True), Text(translate(preset.text)))
    yield table


def print_facts(game: Game | None, lang: str) -> None:
    """Print the games, or the options of one ruleset, as one line of JSON."""
    translate = translator_for(lang)
    print_json(_options(game, translate) if game else [_system(system, translate) for system in systems().values()])


def _system(system: System, translate: Translate) -> dict[str, Any]:
    return {
        "id": system.id,
        "title": translate(system.title),
        "presets": [{"id": preset.id, "text": translate(preset.text)} for preset in system.presets],
        "options": [option.name for option in system.options],
    }


def _options(game: Game, translate: Translate) -> dict[str, Any]:
    options = [
        {
            "name": option.name,
            "value": game.ruleset.values[option.name],
            "values": list(option.values),
            "text": translate(option.text),
            "cites": option.cites,
            "effects": option_effect_texts(game.system, option, translate),
        }
        for option in game.system.options
    ]
    return {"ruleset": str(game.ruleset), "title": translate(game.system.title), "options": options}


def list_options(game: Game, lang: str) -> None:
    """Print every option of a ruleset: its values, the chosen one first, their meanings and sources."""
    translate, out = translator_for(lang), console()
    print_block(out, Text(translate(game.system.title), "bold"))
    print_block(out, Text(str(game.ruleset), "cyan"))
    for option in game.system.options:
        value = game.ruleset.values[option.name]
        others = [other for other in option.values if other != value]
        heading = Text.assemble((option.name, "cyan"), "=", (value, "bold"))
        if others:
            heading.append(f"  | {' | '.join(others)}", "dim")
        print_block(out, heading)
        cites = f"{translate(N_('our addition'))}, {option.cites}" if option.is_addition else option.cites
        print_block(out, Padding(Text(f"{translate(option.text)} ({cites})"), (0, 0, 0, 2), expand=False))
        effects = option_effect_texts(game.system, option, translate)
        meanings = {name: translate(text) for name, text in zip(option.values, option.value_texts, strict=False)}
        for name in meanings or effects:
            before = Phrase(N_("{name}: {text}"), {"name": name, "text": ""}).to_text(translate)
            text = Text(before, "dim").append(meanings.get(name, ""))
            if name in effects:
                text.append(f"{' ' if meanings else ''}{effects[name]}", "italic")
            print_block(out, Padding(text, (0, 0, 0, 4), expand=False))
    if measured := measured_text(game.system, translate):
        print_block(out, Text(measured, "dim"))
