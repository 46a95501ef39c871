"""The rules pages: whole in every language, and every diagram a real position of which the text is true."""

import re
from pathlib import Path

import pytest

from ibau.core import contract
from ibau.core.contract import System
from ibau.core.errors import PositionError
from ibau.games import game, presets, systems
from ibau.language import LANGUAGES, LanguageError, translator_for
from ibau.paper.diagrams import HOLDS, Diagram, DiagramError, failed_claims, parts, parts_under_ruleset
from ibau.paper.rules_pages import NAMED, Kind, origin, page, source_page

FOR_TABLES = re.compile(r"^\{(key|history|rulings|options|presets|sources)\}$", re.MULTILINE)


def diagrams(system: str, lang: str) -> list[Diagram]:
    return [part for part in parts(page(system, lang)) if isinstance(part, Diagram)]


@pytest.mark.parametrize("system", systems())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_names_system_options_presets_and_sources(system: str, lang: str) -> None:
    text, declared = page(system, lang), systems()[system]
    assert text.startswith(f"# {translator_for(lang)(declared.title)}\n")
    assert all(f"| `{option.name}` |" in text for option in declared.options)
    assert all(f"| `{preset.id}` |" in text for preset in declared.presets)
    colon = "\u00a0: " if lang == "fr" else ": "
    assert all(f"- {source.key}{colon}" in text for source in declared.sources)
    assert "{" not in text.replace("{*}", "")


@pytest.mark.parametrize("system", systems())
def test_languages_show_the_same_diagrams(system: str) -> None:
    shown = [
        [(drawn.ruleset, drawn.position, drawn.play, drawn.claims) for drawn in diagrams(system, lang)]
        for lang in LANGUAGES
    ]
    assert shown[0] == shown[1] == shown[2]
    captions = [drawn.caption for lang in LANGUAGES for drawn in diagrams(system, lang)]
    assert all(captions)
    assert len(set(captions)) == len(captions)


@pytest.mark.parametrize("system", systems())
@pytest.mark.parametrize("kind", ["history", "tips"])
def test_other_pages_have_the_same_parts_in_all_languages(system: str, kind: Kind) -> None:
    english, *others = (page(system, lang, kind) for lang in LANGUAGES)
    assert english.startswith("# ")
    for other in others:
        assert [len(re.findall(mark, other, re.MULTILINE)) for mark in ("^## ", "^- ", "^```board$")] == [
            len(re.findall(mark, english, re.MULTILINE)) for mark in ("^## ", "^- ", "^```board$")
        ]
        assert other.split("\n")[0] != english.split("\n")[0]


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_four_paragraphs_say_where_a_game_comes_from(system: System, lang: str) -> None:
    paragraphs = origin(system, lang).split("\n\n")
    assert [bool(re.match(r"\*\*[^*]+\.\*\* ", paragraph)) for paragraph in paragraphs] == [True] * 4
    assert origin(system, lang) in page(system.id, lang)
    assert 100 <= len(origin(system, lang).split()) <= 170


ENGLISH = [
    pytest.param(drawn, id=f"{system}-{n}") for system in systems() for n, drawn in enumerate(diagrams(system, "en"))
]


@pytest.mark.parametrize("drawn", ENGLISH)
def test_what_a_diagram_claims_is_true(drawn: Diagram) -> None:
    assert drawn.claims
    assert failed_claims(drawn) == []


def test_the_checks_find_false_claims() -> None:
    claims = {
        "legal": "a1-a2",
        "illegal": "d3-c3",
        "only": "a1-a2",
        "after": "b3=second",
        "next": "first",
        "result": "p1win major",
    }
    false = Diagram("seega", "2D2/5/LD1L1/5/D4 first 24 - - 3 31 -", ("d3-c3",), "", claims)
    assert failed_claims(false) == list(claims) == list(HOLDS)


# --- Rulesets other than the one described ----------------------------------------------------------------------------


def test_a_page_says_what_other_rules_change() -> None:
    text = page("seega-lenient+max_turns=60", "en")
    assert "> You have chosen `seega-lenient+max_turns=60`." in text
    assert "> - Whether a piece that captured goes on capturing. **It may go on or stop.** (`chain`)\n" in text
    assert "> - A player who can capture must capture. **No.** (`forced_capture`)\n" in text
    assert "| = **`optional`** |" in text
    assert "(**`60`**)" in text
    assert "You have chosen" not in page("seega", "en")


@pytest.mark.parametrize("system", systems())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_has_its_section(system: str, lang: str) -> None:
    declared = systems()[system]
    named = NAMED.findall(FOR_TABLES.sub("", source_page(declared, lang)))
    assert sorted(" ".join(named).split()) == sorted(option.name for option in declared.options)


def test_what_differs_stands_in_its_section() -> None:
    _, capturing, _ = page("seega+chain=none", "en").split("\n## ")[4:7]
    assert capturing.startswith("Capturing\n")
    assert capturing.endswith(
        "> - Whether a piece that captured goes on capturing. **One step a turn, never more.** (`chain`)\n"
    )


@pytest.mark.parametrize("ruleset", presets())
def test_what_is_drawn_is_true_of_the_ruleset(ruleset: str) -> None:
    played = game(ruleset)
    drawn = [part for part in parts_under_ruleset(page(ruleset, "en"), played) if isinstance(part, Diagram)]
    assert all(failed_claims(diagram) == [] and game(diagram.ruleset).system is played.system for diagram in drawn)
    if played.system.default_preset.id == ruleset:
        assert drawn == diagrams(ruleset, "en")
        assert drawn


# --- Wrong input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        ("rulset: seega\n", "'rulset: seega'"),
        ("seega\n", "'seega'"),
        ("caption: nothing\n", "ruleset"),
        ("ruleset: seega\nplay: a1\nplay: a2\n", "'play' is given twice"),
    ],
)
def test_a_wrong_board_block_is_refused(block: str, reason: str) -> None:
    with pytest.raises(DiagramError, match=reason):
        parts(f"Text\n\n```board\n{block}```\n")


def test_a_wrong_position_is_refused() -> None:
    with pytest.raises(PositionError):
        Diagram("seega", "nonsense", (), "", {}).state  # noqa: B018 - asking is what raises


def test_a_missing_page_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "files", lambda _: tmp_path)
    with pytest.raises(LanguageError, match=r"pages/de\.md is missing"):
        page("seega", "de")
