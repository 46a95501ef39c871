"""`ibau verify`: throws that can be checked."""

import sys
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.record import Record
from ibau.language import translator
from ibau.records.files import read_records
from ibau.terminal import console
from ibau.terminal.commands.review import STANDARD_INPUT, opened, watched
from ibau.terminal.look import show, show_whole
from ibau.terminal.parameters import PathType, examples, json_option, language_option
from ibau.terminal.plain import print_json
from ibau.terminal.progress import progress_told
from ibau.terminal.streams import check_open
from ibau.throws import verification
from ibau.throws.fairness import OWN_STICKS
from ibau.throws.verification import Frequency, Verification


@click.command(epilog=examples("ibau verify game.txt", "ibau verify games.jsonl --lang de"))
@click.argument("file", type=PathType(exists=True, dash=True))
@json_option
@language_option
def verify(file: Path, lang: str, *, as_json: bool) -> None:
    """Check that the throws of games are what they had to be.

    FILE holds records of games that were played on a server; - is standard input. Exit status 1 where one is not.
    """
    if file == STANDARD_INPUT:
        check_open("input")
    if not show_verification(file, lang, as_json=as_json):
        sys.exit(1)


BROKEN = {
    "Seed": N_("The seed is not the one that the server had committed to."),
    "Parts": N_("What the browsers revealed is not what they had committed to."),
}


def show_verification(file: Path, lang: str, *, as_json: bool = False) -> bool:
    """Check the games of a file, or of standard input where it is called "-", and say what was found.

    As JSON each game is a line.

    Is nothing amiss?  Raises RecordError and OSError where it cannot be read.
    """
    translate = translator(lang)
    page, reading, sound = Page(console(), translate), translate(N_("Reading")), True
    with opened(file) as source, progress_told(reading, None, translate) as tell:
        for number, record in enumerate(read_records(watched(source, reading, tell)), 1):
            found = verification.verify(record)
            if as_json:
                print_json(facts(number, record, found))
            else:
                page.show(number, record, found)
            sound = sound and (found.agrees or not found.is_possible)
    page.show_frequencies()
    return sound


def facts(number: int, record: Record, found: Verification) -> dict[str, Any]:
    """What was found in a game, as data."""
    return {
        "game": number,
        "ruleset": str(record.game.ruleset),
        "checkable": found.is_possible,
        "agrees": found.agrees,
        "throws": len(found.throws),
        "wrong": [{"throw": n, "thrown": ply.text, "due": due} for n, ply, due in found.wrong],
        "broken": found.broken,
        "frequencies": [one for kind in found.frequencies for one in kind] if found.is_possible else [],
    }


class Page:
    """What was found, for people, in one language."""

    def __init__(self, out: Console, translate: Translate) -> None:
        self._out = out
        self._translate = translate
        self._seen: defaultdict[str, int] = defaultdict(int)
        self._expected: defaultdict[str, Fraction] = defaultdict(Fraction)

    def _said(self, text: str, **values: object) -> str:
        return Phrase(text, values).said(self._translate)

    def show(self, number: int, record: Record, found: Verification) -> None:
        """One game."""
        heading = self._said(N_("Game {number}, {ruleset}:"), number=number, ruleset=record.game.ruleset)
        for n, sentence in enumerate(self._sentences(record, found)):
            show(self._out, Text(f"{heading} {sentence}" if n == 0 else f"  {sentence}"))
        for frequency in (one for kind in found.frequencies for one in kind if found.is_possible):
            self._count(frequency)

    def _sentences(self, record: Record, found: Verification) -> list[str]:
        if found.origin is None:
            own = record.tags.get("Throws") == OWN_STICKS
            return [self._said(N_("own sticks; nothing to check.") if own else N_("nothing to check."))]
        if not found.is_possible:
            return [self._said(N_("not over; so far there are only the commitments."))]
        throws = len(found.throws)
        if found.agrees:
            return [self._said(N_("every throw is what it had to be ({count})."), count=throws), *self._parts(found)]
        wrong = [
            self._said(N_("Throw {number} is {thrown}; it had to be {due}."), number=n, thrown=ply.text, due=due)
            for n, ply, due in found.wrong
        ]
        broken = [self._said(BROKEN[tag]) for tag in found.broken]
        summary = N_("{wrong} of {count} throws are not what they had to be.")
        return [self._said(summary, wrong=len(wrong), count=throws), *broken, *wrong]

    def _parts(self, found: Verification) -> list[str]:
        """What is not as it best could be."""
        if found.origin is None:
            return []
        alone = (
            []
            if any(found.origin.parts)
            else [N_("No browser added to these throws: they follow from the server's seed alone.")]
        )
        anew = [N_("A browser had lost its part, and committed anew before the first throw.")] * len(found.origin.anew)
        return [self._said(text) for text in (*alone, *anew)]

    def _count(self, frequency: Frequency) -> None:
        self._seen[frequency.text] += frequency.seen
        self._expected[frequency.text] += frequency.expected

    def show_frequencies(self) -> None:
        """How often each throw came up in all games that could be checked, and how often chance expects it."""
        if not self._seen:
            return
        names = (N_("throw"), N_("seen"), N_("expected"))
        table = Table(*map(self._translate, names), box=None, header_style="dim", pad_edge=False)
        for column in table.columns[1:]:
            column.justify, column.no_wrap = "right", True
        for text in sorted(self._seen):
            table.add_row(text, str(self._seen[text]), f"{float(self._expected[text]):.1f}")
        self._out.print()
        show_whole(self._out, table)
