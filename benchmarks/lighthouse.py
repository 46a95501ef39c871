"""How soon the first page and a board are painted, by Lighthouse 12 with its mobile throttling.

python -m benchmarks.lighthouse                # against a server of this tree, in English, French and German
python -m benchmarks.lighthouse --runs 5 --url http://127.0.0.1:8000

Each page is loaded --runs times in a fresh Chromium profile; medians are printed.  Lighthouse comes by npx, Chromium is
/usr/bin/chromium or what CHROME_PATH names.  The client has to be built.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx2

from benchmarks.table import machine
from ibau.web.pocket.notices import PICTURED
from tests.browser.serving import Served

LIGHTHOUSE = "lighthouse@12"
CHROMIUM = "/usr/bin/chromium"
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
LANGUAGES = ("en", "fr", "de")
RUNS = 5
SECONDS = 300  # for one run
TRIES = 3  # of a run: now and then Chromium leaves the beginning out of its record, and Lighthouse asks for another try


class Load(NamedTuple):
    """What one load of a page took: milliseconds as simulated, shift, bytes on the wire and requests."""

    first: float
    largest: float
    shift: float
    sent: float
    requests: float


def measured(url: str, lang: str) -> Load:
    """One load of a page.  Raises CalledProcessError where Lighthouse fails."""
    with tempfile.TemporaryDirectory() as folder:
        report, headers = Path(folder) / "report.json", Path(folder) / "headers.json"
        headers.write_text(json.dumps({"Accept-Language": lang}))
        command = [
            "npx", "--yes", LIGHTHOUSE, url, "--quiet", "--output=json", f"--output-path={report}",
            "--only-categories=performance", f"--chrome-flags={FLAGS} --lang={lang} --accept-lang={lang}",
            f"--extra-headers={headers}",
        ]  # fmt: skip
        chrome = os.environ.get("CHROME_PATH", CHROMIUM)
        environment = {**os.environ, "CHROME_PATH": chrome}
        for tried in range(TRIES):
            last = tried + 1 == TRIES
            ended = subprocess.run(command, check=last, timeout=SECONDS, env=environment)  # noqa: S603 - npx, pages of ours
            if not ended.returncode:
                break
        return load_of(json.loads(report.read_text("utf-8")))


def load_of(report: Any) -> Load:
    """The figures of a report."""
    audits = report["audits"]
    requests = audits["network-requests"]["details"]["items"]
    return Load(
        audits["first-contentful-paint"]["numericValue"],
        audits["largest-contentful-paint"]["numericValue"],
        audits["cumulative-layout-shift"]["numericValue"],
        sum(request["transferSize"] for request in requests),
        len(requests),
    )


@contextmanager
def serving(url: str) -> Generator[str]:
    """The address of a server: one of its own for none given."""
    if url:
        yield url.rstrip("/")
        return
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / "data")
        served.start()
        try:
            yield served.address
        finally:
            served.end()


def board_of(address: str) -> str:
    """The path of a new game against the gentlest level."""
    seats = {"first": {"kind": "person"}, "second": {"kind": "computer", "level": "level1"}}
    made = httpx2.post(f"{address}/api/games", json={"ruleset": PICTURED, **seats, "adds": True})
    game = made.raise_for_status().json()
    return f"/game/{game['id']}#{game['key']}"


def row(name: str, lang: str, loads: list[Load]) -> str:
    """A line of the table: medians."""
    first, largest, shift, sent, requests = map(median, zip(*loads, strict=True))
    times = f"{first / 1000:.2f} s | {largest / 1000:.2f} s"
    return f"| {name} | {lang} | {times} | {shift:.3f} | {sent / 1000:.0f} kB | {requests:.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lighthouse", description="Measure how soon pages show.")
    parser.add_argument("--url", default="", help="a server that runs already (default: one of this tree)")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"loads of each page (default: {RUNS})")
    parser.add_argument("--lang", action="append", choices=LANGUAGES, help="a language (default: all)")
    options = parser.parse_args()
    print(f"{machine()}; Lighthouse 12, mobile throttling, medians of {options.runs}\n")
    print("| page | language | first paint | largest | shift | sent | requests |\n|---|---|---|---|---|---|---|")
    with serving(options.url) as address:
        for lang in options.lang or LANGUAGES:
            for name, path in (("first page", "/"), ("board", board_of(address))):
                print(row(name, lang, [measured(address + path, lang) for _ in range(options.runs)]))
                sys.stdout.flush()


if __name__ == "__main__":
    main()
