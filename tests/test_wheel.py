"""Source archive and wheel: the first makes the second without Node, and the second plays and serves all."""

import base64
import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from ibau.games import systems
from ibau.language import LANGUAGES
from ibau.machine.os_support import ON_WINDOWS
from tests.test_package import LONGEST

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ibau"
SOURCES = {".py", ".pyc"}
CLASSIFIERS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["classifiers"]
PYTHONS = re.findall(r"Python :: (3\.\d+)", "\n".join(CLASSIFIERS))


def done(command: list[str | Path], folder: Path, **more: str) -> str:
    """What a command prints that must go well."""
    ran = subprocess.run(  # noqa: S603 - our own words
        command, cwd=folder, env={**os.environ, **more}, input="", capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def without_programs(folder: Path) -> Mapping[str, str]:
    """An environment in which no program is found by its name."""
    return {"PATH": str(folder), "PYTHONPATH": ""}


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive, and with the wheel that Python alone makes of it."""
    folder, build = tmp_path_factory.mktemp("archives"), [sys.executable, "-m", "build", "--no-isolation"]
    done([*build, "--sdist", "--outdir", folder, ROOT], ROOT)
    (archive,) = folder.glob("*.tar.gz")
    shutil.unpack_archive(archive, folder / "sources", filter="data")
    (sources_root,) = (folder / "sources").iterdir()
    done([*build, "--wheel", "--outdir", folder, sources_root], folder, **without_programs(folder))
    return folder


@pytest.fixture(scope="module")
def unpacked(archives: Path) -> Path:
    """The folder of the wheel."""
    (wheel,) = archives.glob("*.whl")
    shutil.unpack_archive(wheel, archives / "site", "zip")
    return archives / "site"


@contextmanager
def served(python: str | Path, folder: Path, **more: str) -> Generator[httpx2.Client]:
    """A client of a server that runs in a folder, in an environment changed by `more`."""
    process = subprocess.Popen(  # noqa: S603 - our own words
        [python, "-m", "ibau", "serve", "--port", "0", "--data", folder / "games"],
        cwd=folder,
        env={**os.environ, **more},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address
        with httpx2.Client(base_url=address[0], timeout=60) as client:
            yield client
    finally:
        process.terminate()
        process.communicate(timeout=60)


@pytest.fixture(scope="module")
def site(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    """A server run from it, which finds no program except Python."""
    folder = tmp_path_factory.mktemp("data")
    environment = {**without_programs(folder), "PYTHONPATH": str(unpacked)}
    where = done([sys.executable, "-c", "import ibau; print(ibau.__file__)"], folder, **environment)
    assert where.startswith(str(unpacked))
    with served(sys.executable, folder, **environment) as client:
        yield client


# --- The archives ----------------------------------------------------------------------------------------------------


def test_the_package_index_can_read_them(archives: Path) -> None:
    done([sys.executable, "-m", "twine", "check", "--strict", *archives.glob("ibau-*.*")], archives)


def interpreter(version: str) -> Path | None:
    """A CPython of this version, if there is one on the path or among those of pyenv."""
    named, installed = shutil.which(f"python{version}"), Path.home().glob(f".pyenv/versions/{version}.*/bin/python")
    for python in (*([named] if named else ()), *map(str, installed)):
        asked = [python, "-c", "import sys; print(*sys.version_info[:2], sep='.')"]
        ran = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
        if ran.stdout.strip() == version:
            return Path(python)
    return None


@pytest.mark.parametrize("version", PYTHONS)
def test_every_python_of_the_classifiers_plays_and_serves(archives: Path, tmp_path: Path, version: str) -> None:
    """In an environment with nothing else in it, where no program is found."""
    if not (python := interpreter(version)):
        pytest.skip(f"there is no CPython {version} here")
    done([python, "-m", "venv", tmp_path / "own"], tmp_path)
    programs = tmp_path / "own" / ("Scripts" if ON_WINDOWS else "bin")
    python = programs / "python"
    done([python, "-m", "pip", "install", "--quiet", *archives.glob("*.whl")], tmp_path)
    alone = {**without_programs(tmp_path), "IBAU_CACHE_DIR": str(tmp_path / "cache")}
    assert "a5" in done([programs / "ibau", "play", "seega", "--opponent", "person"], tmp_path, **alone)
    assert '"games": 100' in done([python, "-m", "ibau", "playouts", "seega", "-n", "100", "--json"], tmp_path, **alone)
    with served(python, tmp_path, **alone) as client:
        assert client.get("/").headers["content-type"].startswith("text/html")
        assert client.get("/healthz").json() == {"status": "ok"}


LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")  # of Markdown, to a file


def test_the_archive_has_what_its_pages_lead_to(archives: Path) -> None:
    """So a site can be built of it, and the programs in examples/ be read."""
    (root,) = (archives / "sources").iterdir()
    frame = root / "docs/site"  # whose pages stand elsewhere when the site is built
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), root / "examples/README.md"]
    pages = [page for page in pages if not page.is_relative_to(frame)]
    led_to = {(page, link) for page in pages for link in LINK.findall(page.read_text("utf-8"))}
    assert [str(page.parent / link) for page, link in led_to if not (page.parent / link).exists()] == []
    assert {file.name for file in (ROOT / "examples").glob("*.py")} <= {file.name for file in root.rglob("examples/*")}


def test_a_package_index_shows_no_links_to_files(unpacked: Path) -> None:
    (metadata,) = unpacked.glob("*.dist-info/METADATA")
    page = metadata.read_text("utf-8").partition("\n\n")[2]
    assert page.startswith("# Ibau")
    assert LINK.findall(page) == []


def licences_of(site: Path) -> tuple[str, set[str]]:
    """The licence expression of an unpacked wheel, and the names of its licence files."""
    (metadata,) = site.glob("*.dist-info/METADATA")
    (expression,) = re.findall(r"^License-Expression: (.+)$", metadata.read_text("utf-8"), re.MULTILINE)
    return expression, {file.name for file in metadata.parent.rglob("licenses/**/*") if file.is_file()}


def test_a_wheel_holds_the_page_without_a_server_where_one_is_named(
    archives: Path, unpacked: Path, tmp_path: Path
) -> None:
    (root,) = (archives / "sources").iterdir()
    (tmp_path / "made/python").mkdir(parents=True)
    for name in ("index.html", "python/pyodide.js"):
        (tmp_path / "made" / name).write_text(name)
    build: list[str | Path] = [sys.executable, "-m", "build", "--no-isolation", "--wheel"]
    done([*build, "--outdir", tmp_path, root], tmp_path, IBAU_POCKET_FOLDER=str(tmp_path / "made"))
    (wheel,) = tmp_path.glob("*.whl")
    shutil.unpack_archive(wheel, tmp_path / "site", "zip")
    done([sys.executable, "-m", "ibau", "pocket", "copy"], tmp_path, PYTHONPATH=str(tmp_path / "site"))
    assert (tmp_path / "copy/python/pyodide.js").read_text() == "python/pyodide.js"
    expression, texts = licences_of(tmp_path / "site")
    assert expression == "MIT AND OFL-1.1 AND MPL-2.0 AND PSF-2.0"
    assert {"pyodide-MPL-2.0.txt", "cpython.txt"} <= texts

    expression, texts = licences_of(unpacked)
    assert expression == "MIT AND OFL-1.1"
    assert "cpython.txt" not in texts
    assert not (unpacked / "ibau/web/pocket/page").exists()


# --- What is in the wheel --------------------------------------------------------------------------------------------


def files_of(package: Path) -> set[str]:
    """Everything in a package but its sources."""
    files = (file for file in package.rglob("*") if file.is_file() and file.suffix not in SOURCES)
    return {str(file.relative_to(package)) for file in files}


def test_all_that_is_not_source_is_in_it(unpacked: Path) -> None:
    packed = files_of(unpacked / "ibau")
    assert files_of(PACKAGE) - packed == set()
    assert {"rulings.md", "rulings/seega.md", "py.typed"} <= packed
    assert {"paper/drawing/symbols.json", "web/static/index.html"} <= packed
    assert {f"locale/{lang}/LC_MESSAGES/ibau.mo" for lang in LANGUAGES if lang != "en"} <= packed


def test_its_record_lists_the_page_that_a_server_sends(unpacked: Path, site: httpx2.Client) -> None:
    """So anyone can see by the wheel of a release whether a server's page is that of the release."""
    (record,) = unpacked.glob("*.dist-info/RECORD")
    listed = {path: hashed for path, hashed, _ in csv.reader(record.read_text("utf-8").splitlines())}
    folder = "ibau/web/static/assets/"
    files = [path.removeprefix(folder) for path in listed if path.startswith(folder)]
    assert any(file.endswith(".js") for file in files)
    for file in files:
        digest = hashlib.sha256(site.get(f"/assets/{file}").content).digest()
        assert listed[folder + file] == "sha256=" + base64.urlsafe_b64encode(digest).decode().rstrip("="), file


def test_its_paths_are_short_and_its_licences_in_it(unpacked: Path) -> None:
    names = [str(file.relative_to(unpacked)) for file in unpacked.rglob("*")]
    assert max(map(len, names)) <= LONGEST
    licences = {Path(name).name for name in names if ".dist-info/licenses/" in name}
    assert {"LICENSE", "THIRD-PARTY.txt", "eb-garamond-licence.txt", "source-sans-3-licence.txt"} <= licences


def test_every_file_of_the_page_is_served(site: httpx2.Client) -> None:
    """The page, what it links to, the manifest with its icons, the picture of shared links, and all the rest."""
    page = site.get("/")
    assert page.headers["content-type"].startswith("text/html")
    manifest = site.get("/manifest.webmanifest").json()
    linked = re.findall(r'(?:<link[^>]*\shref|src)="(/[^"]+)"', page.text) + [
        icon["src"][1:] for icon in manifest["icons"]
    ]
    static = PACKAGE / "web" / "static"
    for path in {
        *linked,
        "/share.png",
        *(f"/{file}" for file in files_of(static) if not file.endswith((".br", ".gz"))),
    }:
        answer = site.get(path)
        assert answer.status_code == 200, path
        if not path.endswith(".html"):
            assert answer.content == (static / path[1:]).read_bytes(), path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_served(site: httpx2.Client, lang: str) -> None:
    assert len(site.get(f"/api/catalogue?lang={lang}").json()["systems"]) == len(systems())
    assert site.get(f"/api/rulings?lang={lang}").json()["html"]
    assert (site.get(f"/api/messages?lang={lang}").json()["Accept"] == "Accept") == (lang == "en")
    for name in systems():
        assert len(site.get(f"/api/rules/{name}?lang={lang}").json()["html"]) > 1000
        assert site.get(f"/api/board/{name}?lang={lang}").json()["board"]["squares"]


def test_every_game_is_played(site: httpx2.Client) -> None:
    for name in systems():
        new = {"ruleset": name, "first": {"kind": "person"}, "second": {"kind": "person"}}
        made = site.post("/api/games", json=new)
        assert made.status_code == 201
        record = site.get(f"/api/games/{made.json()['id']}/record?format=json")
        assert json.loads(record.text)["ruleset"].startswith(name)
    assert site.get("/healthz").json() == {"status": "ok"}
