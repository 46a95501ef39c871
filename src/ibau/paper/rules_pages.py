"""Rules pages in Markdown, with diagrams of real positions and tables made from the games' declarations.

A page is `pages/LANG.md` in its game's folder.  The lines `{key}`, `{history}`, `{rulings}`, `{options}`, `{presets}`
and `{sources}` stand for lists and tables, and for the beginning of the game's history page.  A line of option names,
such as `{chain forced_capture}`, ends the section that they affect; there the page lists how a ruleset changes them.
A diagram is a fenced `board` block: see ibau.paper.diagrams.

A sentence that is not the source's ends with its ruling, `[SEEGA-7]`; the page has a mark there for a reading of the
source or an addition.

Next to it are the history of the game, `pages/history.LANG.md`, and advice on playing it well, `pages/tips.LANG.md`.
"""

import re
from collections.abc import Collection, Iterable
from importlib.resources import files
from typing import Literal, get_args

from ibau.core.contract import System
from ibau.core.game import Game
from ibau.core.options import Option, preset_values
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.ruling import ADDITION, CODE, MARK, READING, SOURCE
from ibau.games import game
from ibau.language import LANGUAGE_NAMES, LanguageError, translator_for
from ibau.learn.effect_text import measured_text, option_effect_texts, preset_effect_text

# Sections that every page has, in this order, with those of its own between them.
SECTIONS = (
    N_("What you need"),
    N_("The aim"),
    N_("A turn"),
    N_("The end"),
    N_("Where it comes from"),
    N_("How sure are we?"),
    N_("Options"),
)

Kind = Literal["rules", "history", "tips"]  # of a page
KINDS: tuple[Kind, ...] = get_args(Kind)
EGYPT = files("ibau.paper") / "egypt"

EFFECT = N_("{value}: {effect}")
SWITCH = {"true": N_("Yes."), "false": N_("No.")}

CITED = re.compile(rf"\[({CODE.pattern})\]")  # the ruling of a sentence, at its end
NAMED = re.compile(r"\{([a-z_]+(?: [a-z_]+)*)\}")  # a line of option names


def page(ruleset: str, lang: str, kind: Kind = "rules") -> str:
    """A page about a game in Markdown: its rules (by default), history or tips.

    `ruleset` is a text such as "seega" or "seega-lenient+chain=none", whose options are filled in; `lang` is "en", "fr"
    or "de".  Diagrams are fenced `board` blocks; `ibau.paper.diagrams.parts` splits the page.
    Raises RulesetError and LanguageError.
    """
    translate, played = translator_for(lang), game(ruleset)
    text = source_page(played.system, lang, kind)
    if kind == "rules":
        return fill_in(text, played, translate, lang)
    return f"{text}\n#{egyptian_play_page(lang)}" if kind == "history" else text


def source_page(system: System, lang: str, kind: Kind = "rules") -> str:
    """A page of a system as it is in its folder.  Raises LanguageError."""
    path = system.folder / "pages" / (f"{lang}.md" if kind == "rules" else f"{kind}.{lang}.md")
    if not path.is_file():
        raise LanguageError(f"The {kind} of {system.id} are not written in {LANGUAGE_NAMES[lang]}: {path} is missing.")
    return path.read_text("utf-8")


def egyptian_play_page(lang: str) -> str:
    """The page "Is this how the Egyptians played?", common to the history pages of all games."""
    return (EGYPT / f"{lang}.md").read_text("utf-8")


def origin(system: System, lang: str) -> str:
    """The history of a game in four paragraphs: finds, evidence, reconstruction, and this version."""
    _, _, text = source_page(system, lang, "history").partition("\n")
    return text.partition("\n## ")[0].strip()


def summary_of(markdown: str, translate: Translate) -> tuple[str, str]:
    """The first paragraph of a page and that of its aim, as plain text without marks."""
    paragraphs = [" ".join(MARK.sub("", part).replace("**", "").split()) for part in markdown.split("\n\n")]
    return paragraphs[1], paragraphs[paragraphs.index(f"## {translate(SECTIONS[1])}") + 1]


# --- Tables ----------------------------------------------------------------------------------------------------------


def fill_in(markdown: str, played: Game, translate: Translate, lang: str) -> str:
    """The page with its tables and marks, and the differences of the ruleset from the one it describes."""
    tables = {
        "{key}": marks_key(translate),
        "{history}": origin(played.system, lang),
        "{rulings}": rulings_list(played, translate),
        "{options}": options_table(played, translate),
        "{presets}": presets_table(played, translate),
        "{sources}": sources_list(played, translate),
    }
    rulings = played.system.rulings
    title, *lines = CITED.sub(lambda cited: rulings[cited[1]].mark, markdown).splitlines()
    filled = (tables.get(line) or _changed(line, played, translate) for line in lines)
    return "\n".join([title, *differences(played, translate), *filled]) + "\n"


def _changed(line: str, played: Game, translate: Translate) -> str:
    """The line, or if it lists options, what the ruleset changes about them, as a quotation."""
    if not (names := NAMED.fullmatch(line)):
        return line
    return "\n".join(f"> - {text}" for text in variant_texts(played, translate, names[1].split()))


def differences(played: Game, translate: Translate) -> list[str]:
    """The differences of a ruleset from the default one, as a quotation; empty if there are none."""
    variants = [f"> - {text}" for text in variant_texts(played, translate, effects=True)]
    if not variants:
        return []
    values = {"ruleset": f"`{played.ruleset}`", "system": f"`{played.system.default_preset.id}`"}
    text = Phrase(N_("You have chosen {ruleset}. This page describes {system}; your game differs:"), values)
    return ["", f"> {text.to_text(translate)}", ">", *variants, ""]


def variant_texts(
    played: Game, translate: Translate, among: Collection[str] = (), *, effects: bool = False
) -> list[str]:
    """The options in which a ruleset differs from the default one, in Markdown: the option's text and its value.

    `among`: only these options.  `effects`: add the measured effect of each change.
    """
    base = preset_values(played.system.default_preset, played.system.options)
    values = played.ruleset.values
    return [
        f"{translate(option.text)} **{value_text(option, values[option.name], translate)}** (`{option.name}`)"
        + (_effect_text(played, option, values[option.name], translate) if effects else "")
        for option in played.system.options
        if values[option.name] != base[option.name] and (not among or option.name in among)
    ]


def _effect_text(played: Game, option: Option, value: str, translate: Translate) -> str:
    """The measured effect of a value, after a space; "" if there is none."""
    effect = option_effect_texts(played.system, option, translate).get(value)
    return f" *{effect}*" if effect else ""


def value_text(option: Option, value: str, translate: Translate) -> str:
    """What a value of an option means."""
    if option.value_texts:
        return translate(option.value_texts[tuple(option.values).index(value)])
    return translate(SWITCH[value]) if value in SWITCH else value


def options_table(played: Game, translate: Translate) -> str:
    """The table of all options: meanings and effects of their values, and sources; chosen values are bold."""
    heads = N_("Option"), N_("What it means"), N_("Source")
    rows = [row for option in played.system.options for row in _option_rows(option, played, translate)]
    table, measured = _table(map(translate, heads), rows), measured_text(played.system, translate)
    return f"{table}\n\n*{measured}*" if measured else table


def _option_rows(option: Option, played: Game, translate: Translate) -> list[tuple[str, str, str]]:
    chosen = played.ruleset.values[option.name]
    source = ", ".join([translate(N_("our addition")), option.cites] if option.is_addition else [option.cites])
    values = [_in_force(value, chosen) for value in option.values or (chosen,)]
    measured = option_effect_texts(played.system, option, translate)
    name, text = f"`{option.name}`", translate(option.text)
    if not option.value_texts:
        phrases = (Phrase(EFFECT, {"value": f"`{value}`", "effect": f"*{text}*"}) for value, text in measured.items())
        effects = "".join(f" {phrase.to_text(translate)}" for phrase in phrases)
        return [(name, f"{text} ({' / '.join(values)}){effects}", source)]
    meanings = [
        f"{translate(meaning)}{f' *{measured[value]}*' if value in measured else ''}"
        for value, meaning in zip(option.values, option.value_texts, strict=True)
    ]
    return [
        (name, text, source),
        *((f"= {value}", meaning, "") for value, meaning in zip(values, meanings, strict=True)),
    ]


def _in_force(value: str, chosen: str) -> str:
    return f"**`{value}`**" if value == chosen else f"`{value}`"


def marks_key(translate: Translate) -> str:
    """The key to the marks after sentences."""
    return "\n".join(
        f"- {f'**{whose.sign}** ' if whose.sign else ''}{translate(whose.meaning)}"
        for whose in (READING, ADDITION, SOURCE)
    )


def rulings_list(played: Game, translate: Translate) -> str:
    """The rulings on the system's rules, one sentence each, with the mark of their origin."""
    return "\n".join(
        f"- **{f'{ruling.kind.sign} {ruling.code}'.strip()}** {translate(ruling.answer)}"
        for ruling in played.system.rulings.values()
    )


def presets_table(played: Game, translate: Translate) -> str:
    """The table of the system's named rulesets."""
    heads = N_("Ruleset"), N_("In short")
    effects = {preset.id: preset_effect_text(played.system, preset, translate) for preset in played.system.presets}
    rows = [
        (f"`{preset.id}`", f"{translate(preset.text)}{f' *{effects[preset.id]}*' if effects[preset.id] else ''}")
        for preset in played.system.presets
    ]
    return _table(map(translate, heads), rows)


def sources_list(played: Game, translate: Translate) -> str:
    """The sources that the letters of the tables stand for."""
    phrases = [
        Phrase(N_("{name}: {text}"), {"name": one.key, "text": Phrase(one.title)}) for one in played.system.sources
    ]
    return "\n".join(f"- {phrase.to_text(translate)}" for phrase in phrases)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [tuple(heads), *map(tuple, rows)]
    lines.insert(1, ("---",) * len(lines[0]))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
