"""The languages of the interface: translated texts, and the messages of the browser client.

English is the source text.  The catalogues in `locale/` are compiled into the package by `scripts/catalogues.py`.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable

from ibau.core.errors import IbauError, join_names
from ibau.core.phrase import N_
from ibau.core.quoting import quote

LANGUAGES = ("en", "fr", "de")
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}
SOURCE_LANGUAGE = LANGUAGES[0]

CATALOGUES = files("ibau") / "locale"
DOMAIN = "ibau"  # of the catalogues
COMPILE_COMMAND = "python scripts/catalogues.py compile"

COUNTED = (  # click's messages with a singular and a plural, which it looks up by ngettext
    (N_("Got unexpected extra argument ({args})"), N_("Got unexpected extra arguments ({args})")),
    (N_("Option {name!r} requires an argument."), N_("Option {name!r} requires {nargs} arguments.")),
    (N_("Did you mean {possibility}?"), N_("(Did you mean one of: {possibilities}?)")),
    (N_("{value!r} is not {choice}."), N_("{value!r} is not one of {choices}.")),
)


class LanguageError(IbauError):
    """A language that is not offered, or a catalogue or page that is missing."""


def check_language(lang: str) -> None:
    """Raise LanguageError unless `lang` is offered."""
    if lang not in LANGUAGES:
        raise LanguageError(
            N_("Unknown language {lang}; known are {known}."), lang=quote(lang), known=join_names(LANGUAGES)
        )


@cache
def translator_for(lang: str) -> Callable[[str], str]:
    """The function that translates texts of the catalogues into `lang`.  Raises LanguageError."""
    check_language(lang)
    if lang == SOURCE_LANGUAGE:
        return str
    with _catalogue(f"{lang}/LC_MESSAGES/{DOMAIN}.mo").open("rb") as file:
        translate = GNUTranslations(file).gettext
    return lambda text: translate(text) if text else ""  # gettext's translation of "" is the catalogue's header


@cache
def client_messages(lang: str, *parts: str) -> dict[str, str]:
    """Translations of the browser client's texts: all, or those of the parts "game", "home" or "later" (lazy chunks).

    Raises LanguageError.
    """
    translate = translator_for(lang)
    texts: dict[str, list[str]] = json.loads(_catalogue("client.json").read_text("utf-8"))
    return {text: translate(text) for part in parts or texts for text in texts[part]}


def _catalogue(name: str) -> Traversable:
    path = CATALOGUES / name
    if not path.is_file():
        raise LanguageError(
            N_("The catalogue {path} is missing; make it with: {command}"), path=path, command=COMPILE_COMMAND
        )
    return path


def best_language(accept_language: str, among: Sequence[str] = LANGUAGES) -> str:
    """The language of `among` that an `Accept-Language` header (RFC 9110, 12.5.4) prefers; else the first of them."""
    preferences = map(_preference, accept_language.split(","))
    offered = [(weight, lang) for weight, lang in preferences if weight > 0 and lang in among]
    return max(offered, key=lambda pair: pair[0])[1] if offered else among[0]


def _preference(entry: str) -> tuple[float, str]:
    """Weight and language of an entry such as "de-CH;q=0.8"; the weight of a malformed entry is 0."""
    tag, _, parameter = entry.partition(";")
    name, _, number = parameter.strip().partition("=")
    try:
        weight = float(number) if name.strip() == "q" else 1.0
    except ValueError:
        weight = 0.0
    return weight, tag.strip().partition("-")[0].lower()
