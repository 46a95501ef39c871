"""`ibau verify`: check the throws of recorded games."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from ibau.core.errors import RecordError
from ibau.core.outcome import SEATS
from ibau.core.phrase import N_, Phrase
from ibau.core.record import Record
from ibau.language import translator_for
from ibau.records.record_files import read_records
from ibau.terminal import console
from ibau.terminal.click_params import PathType, examples, json_option, language_option
from ibau.terminal.commands.review import NO_GAME, STANDARD_INPUT, name_of, open_records, with_progress
from ibau.terminal.glyphs import print_block
from ibau.terminal.json_output import print_json
from ibau.terminal.progress import show_progress
from ibau.terminal.streams import check_open
from ibau.throws.proof import ThrowFinding
from ibau.throws.proof import verify as check

HEADING = N_("Game {number}, {ruleset}:")
LIMITS = N_(
    "If one person made this file alone, they may have tried until the throws pleased; the moves and the end are not "
    "proved. Ask the server for its own record."
)


@click.command(epilog=examples("ibau verify game.txt", "ibau verify games.jsonl --lang de"))
@click.argument("file", type=PathType(exists=True, dash=True))
@json_option
@language_option
def verify(file: Path, lang: str, *, as_json: bool) -> None:
    """Check that the throws of recorded games are genuine.

    FILE holds records of games that were played on a server; - is standard input. The exit status is 1 if a throw or
    its proof is wrong.
    """
    if file == STANDARD_INPUT:
        check_open("input")
    translate, sound, number = translator_for(lang), True, 0
    reading = translate(N_("Reading"))
    with open_records(file) as source, show_progress(reading, None, translate) as report:
        for number, record in enumerate(read_records(with_progress(source, reading, report)), 1):
            found = check(record)
            sound = sound and found.verdict != "wrong"
            if as_json:
                print_json(facts(number, record, found))
            else:
                heading = Phrase(HEADING, {"number": number, "ruleset": record.game.ruleset})
                words = [phrase.to_text(translate) for phrase in (heading, *sentences(found))]
                print_block(console(), Text(" ".join(words)))
    if not number:
        raise RecordError(NO_GAME, file=name_of(file))
    if not sound:
        sys.exit(1)


def facts(number: int, record: Record, found: ThrowFinding) -> dict[str, Any]:
    """The finding about a game as plain data."""
    return {
        "game": number,
        "ruleset": str(record.game.ruleset),
        "name": record.tags.get("Game"),
        "verdict": found.verdict,
        "reason": str(found.reason) if found.reason else None,
        "wrong_throw": found.number or None,
        "thrown": found.thrown,
        "checked": found.checked,
        "adds": [SEATS[seat] for seat in found.adds],
    }


def sentences(found: ThrowFinding) -> Iterator[Phrase]:
    """The finding about a game as sentences."""
    if found.verdict == "right":
        yield Phrase(N_("Throws: right, {checked} of {thrown}."), found._asdict())
        if not found.adds:
            yield Phrase(N_("No browser added to them, so the server could have chosen them."))
        if found.checked < found.thrown:
            yield Phrase(N_("They are not checked from throw {number} on."), {"number": found.checked + 1})
        yield Phrase(LIMITS)
        return
    if found.verdict == "wrong":
        text = N_("Throws: wrong at throw {number}.") if found.number else N_("Throws: wrong.")
        yield Phrase(text, {"number": found.number})
    if found.reason:
        yield found.reason
