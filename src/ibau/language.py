"""The languages in which people are addressed: texts, the client's messages, and rules pages.

English is the source text.  The catalogues in `locale/` are compiled into the package by `scripts/catalogues.py`.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable

from ibau.core.contract import System
from ibau.core.errors import IbauError, listed
from ibau.games import game
from ibau.pages import filled

LANGUAGES = ("en", "fr", "de")
NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}
SOURCE = LANGUAGES[0]

COMPILED = files("ibau") / "locale"
DOMAIN = "ibau"  # of the catalogues
COMPILE = "python scripts/catalogues.py compile"


class LanguageError(IbauError):
    """A language that is not offered, or a catalogue or page that is missing."""


def check(lang: str) -> None:
    """Raise LanguageError unless `lang` is offered."""
    if lang not in LANGUAGES:
        raise LanguageError(f"Unknown language {lang!r}; known are {listed(LANGUAGES)}.")


@cache
def translator(lang: str) -> Callable[[str], str]:
    """The function that says a text of the catalogues in a language.  Raises LanguageError."""
    check(lang)
    if lang == SOURCE:
        return str
    with _catalogue(f"{lang}/LC_MESSAGES/{DOMAIN}.mo").open("rb") as file:
        found = GNUTranslations(file).gettext
    return lambda text: found(text) if text else ""  # gettext answers "" with the catalogue's header


@cache
def messages(lang: str, *, of_game: bool = False) -> dict[str, str]:
    """Every text of the browser client, or only those a game begins with, in a language.  Raises LanguageError."""
    translate = translator(lang)
    texts: dict[str, list[str]] = json.loads(_catalogue("client.json").read_text("utf-8"))
    return {text: translate(text) for text in texts["game"] + ([] if of_game else texts["later"])}


def _catalogue(name: str) -> Traversable:
    path = COMPILED / name
    if not path.is_file():
        raise LanguageError(f"The catalogue {path} is missing; make it with: {COMPILE}")
    return path


def best(accept_language: str, among: Sequence[str] = LANGUAGES) -> str:
    """The language an `Accept-Language` header (RFC 9110, 12.5.4) likes best; the first without a match."""
    liked = [_preference(entry) for entry in accept_language.split(",")]
    offered = [(weight, lang) for weight, lang in liked if weight > 0 and lang in among]
    return max(offered, key=lambda pair: pair[0])[1] if offered else among[0]


def _preference(entry: str) -> tuple[float, str]:
    """Weight and language of "de-CH;q=0.8"; weight 0 when the entry is malformed."""
    tag, _, parameter = entry.partition(";")
    name, _, weight = parameter.strip().partition("=")
    try:
        liked = float(weight) if name.strip() == "q" else 1.0
    except ValueError:
        liked = 0.0
    return liked, tag.strip().partition("-")[0].lower()


def page(ruleset: str, lang: str) -> str:
    """The rules page of a ruleset text ("seega", "seega-lenient+chain=none") in Markdown, its options filled in.

    Diagrams are fenced `board` blocks; `ibau.pages.parts` takes the page apart.  Raises RulesetError, LanguageError.
    """
    translate, played = translator(lang), game(ruleset)
    return filled(written(played.system, lang), played, translate)


def written(system: System, lang: str) -> str:
    """The rules page of a system as it lies in its folder.  Raises LanguageError."""
    path = system.folder / "pages" / f"{lang}.md"
    if not path.is_file():
        raise LanguageError(f"The rules of {system.id} are not written in {NAMES[lang]}: {path} is missing.")
    return path.read_text("utf-8")
