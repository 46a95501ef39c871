"""Records as JSON Lines, one game per line (notation.md section 6).

`comments` maps the index of an action to its comment, "-1" to the comment before the first one.  `variations` are
objects with the same fields, and the index `at` of the action that they replace:
{"at": 3, "actions": ["8-12"], "comments": {}, "variations": []}
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from ibau.core.errors import IbauError, RecordError
from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import MOST_REPEATED, decoder_message, shorten
from ibau.core.record import DEEPEST, DERIVED, RULES_VERSION, Entry, Record, Variation, check_claim, check_version
from ibau.core.result import RESULT_WORDS, Result

BEFORE_THE_FIRST = -1
NO_OBJECT = N_("no whole JSON object{where}; in JSON Lines each game is an object on one line")
BYTE = re.compile(r"\(byte ([0-9]{1,12})\)")
FAULTS = {  # messages of msgspec, and ours
    r"Object missing required field `(?P<name>[^`]*)`": N_("the field {name!r} is missing"),
    r"Object contains unknown field `(?P<name>[^`]*)`": N_("the field {name!r} is unknown"),
    r"Expected `object`, got `array`$": NO_OBJECT,
    r"Expected `(?P<wanted>[^`]*)`, got `(?P<found>[^`]*)` - at `\$\.?(?P<place>[^`]*)`": N_(
        "{place} has to be of the kind {wanted}, not {found}"
    ),
}


class JsonVariation(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Actions that could have been played instead of the action `at`."""

    at: int
    actions: list[str]
    comments: dict[int, str] = {}
    variations: list["JsonVariation"] = []


class JsonResult(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How the game ended."""

    returns: tuple[int, int]
    kind: str
    score: tuple[int, int] | None = None


class JsonRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A game; the last field is null if it stops before the end."""

    ruleset: str
    rules_version: str = RULES_VERSION
    tags: dict[str, str] = {}
    start: str | None = None
    actions: list[str]
    comments: dict[int, str] = {}
    variations: list[JsonVariation] = []
    result: JsonResult | None


def json_of(record: Record) -> str:
    """The line of a record, without the line break."""
    comments, variations = _notes(record.mainline)
    data = JsonRecord(
        ruleset=str(record.game.ruleset),
        rules_version=RULES_VERSION,
        tags=dict(record.tags),
        start=record.start,
        actions=list(record.actions),
        comments=comments,
        variations=variations,
        result=_json_result(record.result),
    )
    return msgspec.json.encode(data).decode()


def _notes(variation: Variation) -> tuple[dict[int, str], list[JsonVariation]]:
    """The comments and inner variations of a line."""
    comments = {BEFORE_THE_FIRST: variation.comment} if variation.comment else {}
    comments |= {n: entry.comment for n, entry in enumerate(variation.entries) if entry.comment}
    variations = [_json_variation(n, inner) for n, entry in enumerate(variation.entries) for inner in entry.variations]
    return comments, variations


def _json_variation(at: int, variation: Variation) -> JsonVariation:
    comments, variations = _notes(variation)
    actions = [entry.action for entry in variation.entries]
    return JsonVariation(at=at, actions=actions, comments=comments, variations=variations)


def _json_result(result: Result | None) -> JsonResult | None:
    return JsonResult(returns=result.returns, kind=result.kind, score=result.score) if result else None


def read_json(lines: Iterable[str], game: Callable[[str], Game]) -> Iterator[Record]:
    """The games of JSON Lines, each replayed and checked; `game` returns the game of a ruleset text.

    Raises RecordError, which names the line.  Empty lines are skipped.
    """
    decoder = msgspec.json.Decoder(JsonRecord)
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            yield _record(decoder.decode(text.encode()), game)
        except IbauError as error:
            raise RecordError.on_line(number, error) from error
        except msgspec.ValidationError as error:
            raise RecordError.on_line(number, _fault(decoder_message(error))) from error
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            place = BYTE.search(str(error))
            where = Phrase(N_(" (byte {number})"), {"number": int(place[1])}) if place else ""
            raise RecordError.on_line(number, NO_OBJECT, where=where) from error


def _fault(message: str) -> IbauError:
    """The error for a message of the decoder about wrong fields."""
    for pattern, text in FAULTS.items():
        if found := re.match(pattern, message):
            return IbauError(text, where="", **found.groupdict())
    return IbauError(message)


def _record(data: JsonRecord, game: Callable[[str], Game]) -> Record:
    check_version(data.rules_version)
    mainline = _variation(data.actions, data.comments, data.variations)
    others = {name: value for name, value in data.tags.items() if name not in DERIVED}
    record = Record(game(data.ruleset), mainline, others, data.start)
    last = record.check()
    if data.result:
        record = record.with_claimed_end(last, data.result.kind, RESULT_WORDS.get(data.result.returns[0], ""))
    for name in data.tags.keys() & set(DERIVED):
        check_claim(record, name, data.tags[name])
    replayed = _json_result(record.result)
    if data.result != replayed:
        text = N_("the record claims the result {result}, but its replay gives {replayed}")
        raise RecordError(text, result=_shown(data.result), replayed=_shown(replayed))
    return record


def _shown(result: JsonResult | None) -> str:
    return shorten(msgspec.json.encode(result).decode(), MOST_REPEATED)


def _variation(
    actions: Sequence[str], comments: Mapping[int, str], variations: Sequence[JsonVariation], depth: int = 0
) -> Variation:
    if depth > DEEPEST:
        raise RecordError(N_("variations are nested more than {deepest} deep"), deepest=DEEPEST)
    instead: dict[int, list[Variation]] = {}
    for variation in variations:
        _check_index(N_("a variation"), variation.at, 0, actions)
        if not variation.actions:
            raise RecordError(N_("the variation at {at} contains no move"), at=variation.at)
        inner = _variation(variation.actions, variation.comments, variation.variations, depth + 1)
        instead.setdefault(variation.at, []).append(inner)
    for index in comments:
        _check_index(N_("a comment"), index, BEFORE_THE_FIRST, actions)
    entries = [Entry(action, comments.get(n, ""), tuple(instead.get(n, ()))) for n, action in enumerate(actions)]
    return Variation(tuple(entries), comments.get(BEFORE_THE_FIRST, ""))


def _check_index(what: str, index: int, lowest: int, actions: Sequence[str]) -> None:
    if not lowest <= index < len(actions):
        text = N_("{what} at {index}, but the indices of these moves are 0 to {last}")
        raise RecordError(text, what=Phrase(what), index=index, last=len(actions) - 1)
