"""Notebooks are shown as they were run, and come out the same when they are run again."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "docs/notebooks").glob("*.ipynb"))
LARGEST = 256 * 1024  # bytes of a file
SECONDS = 250  # for a cell


def code_of(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs_of(notebook: Any) -> list[str]:
    """The output and value of each code cell, as text; of a picture only the name."""
    return ["".join(words_of(cell.outputs)) for cell in code_of(notebook)]


def words_of(outputs: list[Any]) -> Iterator[str]:
    for output in outputs:
        assert output.output_type != "error", output
        yield output.text if output.output_type == "stream" else output.data["text/plain"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_was_run_from_top_to_bottom_and_is_small(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    code = code_of(notebook)
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert any(outputs_of(notebook))
    assert path.stat().st_size < LARGEST


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_comes_out_the_same(path: Path, tmp_path: Path) -> None:
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    anew = deepcopy(notebook)
    NotebookClient(anew, timeout=SECONDS, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert outputs_of(anew) == outputs_of(notebook)
