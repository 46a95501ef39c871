"""python -m benchmarks.pocket_memory [--minutes N] [FOLDER]: WebAssembly's memory while a page plays against itself.

The folder is that of `make pocket`; dist/pocket by default.  The strongest level of each game plays against itself in
headless Chromium, each game for the same time, anew whenever it is over.  Every minute the memory of the two workers,
that of the application and the one that thinks, is told, and at the end the most there was.
"""

import argparse
import shutil
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.pocket import CHROMIUM, FLAGS, LONGEST, shown
from benchmarks.table import Row, machine, markdown
from ibau.games import systems
from ibau.players import levels_of
from ibau.web.pocket.folder import existing

MINUTES = 60.0
MINUTE = 60.0  # seconds
BETWEEN_LOOKS = 2.0  # seconds
MEGABYTE = 1e6

# Before a worker's own program: every second it tells how many bytes of WebAssembly it holds.
TELLING = """{
    const held = [];
    const { instantiate, instantiateStreaming, Memory, Instance } = WebAssembly;
    const note = (one) => one instanceof Memory && !held.some((kept) => kept.deref() === one) &&
        held.push(new WeakRef(one));
    const noteAll = (made) => {
        Object.values((made.instance ?? made).exports ?? {}).forEach(note);
        return made;
    };
    WebAssembly.Memory = class extends Memory { constructor(how) { super(how); note(this); } };
    WebAssembly.Instance = class extends Instance { constructor(...of) { super(...of); noteAll(this); } };
    WebAssembly.instantiate = (...of) => instantiate(...of).then(noteAll);
    WebAssembly.instantiateStreaming = (...of) => instantiateStreaming(...of).then(noteAll);
    Object.defineProperty(WebAssembly.Memory, Symbol.hasInstance, { value: (one) => Memory[Symbol.hasInstance](one) });
    const channel = new BroadcastChannel("memory");
    const bytes = () => held.reduce((sum, kept) => sum + (kept.deref()?.buffer.byteLength ?? 0), 0);
    setInterval(() => channel.postMessage([location.pathname.includes("thinking") ? "thinking" : "application",
        bytes()]), 1000);
}
"""
HEARING = """
window.memory = { application: 0, thinking: 0 };
new BroadcastChannel("memory").onmessage = ({ data: [name, bytes] }) => { window.memory[name] = bytes; };
"""


class Memory:
    """How much there is of each worker, and the most there was."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.now = {"application": 0.0, "thinking": 0.0}
        self.most = dict(self.now)

    def look(self) -> None:
        self.now = self._page.evaluate("() => window.memory")
        self.most = {name: max(bytes_, self.now[name]) for name, bytes_ in self.most.items()}


def told(memory: dict[str, float]) -> str:
    each = [f"{name} {bytes_ / MEGABYTE:.0f}" for name, bytes_ in memory.items()]
    return f"{sum(memory.values()) / MEGABYTE:.0f} MB ({', '.join(each)})"


def telling(folder: Path, copy: Path) -> Path:
    """A copy of the folder whose workers tell of their memory."""
    shutil.copytree(folder, copy)
    for worker in copy.glob("assets/*.worker-*.js"):
        worker.write_text(TELLING + worker.read_text("utf-8"), "utf-8")
    return copy


def begin(page: Page, ruleset: str) -> None:
    """Begin a game of the strongest level against itself: a record of no moves that is to go on."""
    level = levels_of(systems()[ruleset])[-1].id
    players = "".join(f'[{seat} "computer {level}"]\n' for seat in ("First", "Second"))
    page.evaluate("() => { history.pushState(null, '', '/review'); dispatchEvent(new PopStateEvent('popstate')); }")
    page.locator("textarea").fill(f'[Ruleset "{ruleset}"]\n{players}\n*\n')
    page.get_by_role("button", name="Open", exact=True).click()
    going_on = page.locator("li a[href*='/game/']")
    page.wait_for_selector(".story, li a[href*='/game/']", timeout=LONGEST)
    if going_on.count():
        going_on.click()
    page.wait_for_selector(".story", timeout=LONGEST)


def played(page: Page, minutes: float) -> Iterator[Row]:
    """The rows of the table; what there is every minute is printed meanwhile."""
    memory, began, reported, actions = Memory(page), time.monotonic(), 0, 0
    share = minutes * MINUTE / len(systems())
    for ruleset, n in zip(systems(), count(1)):
        before, games = memory.most, 0
        memory.most = dict.fromkeys(before, 0.0)
        while time.monotonic() - began < n * share:
            begin(page, ruleset)
            games += 1
            while time.monotonic() - began < n * share and not page.locator(".result").count():
                time.sleep(BETWEEN_LOOKS)
                memory.look()
                if time.monotonic() - began >= (reported + 1) * MINUTE:
                    reported += 1
                    print(f"{reported} min, {ruleset}: {told(memory.now)}", flush=True)
            actions += int(page.locator(".story").get_attribute("data-plies") or 0)
        yield Row(f"the most in {ruleset}, {games} begun", told(memory.most))
        memory.most = {name: max(before[name], memory.most[name]) for name in before}
    yield Row(f"the most in {minutes:g} minutes, {actions} actions", told(memory.most), "aim 120 MB")
    yield Row("at the end", told(memory.now))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.pocket_memory",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"default: {MINUTES:g}")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = telling(options.folder or existing(), Path(place) / "pocket")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with shown(folder) as (address, _):
            page = browser.new_context(locale="en", service_workers="block").new_page()
            page.add_init_script(HEARING)
            page.goto(address)
            page.wait_for_function("() => document.querySelector('#notice').hidden", timeout=LONGEST)
            rows = list(played(page, options.minutes))
        browser.close()
    print(f"{machine()}\n\n{markdown(rows)}")


if __name__ == "__main__":
    main()
