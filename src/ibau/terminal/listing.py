"""`ibau games`: the games, their presets and options."""

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ibau.core.game import Game, System
from ibau.core.phrase import N_
from ibau.games import systems
from ibau.language import translator
from ibau.pages import Translate
from ibau.terminal import console


def list_games(lang: str) -> None:
    """Every system with its presets and the names of its options."""
    translate, out = translator(lang), console()
    for system in systems().values():
        out.print(Text(translate(system.title), "bold"))
        out.print(Padding(_presets(system, translate), (0, 0, 0, 2), expand=False))
        names = ", ".join(option.name for option in system.options)
        out.print(Padding(Text(f"{translate(N_('Options'))}: {names}", "dim"), (0, 0, 1, 2), expand=False))


def _presets(system: System, translate: Translate) -> Table:
    table = Table.grid(padding=(0, 2))
    for preset in system.presets:
        table.add_row(Text(preset.id, "cyan", no_wrap=True), Text(translate(preset.text)))
    return table


def list_options(game: Game, lang: str) -> None:
    """Every option of a ruleset: its values, the one in force first, what they mean, and which source says so."""
    translate, out = translator(lang), console()
    out.print(Text(translate(game.system.title), "bold"), Text(str(game.ruleset), "cyan"))
    for option in game.system.options:
        value = game.ruleset.values[option.name]
        others = [other for other in option.values if other != value]
        heading = Text.assemble((option.name, "cyan"), "=", (value, "bold"))
        if others:
            heading.append(f"  | {' | '.join(others)}", "dim")
        out.print(heading)
        cites = f"{translate(N_('our addition'))}, {option.cites}" if option.ours else option.cites
        out.print(Padding(Text(f"{translate(option.text)} ({cites})"), (0, 0, 0, 2), expand=False))
        for name, text in zip(option.values, option.value_texts, strict=False):
            out.print(Padding(Text(f"{name}: {translate(text)}", "dim"), (0, 0, 0, 4), expand=False))
