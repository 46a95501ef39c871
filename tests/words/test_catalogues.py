"""The catalogues: complete in every language, and the check finds what is not."""

import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from babel.messages.catalog import Catalog

from ibau import language
from ibau.core.contract import System
from ibau.games import game, systems
from ibau.language import LANGUAGE_NAMES, LANGUAGES, LanguageError, best_language, client_messages, translator_for
from ibau.paper.rules_pages import KINDS, page

ROOT = Path(__file__).resolve().parents[2]
catalogues = SimpleNamespace(**runpy.run_path(str(ROOT / "scripts/catalogues.py")))
catalogues.template = catalogues.faults.__globals__["template"] = cache(catalogues.template)  # it reads all sources


def test_languages_are_complete() -> None:
    assert catalogues.faults() == []


def test_every_declared_text_is_marked() -> None:
    marked = {str(message.id) for message in catalogues.template()}
    assert [text for system in systems().values() for text in declared(system) if text not in marked] == []


def declared(system: System) -> Iterator[str]:
    """The texts of a system that screens show."""
    yield system.title
    yield from system.seats
    yield from (source.title for source in system.sources)
    yield from (preset.text for preset in system.presets)
    for option in system.options:
        yield option.text
        yield from option.value_texts
    board = game(system.id).board
    yield from (square.label for square in board.squares if square.label)


def test_pages_are_complete() -> None:
    assert list(catalogues.page_faults()) == []


def test_compiled_catalogues_are_those_of_the_sources() -> None:
    for lang in catalogues.TRANSLATED:
        translate = translator_for(lang)
        wrong = [
            entry.id for entry in catalogues.read(catalogues.po(lang), lang) if translate(entry.id) != entry.string
        ]
        assert [text for text in wrong if text] == []  # else: python scripts/catalogues.py compile


@pytest.mark.parametrize(
    ("text", "translation", "flags", "fault"),
    [
        ("Hello {name}", "", (), "untranslated"),
        ("Hello {name}", "Hallo {nom}", (), "other placeholders"),
        ("Hello {name}", "Hallo", (), "other placeholders"),
        ("Hello {name}", "Hallo {name}", ("fuzzy",), "fuzzy"),
        ("Bye", "Tschüss", (), "obsolete"),
    ],
)
def test_check_finds(text: str, translation: str, flags: tuple[str, ...], fault: str) -> None:
    catalog = Catalog(locale="de")
    catalog.add(text, translation, flags=flags)
    found = list(catalogues.catalogue_faults(catalog, {"Hello {name}"}))
    assert any(line.startswith(fault) for line in found)


@pytest.mark.parametrize(
    ("lang", "wrong", "right"),
    [
        ("fr", "Encore un !", "Encore un\u202f!"),
        ("fr", "Où aller?", "Où aller\u202f?"),
        ("fr", "Bien\xa0; passez", "Bien\u202f; passez"),
        ("fr", "Le tirage : {side}", "Le tirage\xa0: {side}"),
        ("fr", "« grand »", "«\xa0grand\xa0»"),
        ("fr", "L'autre", "L’autre"),
        ("fr", 'Le "mur"', "Le «\xa0mur\xa0» de `a: 'b'`"),
        ("fr", "177 av. J.-C.", "177\xa0av.\xa0J.-\u2060C."),
        ("fr", "environ {n} minutes", "environ {n}\xa0minutes"),
        ("en", "a line of 10 cm", "a line of 10\xa0cm"),
        ("en", "177 BC", "177\xa0BC"),
        ("de", "177 v. Chr.", "177\xa0v.\xa0Chr."),
        ("de", "im 19. Jahrhundert, zu {share} %", "im 19.\xa0Jahrhundert, zu {share}\xa0%"),
        ("de", "Noch einer !", "Noch einer!"),
        ("de", 'Die "Mauer"', "Die „Mauer“"),
    ],
)
def test_check_finds_what_is_not_set_as_the_language_is(lang: str, wrong: str, right: str) -> None:
    assert list(catalogues.typography_faults(wrong, lang))
    assert not list(catalogues.typography_faults(right, lang))


@pytest.mark.parametrize(
    ("lang", "text", "wrong", "right"),
    [
        ("fr", "A figure was conquered.", "Une figure a été prise.", "Une figurine a été prise."),
        ("fr", "Three in a row form a wall.", "Trois de suite forment un obstacle.", "Trois de suite forment un mur."),
        ("de", "Chains are free.", "Schlagfolgen sind frei.", "Schlagserien sind frei."),
        ("de", "A pawn was hit.", "Ein Stein wurde geschlagen.", "Ein Stein wurde zurückgeworfen."),
    ],
)
def test_check_finds_other_words_than_the_glossary_has(lang: str, text: str, wrong: str, right: str) -> None:
    assert dict(catalogues.word_faults({text: wrong}, lang)).keys() == {text}
    assert not dict(catalogues.word_faults({text: right}, lang))


RETIRED = {  # words that mean something else, or that people stumble over
    "en": r"\b[Bb]eside\b",
    "fr": r"[Tt]rouvaille|\brangs\b|demi-coup",
    "de": r"Knöchel(?!chen)|\bSchild\b|Halbz[uü]g|Vorübergehen|[Zz]urückblicken",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_retired_words_do_not_come_back(lang: str) -> None:
    texts = [translator_for(lang)(str(message.id)) for message in catalogues.template()]
    pages = [page(system, lang, kind) for system in systems() for kind in KINDS]
    assert re.findall(RETIRED[lang], "\n".join([*texts, *pages])) == []


def test_check_finds_exceptions_from_the_glossary_that_are_none() -> None:
    assert all("obsolete exception" in fault for fault in catalogues.glossary_faults(Catalog(locale="fr"), "fr"))
    assert list(catalogues.glossary_faults(Catalog(locale="fr"), "fr"))


def test_pages_are_set_as_their_language_is() -> None:
    assert list(catalogues.typeset_page_faults()) == []


def test_check_finds_missing_texts() -> None:
    assert list(catalogues.catalogue_faults(Catalog(locale="de"), {"Hello"})) == ["missing 'Hello'"]


def test_client_literals_are_found() -> None:
    source = """t("Play") t('It\\'s “yours”') {t(`two
lines`)} count("no") x.t("no") N_("Later") t(variable)"""
    found = [catalogues._literal(call[1]) for call in catalogues.CLIENT_CALL.finditer(source)]
    assert found == ["Play", "It's “yours”", "two\nlines", "Later"]


# --- At run time ------------------------------------------------------------------------------------------------------


def test_texts_are_said_in_each_language() -> None:
    assert [translator_for(lang)("Light") for lang in LANGUAGES] == ["Light", "Clair", "Hell"]
    assert [translator_for(lang)("") for lang in LANGUAGES] == ["", "", ""]
    assert set(LANGUAGE_NAMES) == set(LANGUAGES)


def test_client_messages_have_the_same_texts_in_each_language() -> None:
    english = client_messages("en")
    assert all(text == message for text, message in english.items())
    assert all(client_messages(lang).keys() == english.keys() for lang in LANGUAGES)


def test_a_game_begins_with_few_of_the_texts() -> None:
    first = client_messages("de", "game")
    assert first.items() < client_messages("de").items()
    assert "Throw" in first  # a component's
    assert "pharaoh" in "".join(first)  # a drawing's, which comes with its board
    assert "Offer a draw" not in first  # the menu's


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LanguageError, match="Unknown language 'xx'; known are en, fr, de"):
        translator_for("xx")


def test_a_missing_catalogue_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    translator_for.cache_clear()
    with pytest.raises(LanguageError, match=r"python scripts/catalogues\.py compile"):
        translator_for("de")


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE-ch", "de"),
        ("fr-CA, de;q=0.9", "fr"),
        ("en;q=0.5, fr;q=0.7", "fr"),
        ("nl, de;q=0.1", "de"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("it, es", "en"),
        ("de;q=much, ;;;,", "en"),
        ("de;q=nan", "en"),
        ("*", "en"),
    ],
)
def test_best_language_of_a_header(header: str, lang: str) -> None:
    assert best_language(header) == lang
