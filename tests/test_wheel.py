"""The wheel, unpacked where there is no Node and no work tree, serves all of the site."""

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from ibau.games import systems
from ibau.language import LANGUAGES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ibau"
SOURCES = {".py", ".pyc"}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.fixture(scope="module")
def site(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    """A server run from it, which finds no program beside Python."""
    folder = tmp_path_factory.mktemp("data")
    environment = {**os.environ, "PYTHONPATH": str(unpacked), "PATH": str(folder)}
    where = [sys.executable, "-c", "import ibau; print(ibau.__file__)"]
    found = subprocess.run(where, cwd=folder, env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    assert found.stdout.startswith(str(unpacked))
    command = [sys.executable, "-m", "ibau", "serve", "--port", "0", "--data", str(folder / "games")]
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert process.stdout
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address
        with httpx2.Client(base_url=address[0], timeout=60) as client:
            yield client
    finally:
        process.terminate()
        process.communicate(timeout=60)


def files_of(package: Path) -> set[str]:
    """Everything in a package but its sources."""
    files = (file for file in package.rglob("*") if file.is_file() and file.suffix not in SOURCES)
    return {str(file.relative_to(package)) for file in files}


def test_all_that_is_not_source_is_in_it(unpacked: Path) -> None:
    packed = files_of(unpacked / "ibau")
    assert files_of(PACKAGE) - packed == set()
    assert {"rulings.md", "py.typed", "drawing/symbols.json", "web/static/index.html"} <= packed
    assert {f"locale/{lang}.mo" for lang in LANGUAGES if lang != "en"} <= packed


def test_every_file_of_the_page_is_served(site: httpx2.Client) -> None:
    """The page, what it links to, the manifest with its icons, the picture of shared links, and all the rest."""
    page = site.get("/")
    assert page.headers["content-type"].startswith("text/html")
    manifest = site.get("/manifest.webmanifest").json()
    linked = re.findall(r'(?:href|src)="(/[^"]+)"', page.text) + [icon["src"] for icon in manifest["icons"]]
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
