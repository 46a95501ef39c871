"""The page of Ibau on a package index, where other files are missing."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[1]
SOURCE = "https://git.example.org/ibau"
BUILD = runpy.run_path(str(ROOT / "hatch_build.py"))
README = (ROOT / "README.md").read_text("utf-8")


def targets(page: str) -> Iterator[str]:
    """Where its links and pictures lead."""
    html = MarkdownIt("commonmark").enable("table").render(page)
    return (found for found in re.findall(r'(?:href|src|srcset)="([^"]+)"', html) if not found.startswith("#"))


@pytest.mark.parametrize("source", ["", SOURCE])
def test_nothing_leads_to_a_file_beside_it(source: str) -> None:
    found = list(targets(BUILD["index_page"](README, source)))
    assert found or not source
    assert all(target.startswith("https://") for target in found)


def test_links_lead_to_files_that_the_repository_has() -> None:
    page = BUILD["index_page"](README, SOURCE)
    ours = [target.removeprefix(SOURCE) for target in targets(page) if target.startswith(SOURCE)]
    assert len(ours) == len([target for target in targets(README) if "://" not in target])
    for path in ours:
        kind, _, name = path.removeprefix("/").partition("/HEAD/")
        assert kind == ("raw" if "pictures" in name else "blob")
        assert (ROOT / name.partition("#")[0]).exists(), path


def test_without_an_address_the_words_of_a_link_stay() -> None:
    page = BUILD["index_page"]("A [ruling](docs/rulings.md) and [uv](https://example.org).\n", "")
    assert page == "A ruling and [uv](https://example.org).\n"


def test_a_project_with_an_address_names_its_pages() -> None:
    assert BUILD["addresses"]("") == {}
    named = BUILD["addresses"](SOURCE)
    assert list(named) == ["Homepage", "Documentation", "Source", "Changelog", "Issues"]
    for address in named.values():
        name = address.partition("/HEAD/")[2]
        assert not name or (ROOT / name).exists()
