"""The report of a study: a page that needs nothing else, and the same as Markdown."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ibau.lab.reporting.document import Document, Plot
from ibau.lab.reporting.markdown import markdown
from ibau.lab.reporting.plots.house import COLOURS, Width, svg
from ibau.lab.reporting.sections import document
from ibau.lab.reporting.study import Study, read
from ibau.terminal import main as cli
from tests.lab.reporting.made import made

SYSTEMS = ("seti-beth", "senet-race")
READINGS = 4  # of each


class Seen(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def values(self, name: str) -> list[str]:
        return [value for _, named, value in self.attributes if named == name]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("study") / "results", SYSTEMS, READINGS)


@pytest.fixture(scope="module")
def study(results: Path) -> Study:
    return read(results)


@pytest.fixture(scope="module")
def written(results: Path) -> Path:
    """The folder of a report, written by the command."""
    folder = results.parent / "report"
    assert cli.status(["lab", "report", str(results), "-o", str(folder)], "en") == 0
    return folder


@pytest.fixture(scope="module")
def page(written: Path) -> str:
    return (written / "report.html").read_text("utf-8")


def plots(told: Document) -> list[Plot]:
    return [block for section in told.sections for block in section.blocks if isinstance(block, Plot)]


# --- The page --------------------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_else(page: str) -> None:
    seen = Seen(page)
    assert not seen.tags.keys() & {"script", "link", "img", "iframe", "object"}
    assert [
        address for name in ("href", "xlink:href", "src") for address in seen.values(name) if address[0] != "#"
    ] == []
    loaded = re.findall(r"url\(([^)]{1,30})", page)
    assert [address for address in loaded if not address.startswith(('"data:font/woff2;', "#"))] == []
    assert "@import" not in page


def test_every_link_leads_somewhere_and_every_place_has_its_own_name(page: str) -> None:
    seen = Seen(page)
    ids = Counter(seen.values("id"))
    assert {link[1:] for name in ("href", "xlink:href") for link in seen.values(name)} <= ids.keys()
    assert [name for name, times in ids.items() if times > 1] == []


def test_every_plot_has_words_and_figures(page: str, study: Study) -> None:
    drawn = plots(document(study))
    assert {plot.name for plot in drawn} >= {"lengths", "lead", "luck", "changes-seti-beth", "uses-senet-race"}
    seen = Seen(page)
    spoken = [value for tag, name, value in seen.attributes if (tag, name) == ("div", "aria-label")]
    assert spoken == [plot.alt for plot in drawn for _ in Width]
    assert all(plot.figures.rows for plot in drawn)
    assert seen.tags["figcaption"] == seen.tags["figure"] == len(drawn)


def test_colours_follow_the_theme(page: str) -> None:
    drawn = "".join(re.findall(r"<svg.*?</svg>", page, re.DOTALL))
    assert "var(--accent)" in drawn
    assert re.findall(r"#[0-9a-f]{6}\b", drawn) == []


def test_names_lead_to_their_rulings(page: str) -> None:
    assert re.search(r'<a href="#BETH-1"><code>pharaohs=2</code></a>|<a href="#SETI-1"><code>pharaoh_diagonal', page)
    assert '<a id="SETI-1"></a><strong>SETI-1.' in page


# --- Markdown --------------------------------------------------------------------------------------------------------


def test_markdown_names_pictures_that_stand_by_themselves(written: Path) -> None:
    text = (written / "report.md").read_text("utf-8")
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert pictures
    for picture in pictures:
        drawn = (written / picture).read_text("utf-8")
        assert "<text" not in drawn  # its letters are outlines
        assert all(colour in drawn for colour in COLOURS)
        assert "prefers-color-scheme: dark" in drawn


def test_every_place_in_a_sentence_is_filled(study: Study) -> None:
    told = document(study)
    text = markdown(told, {plot.name: f"{plot.name}.svg" for plot in plots(told)})
    assert "These readings change the game:" in text
    assert "{" not in re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def test_the_same_figures_make_the_same_drawing(study: Study) -> None:
    plot = next(plot for plot in plots(document(study)) if plot.name == "luck")
    assert svg(plot.drawing, Width.NARROW, "luck") == svg(plot.drawing, Width.NARROW, "luck")


# --- Bad input -------------------------------------------------------------------------------------------------------


def test_a_foreign_folder_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.status(["lab", "report", str(tmp_path)], "en") == 1
    assert f"{tmp_path} holds no results of a study; `ibau lab run" in capsys.readouterr().err
    made(tmp_path, SYSTEMS[:1], 1)
    files = sorted(path.name for path in tmp_path.iterdir())
    (tmp_path / "results.parquet").write_bytes(b"PAR1")
    assert cli.status(["lab", "report", str(tmp_path)], "en") == 1
    assert "results.parquet is not the file that was written" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == files
