"""Numbers, links, names and commands in the documents are right."""

import json
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

import ibau
from ibau.search.calibration import calibration_file
from ibau.terminal.main import ibau as ibau_command
from tests.docs.doc_blocks import CODE_FENCE, FRAME, PAGES, ROOT

RULING = re.compile(r"\b(?:(?:SETI|BETH|SENETI|SG|SA1|SA2|SEEGA)-\d+a?|C\d{1,2})\b")
DEFINED = re.compile(rf"^- \*\*({RULING.pattern})\.", re.MULTILINE)
LINK = re.compile(r"\]\(([^()\s]+)\)")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
UNBROKEN = re.compile(r"\]\([^)]*\)|`[^`]*`")  # where a link leads, and code
WIDEST = 120
MOST_WORDS = 44_000
MOST_WORDS_OF_README = 600
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def rulings() -> set[str]:
    """The numbers that docs/rulings.md and the pages of docs/rulings define."""
    pages = [ROOT / "docs/rulings.md", *(ROOT / "docs/rulings").glob("*.md")]
    return {number for page in pages for number in DEFINED.findall(page.read_text("utf-8"))}


def citations() -> Iterator[tuple[str, str]]:
    """Every ruling number in the sources, and the file it is in."""
    sources = ROOT / "src/ibau"
    for path in sorted([*sources.rglob("*.py"), *(sources / "games").rglob("*.md")]):
        for number in RULING.findall(path.read_text("utf-8")):
            yield number, str(path.relative_to(ROOT))


def test_the_rulings_are_numbered() -> None:
    assert {"SETI-1", "SEEGA-15a", "SA1-14", "SG-19", "C1", "C89"} <= rulings()


def test_every_cited_ruling_exists() -> None:
    cited = list(citations())
    known = rulings()
    assert cited
    assert [(number, path) for number, path in cited if number not in known] == []


def anchors(path: Path) -> set[str]:
    """The anchors that a reader of Markdown gives to the headings of a document."""
    text = CODE_FENCE.sub("", path.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(text)}


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    broken: list[str] = []
    for link in LINK.findall(CODE_FENCE.sub("", document.read_text("utf-8"))):
        if link.startswith("https://"):
            continue
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_the_readme_tells_every_command_and_system() -> None:
    named = set(re.findall(r"`(?:ibau )?([a-z-]+)[^`]*`", (ROOT / "README.md").read_text("utf-8")))
    assert set(ibau_command.commands) - named == set()
    assert set(ibau.systems()) - named == set()


def test_the_documents_are_short() -> None:
    """The rulings are the law, and as long as they must be."""
    documents = [path for path in (ROOT / "docs").rglob("*.md") if "rulings" not in str(path.relative_to(ROOT))]
    assert sum(len(path.read_text("utf-8").split()) for path in documents) <= MOST_WORDS
    assert len((ROOT / "README.md").read_text("utf-8").split()) <= MOST_WORDS_OF_README


@pytest.mark.parametrize("document", [*PAGES, *FRAME.rglob("*.md")], ids=lambda path: path.name)
def test_prose_is_wrapped(document: Path) -> None:
    """Tables, code and where links lead may be as long as they are."""
    prose = COMMENT.sub("", CODE_FENCE.sub("", document.read_text("utf-8")))
    lines = (UNBROKEN.sub("", line) for line in prose.splitlines() if not line.lstrip().startswith(("|", "<", "![")))
    assert [line for line in lines if len(line) > WIDEST] == []


def test_the_reference_has_every_public_name() -> None:
    text = "".join(page.read_text("utf-8") for page in (ROOT / "docs/reference").glob("*.md"))
    names = set(re.findall(r"^\.\. auto\w+:: ibau\.(\w+)", text, re.MULTILINE))
    assert names == set(ibau.__all__)


# --- Tables that only the site has ---------------------------------------------------------------------------------


@pytest.fixture
def docs(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The module scripts/docs.py, which imports from its folder."""
    monkeypatch.syspath_prepend(ROOT / "scripts")
    return SimpleNamespace(**runpy.run_path(str(ROOT / "scripts/docs.py")))


def test_the_page_of_the_commands_has_every_command_and_option(docs: SimpleNamespace) -> None:
    page = docs.pages()[ROOT / "docs/commands.md"]
    for name, command in docs.commands("ibau", ibau_command):
        chapter = docs.chapter(name, command)
        assert chapter in page, name
        for param in command.params:
            if isinstance(param, click.Option):
                assert param.help, f"{name} {param.opts[0]} has no help"
                assert param.opts[0] in chapter, f"{name} {param.opts[0]}"


def test_a_page_names_each_of_its_tables_once(docs: SimpleNamespace) -> None:
    page = ROOT / "docs/choosing.md"
    assert "| Seega |" in docs.fill_page(page, {"the games": docs.choosing_table()})
    for named in ({}, {"another": ""}, {"the games": "", "another": ""}):
        with pytest.raises(SystemExit, match="should name each of these once"):
            docs.fill_page(page, named)


def test_tables_have_what_was_measured(docs: SimpleNamespace) -> None:
    for system in ibau.systems().values():
        if (file := calibration_file(system)).exists():
            kept = json.loads(file.read_text("utf-8"))
            assert f"| {kept['ruleset']} | {kept['games']} | {kept['steepness']:.2f} (" in docs.calibration_table()
    assert docs.measured_table("# busy\nwhat\thow much\nmoves\t3 M\n") == (
        "busy\n\n| what | how much |\n|---|---:|\n| moves | 3 M |"
    )
