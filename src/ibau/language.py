"""The languages in which people are addressed: texts and the messages of the client.

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

COUNTED = (  # what click says of one and of several: it asks gettext by a number
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
    """The function that says a text of the catalogues in a language.  Raises LanguageError."""
    check_language(lang)
    if lang == SOURCE_LANGUAGE:
        return str
    with _catalogue(f"{lang}/LC_MESSAGES/{DOMAIN}.mo").open("rb") as file:
        found = GNUTranslations(file).gettext
    return lambda text: found(text) if text else ""  # gettext answers "" with the catalogue's header


@cache
def client_messages(lang: str, *parts: str) -> dict[str, str]:
    """Texts of the browser client in a language: all, or those of "game", "home" or "later" (when they are needed).

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
