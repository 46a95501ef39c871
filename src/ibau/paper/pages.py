"""Rules pages: Markdown in our own words, with diagrams that are real positions and tables made from the declarations.

A page lies in its game's folder as `pages/LANG.md`.  The lines `{options}`, `{presets}` and `{sources}` stand
for tables.  A line with names of options, `{chain forced_capture}`, ends the section that they change; what a ruleset
changes about them is said there.  A diagram is a fenced `board` block: see ibau.paper.diagrams.
"""

import re
from collections.abc import Collection, Iterable

from ibau.core.contract import System
from ibau.core.game import Game
from ibau.core.options import Option, preset_values
from ibau.core.phrase import N_, Phrase, Translate
from ibau.games import game
from ibau.language import NAMES, LanguageError, translator
from ibau.learn.effect_sentences import measured_said, options_told, preset_told

# The parts every page has, in this order; a family adds its own between them.
SECTIONS = (N_("What you need"), N_("The aim"), N_("A turn"), N_("The end"), N_("Where it comes from"), N_("Options"))

SWITCH = {"true": N_("Yes."), "false": N_("No.")}

NAMED = re.compile(r"\{([a-z_]+(?: [a-z_]+)*)\}")  # options, for what a ruleset changes about them


def page(ruleset: str, lang: str) -> str:
    """The rules page of a ruleset text ("seega", "seega-lenient+chain=none") in Markdown, its options filled in.

    Diagrams are fenced `board` blocks; `ibau.paper.diagrams.parts` takes the page apart.

    Raises RulesetError and LanguageError.
    """
    translate, played = translator(lang), game(ruleset)
    return filled(written(played.system, lang), played, translate)


def written(system: System, lang: str) -> str:
    """The rules page of a system as it lies in its folder.  Raises LanguageError."""
    path = system.folder / "pages" / f"{lang}.md"
    if not path.is_file():
        raise LanguageError(f"The rules of {system.id} are not written in {NAMES[lang]}: {path} is missing.")
    return path.read_text("utf-8")


def gist(markdown: str, translate: Translate) -> tuple[str, str]:
    """How a page begins and what it says of the aim, a paragraph each, as plain text."""
    paragraphs = [" ".join(part.replace("**", "").split()) for part in markdown.split("\n\n")]
    return paragraphs[1], paragraphs[paragraphs.index(f"## {translate(SECTIONS[1])}") + 1]


# --- Tables ----------------------------------------------------------------------------------------------------------


def filled(markdown: str, played: Game, translate: Translate) -> str:
    """The page with its tables, and a word on the ruleset where it is not the one that the page describes."""
    tables = {
        "{options}": options_table(played, translate),
        "{presets}": presets_table(played, translate),
        "{sources}": sources_list(played, translate),
    }
    title, *lines = markdown.splitlines()
    told = (tables.get(line) or _changed(line, played, translate) for line in lines)
    return "\n".join([title, *differences(played, translate), *told]) + "\n"


def _changed(line: str, played: Game, translate: Translate) -> str:
    """A line, or where it names options what a ruleset changes about them, as a quotation."""
    if not (names := NAMED.fullmatch(line)):
        return line
    return "\n".join(f"> - {said}" for said in variants_said(played, translate, names[1].split()))


def differences(played: Game, translate: Translate) -> list[str]:
    """What a ruleset changes about its system, as a quotation; nothing where it changes nothing."""
    variants = [f"> - {said}" for said in variants_said(played, translate, effects=True)]
    if not variants:
        return []
    values = {"ruleset": f"`{played.ruleset}`", "system": f"`{played.system.id}`"}
    said = Phrase(N_("You have chosen {ruleset}. This page describes {system}; your game differs:"), values)
    return ["", f"> {said.said(translate)}", ">", *variants, ""]


def variants_said(
    played: Game, translate: Translate, among: Collection[str] = (), *, effects: bool = False
) -> list[str]:
    """The options in which a ruleset differs from its system, in Markdown: what each is about, and how it is here.

    Only those `among` some, where they are given; with what each does alone where `effects` are wanted.
    """
    base = preset_values(played.system.presets[0], played.system.options)
    values = played.ruleset.values
    return [
        f"{translate(option.text)} **{value_said(option, values[option.name], translate)}** (`{option.name}`)"
        + (_effect_said(played, option, values[option.name], translate) if effects else "")
        for option in played.system.options
        if values[option.name] != base[option.name] and (not among or option.name in among)
    ]


def _effect_said(played: Game, option: Option, value: str, translate: Translate) -> str:
    """What a value does, after a space; "" where that was not measured."""
    told = options_told(played.system, option, translate).get(value)
    return f" *{told}*" if told else ""


def value_said(option: Option, value: str, translate: Translate) -> str:
    """What a value of an option means."""
    if option.value_texts:
        return translate(option.value_texts[tuple(option.values).index(value)])
    return translate(SWITCH[value]) if value in SWITCH else value


def options_table(played: Game, translate: Translate) -> str:
    """Every option, what its values mean and do, and which source says so; the values in force are bold."""
    heads = N_("Option"), N_("What it means"), N_("Source")
    rows = [row for option in played.system.options for row in _option_rows(option, played, translate)]
    table, measured = _table(map(translate, heads), rows), measured_said(played.system, translate)
    return f"{table}\n\n*{measured}*" if measured else table


def _option_rows(option: Option, played: Game, translate: Translate) -> list[tuple[str, str, str]]:
    chosen = played.ruleset.values[option.name]
    source = ", ".join([translate(N_("our addition")), option.cites] if option.ours else [option.cites])
    values = [_in_force(value, chosen) for value in option.values or (chosen,)]
    told = options_told(played.system, option, translate)
    name, text = f"`{option.name}`", translate(option.text)
    if not option.value_texts:
        effects = "".join(f" `{value}`: *{effect}*" for value, effect in told.items())
        return [(name, f"{text} ({' / '.join(values)}){effects}", source)]
    meanings = [
        f"{translate(meaning)}{f' *{told[value]}*' if value in told else ''}"
        for value, meaning in zip(option.values, option.value_texts, strict=True)
    ]
    return [
        (name, text, source),
        *((f"= {value}", meaning, "") for value, meaning in zip(values, meanings, strict=True)),
    ]


def _in_force(value: str, chosen: str) -> str:
    return f"**`{value}`**" if value == chosen else f"`{value}`"


def presets_table(played: Game, translate: Translate) -> str:
    """The named rulesets of the system."""
    heads = N_("Ruleset"), N_("In short")
    told = {preset.id: preset_told(played.system, preset, translate) for preset in played.system.presets}
    rows = [
        (f"`{preset.id}`", f"{translate(preset.text)}{f' *{told[preset.id]}*' if told[preset.id] else ''}")
        for preset in played.system.presets
    ]
    return _table(map(translate, heads), rows)


def sources_list(played: Game, translate: Translate) -> str:
    """What the letters of the source column stand for."""
    return "\n".join(f"- {source.key}: {translate(source.title)}" for source in played.system.sources)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [tuple(heads), *map(tuple, rows)]
    lines.insert(1, ("---",) * len(lines[0]))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
