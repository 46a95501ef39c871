"""In a page's Python every player does what it does in this one, to the bit: the same kernels, in another engine."""

import json
import shutil
from collections.abc import Iterable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from ibau.games import game, presets, systems
from ibau.machine.kernels import wasm_engine
from ibau.players.level_settings import settings_of
from tests.browser.conftest import launch_chromium
from tests.machine_choice import machine
from tests.pocket import player_choices
from tests.pocket.pyodide_runtime import PLAY_PACKAGES, PYODIDE, ROOT, run_json, site
from tests.pocket.sample_positions import questions

pytestmark = pytest.mark.skipif(
    wasm_engine() is None or not PYODIDE.is_dir() or shutil.which("node") is None,
    reason="there is no WebAssembly engine, or no Node.js with the client's packages",
)

HERE = Path(__file__).parent
FEW, MORE = 400, 5_000  # nodes
SLOW = 1200  # seconds


def searches(system: str, nodes: int) -> dict[str, int | None]:
    """Each search that plays a game."""
    return dict.fromkeys(("expectimax" if systems()[system].has_throws else "alphabeta", "mcts", "uct"), nodes)


def sample(nodes: int, names: Iterable[str]) -> list[dict[str, Any]]:
    """The middle level and the searches of each of these games, in one position."""
    asked: list[dict[str, Any]] = []
    for system in names:
        asked += list(questions(system, {"level5": nodes, **searches(system, nodes)}))[4:8]
    return asked


def choices_here(asked: list[dict[str, Any]]) -> list[Any]:
    """The answers of this Python, by kernels."""
    with machine("kernel"):
        return [player_choices.answer(question) for question in asked]


@pytest.mark.timeout(300)
def test_a_page_s_python_chooses_alike(tmp_path: Path) -> None:
    asked = sample(FEW, ("seega", "senet-race"))  # the slow tests ask all
    assert run_json(HERE / "player_choices.py", asked, tmp_path) == choices_here(asked)


@pytest.mark.slow
@pytest.mark.timeout(SLOW)
@pytest.mark.parametrize("ruleset", presets())
def test_every_level_of_every_preset_chooses_alike(ruleset: str, tmp_path: Path) -> None:
    """With all that it spends, in three positions."""
    system = game(ruleset).system
    levels: dict[str, int | None] = dict.fromkeys(settings_of(system))
    asked = list(questions(ruleset, {**levels, **searches(system.id, MORE)}))
    assert run_json(HERE / "player_choices.py", asked, tmp_path, timeout=SLOW) == choices_here(asked)


# --- In a browser ----------------------------------------------------------------------------------------------------

CHOOSING = "import json, player_choices; json.dumps([player_choices.answer(asked) for asked in json.loads(words[0])])"
BEGIN = """
() => new Promise((done) => {
  window.worker = new Worker("worker.mjs", { type: "module" });
  worker.onerror = (event) => done(String(event.message));
  worker.onmessage = ({ data }) => done(data);
})
"""
ASK = """
(words) => new Promise((done) => {
  worker.onmessage = ({ data }) => done(data);
  worker.postMessage(words);
})
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a folder with all that a worker needs is served."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("<!doctype html><title>Python</title>")
    shutil.copy(HERE / "worker.mjs", folder)
    shutil.copytree(PYODIDE, folder / "pyodide")
    left_out = shutil.ignore_patterns("__pycache__", "lab", "web", "terminal")
    package = shutil.copytree(ROOT / "src/ibau", folder / "package/ibau", ignore=left_out)
    shutil.copy(HERE / "player_choices.py", package.parent)
    shutil.make_archive(str(folder / "package"), "zip", package.parent)
    shutil.make_archive(str(folder / "site"), "zip", site(PLAY_PACKAGES))
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    """A page whose worker is ready."""
    with sync_playwright() as playwright, launch_chromium(playwright) as chromium:
        opened = chromium.new_page()
        opened.goto(address)
        assert opened.evaluate(BEGIN) == "ready"
        yield opened


@pytest.mark.slow
@pytest.mark.timeout(SLOW)
def test_a_browser_chooses_alike(page: Page) -> None:
    asked = sample(MORE, systems())
    answer = page.evaluate(ASK, [CHOOSING, json.dumps(asked)])
    assert not answer.startswith("failed"), answer
    assert json.loads(answer) == choices_here(asked)
