"""A game is one folder: all have the same files, and nothing outside knows a game but the places that are listed.

Files and places are those of the two tables in CONTRIBUTING.md, so that these stay right.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ibau.core.contract import System
from ibau.core.outcome import Halt
from ibau.games import game, systems

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "src/ibau/games"
CHAPTER = re.compile(r"^## Adding a game\n(.*?)^## ", re.MULTILINE | re.DOTALL)
QUOTED = re.compile("`([^`]+)`")

HELP = {"help", "epilog"}  # arguments of Click
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", re.DOTALL)
TRANSLATED = re.compile(r'\bt\("[^"]*"')
OF_JAVASCRIPT = "Promise.race"
LOCK = "client/package-lock.json"  # its hashes spell anything
NO_CODE = {".md", ".npz", ".png", ".table", ".wasm", ".woff2", ".xz"}


def listed(heading: str) -> dict[str, str]:
    """The rows of the table of CONTRIBUTING.md whose first column has this heading: names and texts."""
    chapter = CHAPTER.search((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert chapter
    table = chapter[1].partition(f"| {heading} |")[2].partition("\n\n")[0]
    rows = [row.strip("| ").split(" | ") for row in table.splitlines()[2:]]
    return {name: text for names, text in rows for name in QUOTED.findall(names)}


FILES, PLACES = listed("file"), listed("place")


# --- Its files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", systems().values(), ids=systems())
def test_every_family_has_the_same_files(system: System) -> None:
    """And no others except own modules, a network, and results that were found, measured or solved."""
    files = [path for path in system.folder.rglob("*") if path.is_file() and path.parent.name != "__pycache__"]
    names = {str(path.relative_to(system.folder)) for path in files}
    assert FILES.keys() - names == set()
    beside = {name for name in names - FILES.keys() if "/" in name or not name.endswith(".py")}
    tables = {name for name in beside if name.startswith("exact/") and name.endswith((".table", ".table.xz"))}
    assert beside - tables <= {"calibration.json", "network.npz", "puzzles.jsonl", "option_effects.json"}


# --- What else knows it ----------------------------------------------------------------------------------------------


class WithoutTexts(ast.NodeTransformer):
    """Python without what people read, where a game may be an example: docstrings, help, errors, texts to translate."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        return None if node.arg in HELP else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        is_text = isinstance(node.func, ast.Name) and node.func.id == "N_"
        return ast.copy_location(ast.Constant(""), node) if is_text else self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return ast.copy_location(ast.Pass(), node)


def code_of(name: str, text: str) -> str:
    """What of a file is code."""
    if name.endswith(".py"):
        return ast.unparse(WithoutTexts().visit(ast.parse(text)))
    if name.endswith((".ts", ".svelte", ".css", ".mjs", ".js", ".html")):
        return TRANSLATED.sub(" ", COMMENT.sub(" ", text)).replace(OF_JAVASCRIPT, " ")
    return text


@cache
def words_of(text: str) -> str:
    """All words of a text in small letters between hyphens, those that names such as `SeegaBoard` are made of too."""
    return f"-{'-'.join(re.findall('[A-Z]?[a-z]+|[A-Z]+', text))}-".lower()


def names_of(system: System) -> set[str]:
    """What a game is called in code: its id, its folder, its family, its board."""
    return {system.id, system.folder.name, system.family, game(system.id).board.kind}


def screen_names(system: System) -> set[str]:
    """What a game adds to the words that core and screens have: marks, kinds of pieces, ends."""
    own_ends = {kind for end, kind in system.end_kinds.items() if end not in set(Halt)}
    return {*system.terminal_theme.marks, *(kind for kind, _ in system.terminal_theme.pieces), *own_ends}


def named_in(code: str, system: System) -> set[str]:
    """The names of a game in some code."""
    return {name for name in names_of(system) if words_of(name) in words_of(code)}


def names_in(code: str, system: System) -> set[str]:
    """The things of a game that stand alone as a text in some code."""
    return {thing for thing in screen_names(system) if f'"{thing}"' in code or f"'{thing}'" in code}


def sources() -> Iterator[tuple[Path, str]]:
    """Every file that git holds or would take up and that no document is, and what of it is code."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")  # noqa: S603
    for name in filter(None, names):
        path = ROOT / name
        if path.is_file() and not is_in(path, {*PLACES, LOCK}) and path.suffix not in NO_CODE:
            yield path, code_of(name, path.read_text("utf-8", errors="ignore"))


def is_in(path: Path, places: set[str]) -> bool:
    return any(path.is_relative_to(ROOT / place) for place in places)


@pytest.fixture(scope="module")
def code() -> dict[Path, str]:
    return dict(sources())


@pytest.mark.parametrize("system", systems().values(), ids=systems())
def test_nothing_outside_its_folder_knows_it(system: System, code: dict[Path, str]) -> None:
    """Or its family's; of that only its own folder and what makes the family's games known name the game itself."""
    family = GAMES / system.package.removeprefix("ibau.games.").partition(".")[0]
    beside = {path: text for path, text in code.items() if path.is_relative_to(family)}
    named = {path: named_in(text, system) for path, text in code.items() if path not in beside}
    assert {str(path.relative_to(ROOT)): names for path, names in named.items() if names} == {}
    itself = words_of(system.folder.name)
    naming = {path for path, text in beside.items() if itself in words_of(text)}
    assert {path for path in naming if not path.is_relative_to(system.folder)} <= {family / "__init__.py"}


@pytest.mark.parametrize("system", systems().values(), ids=systems())
def test_no_screen_knows_its_marks_pieces_and_ends(system: System, code: dict[Path, str]) -> None:
    shown = {path: names_in(text, system) for path, text in code.items() if not path.is_relative_to(GAMES)}
    assert {str(path.relative_to(ROOT)): things for path, things in shown.items() if things} == {}


@pytest.mark.parametrize("place", PLACES)
def test_every_place_that_is_listed_is_there_and_knows_a_game(place: str) -> None:
    """By its name, or in the words that the list quotes."""
    path = ROOT / place
    files = [file for file in (path, *path.rglob("*")) if file.is_file()]
    text = " ".join(file.read_text("utf-8", errors="ignore") for file in files)
    quoted = any(word in text for word in QUOTED.findall(PLACES[place]))
    assert quoted or any(named_in(text, system) for system in systems().values())


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.py", "def f(board):\n    return board.kind == 'ur'", {"ur"}),
        ("a.py", "from ibau.games import seneti", {"seneti"}),
        ("a.py", "SENETI_STONES = 7", {"seneti"}),
        ("a.py", "def f(square):\n    return square.mark == 'rosette'", {"rosette"}),
        ("a.py", "def f():\n    'As in Seneti.'\n    raise ValueError('not seneti')  # seneti", set()),
        ("a.ts", "if (system.family === 'seneti') return; // seneti", {"seneti"}),
        ("a.ts", "/* of Seneti */ const start = `https://example.org/`;", set()),
        ("a.svelte", '{#if mark === "rosette"}<!-- ur -->{/if}', {"rosette"}),
        ("a.toml", "# seneti", {"seneti"}),
    ],
)
def test_a_game_that_is_named_is_found(name: str, text: str, found: set[str]) -> None:
    code, system = code_of(name, text), systems()["seneti"]
    assert named_in(code, system) | names_in(code, system) == found
