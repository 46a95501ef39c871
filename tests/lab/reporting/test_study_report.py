"""The report of a study: its texts, and the self-contained page."""

import importlib.util
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ibau.games import systems
from ibau.lab.reporting import report
from ibau.lab.reporting.effect_data import effect_data
from ibau.lab.reporting.report_text import StudyReport, results_in
from ibau.lab.studies import ResultsError
from ibau.lab.studies.measure_study import CAP, PAIR, READING, RESULTS, SCHEMA
from ibau.learn.option_effects import FILE, effects_from_json

SCRIPT = Path(__file__).resolve().parents[3] / "scripts/option_effects.py"
USUAL = {
    "lower quartile": 15.0,
    "upper quartile": 25.0,
    "minutes": 20.0,
    "starter": 0.5,
    "draws": 0.1,
    "actions": 4.0,
    "truncated": 0.0,
    "long": 0.0,
}
JUDGED = {"luck": 0.6, "skill": 0.1, "drift": 0.3, "matters": 0.2, "moved": 0.01}
LEADS = {
    f"lead{ending}": value for tenth in range(1, 10) for ending, value in ((f".{tenth}", 0.7), (f"s.{tenth}", 80.0))
}
CHAIN, BOTH = "seega+chain=none", "seega+chain=none+forced_capture=false"


def row(ruleset: str, players: str, measure: str, value: float | None, **more: Any) -> dict[str, Any]:
    interval = {"value": value, "lower": value and 0.9 * value, "upper": value and 1.1 * value}
    about = {"base": ruleset.partition("+")[0], "ruleset": ruleset, "players": players, "games": 1000}
    return dict.fromkeys(SCHEMA) | about | {"measure": measure} | interval | more


def change(of: str, ruleset: str, players: str, measure: str, difference: float, verdict: str) -> dict[str, Any]:
    ends = {"difference_lower": 0.9 * difference, "difference_upper": 1.1 * difference}
    value = None if of == PAIR else 1.0
    return row(ruleset, players, measure, value, of=of, difference=difference, verdict=verdict, **ends)


def figures() -> pl.DataFrame:
    """The table of a study with made-up figures."""
    rows = [row("seega", by, measure, value) for by in ("greedy", "ahead") for measure, value in USUAL.items()]
    rows += [row("senet-race", "greedy", measure, value) for measure, value in USUAL.items()]
    rows += [
        row(one, "level5", measure, value)
        for one in ("seega", "senet-race")
        for measure, value in (JUDGED | LEADS).items()
    ]
    rows += [row("seega", f"{by} v careless {by}", "stronger", 0.7) for by in ("greedy", "ahead")]
    rows += [change(READING, CHAIN, by, "minutes", 5.0, "more") for by in ("greedy", "ahead")]
    rows += [change(READING, CHAIN, "greedy v careless greedy", "stronger", 0.0, "negligible")]
    rows += [change(CAP, "seega+max_turns=15", "greedy", "draws", 0.5, "more")]
    rows += [change(PAIR, BOTH, "greedy", "draws", 0.03, "more"), change(PAIR, BOTH, "greedy", "minutes", 0, "open")]
    return pl.DataFrame(rows, SCHEMA)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    figures().write_parquet(tmp_path / RESULTS)
    return tmp_path


def test_facts_are_what_sentences_need() -> None:
    base = {"minutes": 20.0, "starter": 0.5, "draws": 0.1, "actions": 4.0, "stronger": 0.7}
    assert effect_data(figures(), systems()["seega"]) == {
        "games": {"greedy": 1000, "ahead": 1000},
        "base": {"greedy": base, "ahead": base},
        "rulesets": {
            CHAIN: {
                "greedy": {"minutes": [5.0, "more"], "stronger": [0.0, "negligible"]},
                "ahead": {"minutes": [5.0, "more"]},
            }
        },
    }


def test_a_game_that_a_cap_ends_has_no_minutes() -> None:
    cut = figures().with_columns(value=pl.when(pl.col("measure") == "long").then(0.2).otherwise("value"))
    facts = effect_data(cut, systems()["seega"])
    assert all("minutes" not in base and "actions" not in base for base in facts["base"].values())
    assert all("minutes" not in changes for found in facts["rulesets"].values() for changes in found.values())


def test_readings_are_told_in_words_with_who_played() -> None:
    text = StudyReport(figures()).markdown
    assert (
        "One step a turn, never more.** (`chain=none`) Between simple computer players: about 5 minutes longer" in text
    )
    assert "| Seega | 1 | 1 | 0 | 0 | 0 | 0 |" in text


def test_caps_are_a_list_of_their_own() -> None:
    readings, caps = StudyReport(figures()).markdown.split("Caps and bookkeeping, which are no readings of a source:")
    assert "max_turns=15" not in readings
    assert "`max_turns=15`) Between simple computer players: more draws: 60\u00a0% instead of 10\u00a0%" in caps


def test_pairs_are_told_where_they_are_certain() -> None:
    text = StudyReport(figures()).markdown
    assert "Of 1 pairs of readings 1 certainly change" in text
    assert "- `chain=none+forced_capture=false`: 3.0 points more draws (2.7 to 3.3)." in text


def test_luck_is_told_with_what_is_not_explained_and_only_where_there_is_any() -> None:
    text = StudyReport(figures()).markdown
    luck = text.split("## Luck and choices")[1].split("##")[0]
    assert "Senet, the race | `level5`, 1000 games | 60 % (54 to 66) | 10 % (9 to 11) | 30 % (27 to 33)" in luck
    assert "too much may be unexplained" in luck
    assert "Seega" not in luck


def test_leads_have_counts_and_intervals() -> None:
    assert "70 % (63 to 77) of 80" in StudyReport(figures()).markdown


class Seen(HTMLParser):
    """What a page loads, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def test_the_page_needs_nothing_else_and_is_always_the_same(folder: Path, tmp_path: Path) -> None:
    page, text = report(folder)
    seen = Seen(page.read_text("utf-8"))
    assert not seen.tags & {"script", "link", "iframe"}
    assert all(value.startswith("data:") for name, value in seen.attributes if name == "src")
    ids = {value for name, value in seen.attributes if name == "id"}
    assert all(value.removeprefix("#") in ids for name, value in seen.attributes if name == "href")
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text.read_text("utf-8"))
    assert pictures == ["plots/seega.svg"]
    assert (folder / pictures[0]).read_text("utf-8").count("<path") > 10
    again = report(folder, tmp_path / "again")
    assert [page.read_bytes(), text.read_bytes()] == [file.read_bytes() for file in again]


def test_a_folder_without_results(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="holds no results"):
        report(tmp_path)


# --- What is published ------------------------------------------------------------------------------------------------


def script() -> Any:
    """The program that publishes a study."""
    spec = importlib.util.spec_from_file_location("option_effects_script", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_is_shipped_is_what_the_published_study_says() -> None:
    publishing = script()
    published = results_in(publishing.PUBLISHED)
    for system in systems().values():
        shipped = (system.folder / FILE).read_text("utf-8")
        assert publishing.lines(effect_data(published, system)) == shipped


def test_lines_are_what_is_read_of_them() -> None:
    facts = effect_data(figures(), systems()["seega"])
    assert effects_from_json(json.loads(script().lines(facts))) == effects_from_json(facts)
