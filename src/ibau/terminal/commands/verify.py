"""`ibau verify`: throws that can be checked."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ibau.core.errors import RecordError
from ibau.core.phrase import N_, Phrase, Translate, decimal
from ibau.core.record import Record
from ibau.language import translator
from ibau.records.files import read_records
from ibau.terminal import console
from ibau.terminal.commands.review import NO_GAME, STANDARD_INPUT, name_of, opened, watched
from ibau.terminal.look import show, show_whole
from ibau.terminal.parameters import PathType, examples, json_option, language_option
from ibau.terminal.plain import print_json
from ibau.terminal.progress import progress_told
from ibau.terminal.streams import check_open
from ibau.throws import verification
from ibau.throws.chain_check import SEAT_PARTIES, side
from ibau.throws.chains import Party
from ibau.throws.finding import Finding
from ibau.throws.notes import Notes
from ibau.throws.proof import Spent
from ibau.throws.seeds import OWN_STICKS, Origin
from ibau.throws.signatures import TAG, PublishedKeys
from ibau.throws.verification import Verification

MOST_LISTED = 40  # throws in one sentence, or sentences about what is wrong

VERDICTS = {"right": N_("right"), "wrong": N_("wrong"), "not compared": N_("not compared")}


@click.command(
    epilog=examples(
        "ibau verify game.txt",
        "ibau verify games.jsonl --lang de",
        "ibau verify game.txt --commitments notes.json --keys ibau-keys.json",
    )
)
@click.argument("file", type=PathType(exists=True, dash=True))
@click.option(
    "--commitments",
    "notes",
    type=PathType(exists=True),
    multiple=True,
    help="Compare with the notes exported from the page of a game; may be given several times.",
)
@click.option("--keys", type=PathType(exists=True), help="Compare signatures with the keys that a server publishes.")
@json_option
@language_option
def verify(file: Path, notes: tuple[Path, ...], keys: Path | None, lang: str, *, as_json: bool) -> None:
    """Check that the throws of recorded games are genuine.

    FILE holds records of games that were played on a server; - is standard input. Moves and ends are checked too, as
    far as there is something to compare them with. The exit status is 1 if anything is wrong.
    """
    if file == STANDARD_INPUT:
        check_open("input")
    known = {found.game: found for found in map(Notes.read, notes)}
    if not show_verification(file, lang, known, PublishedKeys.read(keys) if keys else None, as_json=as_json):
        sys.exit(1)


def show_verification(
    file: Path,
    lang: str,
    notes: dict[str, Notes] | None = None,
    keys: PublishedKeys | None = None,
    *,
    as_json: bool = False,
) -> bool:
    """Check the games of a file, or of standard input where it is called "-", and say what was found.

    `notes` are by the names of their games.  As JSON each game is a line.

    Is nothing wrong?  Raises RecordError and OSError where it cannot be read, or holds no game.
    """
    translate, missed = translator(lang), dict(notes or {})
    page, reading, sound, number = VerificationPrinter(console(), translate), translate(N_("Reading")), True, 0
    with opened(file) as source, progress_told(reading, None, translate) as tell:
        for number, record in enumerate(read_records(watched(source, reading, tell)), 1):
            name = record.tags.get("Game", "")
            found = verification.verify(record, (notes or {}).get(name), keys)
            missed.pop(name, None)
            if as_json:
                print_json(facts(number, record, found))
            else:
                page.show(number, record, found)
            sound = sound and not found.is_wrong
    if not number:
        raise RecordError(NO_GAME, file=name_of(file))
    if missed:
        raise RecordError(
            Phrase(N_("There are notes on {games}, but the file holds no such game."), {"games": ", ".join(missed)})
        )
    page.show_frequencies()
    return sound


def facts(number: int, record: Record, found: Verification) -> dict[str, Any]:
    """What was found in a game, as data."""
    all_links, fewer = found.frequencies
    return {
        "game": number,
        "ruleset": str(record.game.ruleset),
        "name": record.tags.get("Game"),
        "scheme": 2 if found.proof else 1 if found.origin else None,
        "fingerprint": found.proof.fingerprint if found.proof else None,
        **{part: told(getattr(found, part)) for part in ("throws", "moves", "end", "signature", "notes")},
        "thrown": len(found.checked),
        "wrong": [told(finding) for finding in found.amiss],
        "without_a_link": [{"number": throw.number, "seats": throw.left_out} for throw in found.fewer],
        "servers_alone": [throw.number for throw in found.servers_alone],
        "late": found.proof.late if found.proof else [],
        "new_chains": [{"party": chain.party, "first": chain.first} for chain in found.new_chains],
        "spent": found.proof.spent if found.proof else [],
        "passed_over": found.passed_over,
        "frequencies": {"all_links": all_links, "without_a_link": fewer},
    }


def told(finding: Finding) -> dict[str, Any]:
    """A finding as data."""
    return {"verdict": finding.verdict, "reason": str(finding.reason), "number": finding.number or None}


class VerificationPrinter:
    """What was found, for people, in one language."""

    def __init__(self, out: Console, translate: Translate) -> None:
        self._out = out
        self._translate = translate
        self._seen: tuple[defaultdict[str, int], ...] = (defaultdict(int), defaultdict(int))
        self._expected: tuple[defaultdict[str, Fraction], ...] = (defaultdict(Fraction), defaultdict(Fraction))

    def _said(self, text: str, **values: object) -> str:
        return Phrase(text, values).said(self._translate)

    def show(self, number: int, record: Record, found: Verification) -> None:
        """One game."""
        heading = self._said(N_("Game {number}, {ruleset}:"), number=number, ruleset=record.game.ruleset)
        if not (found.proof or found.origin or TAG in record.tags or found.is_wrong):
            own = record.tags.get("Throws") == OWN_STICKS
            nothing = self._said(N_("own sticks; nothing to check.") if own else N_("nothing to check."))
            show(self._out, Text(f"{heading} {nothing}"))
            return
        show(self._out, Text(heading))
        for sentence in (*self._verdicts(record, found), *self._odd(record, found)):
            show(self._out, Text(f"  {sentence}"))
        for seen, expected, frequencies in zip(self._seen, self._expected, found.frequencies, strict=True):
            for frequency in frequencies:
                seen[frequency.text] += frequency.seen
                expected[frequency.text] += frequency.expected

    # What it comes to ----------------------------------------------------------------------------------------------

    def _verdicts(self, record: Record, found: Verification) -> Iterator[str]:
        parts = [
            (N_("Throws: {verdict}. {reason}"), found.throws),
            (N_("Moves: {verdict}. {reason}"), found.moves),
            (N_("End: {verdict}. {reason}"), found.end),
            *([(N_("Signature: {verdict}. {reason}"), found.signature)] if TAG in record.tags else []),
            (N_("Notes: {verdict}. {reason}"), found.notes),
        ]
        for text, finding in parts:
            yield self._said(text, verdict=Phrase(VERDICTS[finding.verdict]), reason=finding.reason)
        told = [finding for _, finding in parts]
        more = [finding for finding in found.amiss if finding not in told]
        yield from (finding.reason.said(self._translate) for finding in more[:MOST_LISTED])
        if len(more) > MOST_LISTED:
            yield self._said(N_("Further errors: {count}."), count=len(more) - MOST_LISTED)

    # What is odd ---------------------------------------------------------------------------------------------------

    def _odd(self, record: Record, found: Verification) -> Iterator[str]:
        """What is not as it best could be."""
        numbers = [str(throw.number) for throw in found.servers_alone]
        yield from self._listing(
            N_("Throws to which no browser contributed, so that the server could choose them: {list}."), numbers
        )
        numbers = [f"{throw.number} ({self._sides(record, throw.left_out)})" for throw in found.fewer]
        yield from self._listing(N_("Throws without a link that could have counted: {list}."), numbers)
        numbers = [f"{first}-{last}" if last > first else str(first) for first, last in found.passed_over]
        yield from self._listing(N_("Numbers that were passed over without a reason: {list}."), numbers)
        if found.proof:
            late = list(map(str, found.proof.late))
            yield from self._listing(N_("Throws for which the thrower's browser had lost its chain: {list}."), late)
            begun = [f"{chain.first} ({self._sides(record, [chain.party])})" for chain in found.new_chains]
            yield from self._listing(N_("Chains that were begun in the middle of the game: {list}."), begun)
            yield from (self._spent(record, spent) for spent in found.proof.spent[:MOST_LISTED])
            text = N_("The game is called {name}; its fingerprint is {digits}.")
            yield self._said(text, name=found.proof.game, digits=found.proof.fingerprint)
        if found.origin:
            yield from self._parts(found.origin)

    def _listing(self, text: str, entries: Sequence[str]) -> Iterator[str]:
        if entries:
            more = ", …" if len(entries) > MOST_LISTED else ""
            yield self._said(text, list=", ".join(entries[:MOST_LISTED]) + more)

    def _sides(self, record: Record, parties: Iterable[Party]) -> str:
        return ", ".join(side(record.game, party).said(self._translate) for party in parties)

    def _spent(self, record: Record, spent: Spent) -> str:
        if spent.why == "restored":
            text = N_("Numbers {number} to {last} were passed over: the server had been restored from a backup.")
        elif spent.agreed:
            text = N_(
                "Number {number} was passed over after {moves} had been taken back (asked for by {asked}, agreed to by "
                "{agreed})."
            )
        else:
            text = N_("Number {number} was passed over after {moves} had been taken back.")
        seats: dict[str, Phrase] = {party: side(record.game, party) for party in SEAT_PARTIES}
        return self._said(
            text,
            number=spent.number,
            last=spent.last,
            moves=" ".join(spent.taken),
            asked=seats.get(spent.asked),
            agreed=seats.get(spent.agreed),
        )

    def _parts(self, origin: Origin) -> list[str]:
        """What is odd in scheme 1."""
        alone = [N_("No browser contributed to these throws: they follow from the server's seed alone.")]
        anew = [N_("A browser had lost its part, and committed again before the first throw.")] * len(origin.anew)
        return [self._said(text) for text in (*(alone if origin.is_revealed and not any(origin.parts) else []), *anew)]

    # Frequencies ---------------------------------------------------------------------------------------------------

    def show_frequencies(self) -> None:
        """How often each throw came up in all games, and how often chance expects it."""
        headings = ("", N_("Throws without a link that could have counted:"))
        for heading, seen, expected in zip(headings, self._seen, self._expected, strict=True):
            if seen:
                self._out.print()
                if heading:
                    show(self._out, Text(self._translate(heading)))
                show_whole(self._out, self._table(seen, expected))

    def _table(self, seen: dict[str, int], expected: dict[str, Fraction]) -> Table:
        names = (N_("throw"), N_("seen"), N_("expected"))
        table = Table(*map(self._translate, names), box=None, header_style="dim", pad_edge=False)
        for column in table.columns[1:]:
            column.justify, column.no_wrap = "right", True
        for text in sorted(seen):
            table.add_row(text, str(seen[text]), decimal(f"{float(expected[text]):.1f}").said(self._translate))
        return table
