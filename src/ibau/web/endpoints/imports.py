"""Importing records of games that were played elsewhere, for review like those played here.

A page without a server also imports unfinished games, to continue them.
"""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.core.record import BY_COMPUTER, RULES_VERSION, Record
from ibau.language import translator_for
from ibau.players import LEVELS
from ibau.records.jsonl import json_of
from ibau.throws.proof import OWN_STICKS
from ibau.web.api.games import ImportedGame
from ibau.web.endpoints.analysis import MAX_RECORD_BYTES, record_number, run_limited
from ibau.web.endpoints.bodies import json_response, read_body
from ibau.web.endpoints.trees import bounded_nodes, parse_record
from ibau.web.hosted.game_keys import hash_key, new_key
from ibau.web.hosted.player_names import sanitize_name
from ibau.web.limits.client_ids import client_id_of
from ibau.web.log.events import ComputerSeat, Created, Event, HintGiven, PersonSeat, Played, encode_event
from ibau.web.log.store import today_utc
from ibau.web.refusals import Refusal
from ibau.web.rooms.review_jobs import check_length
from ibau.web.services import language_of, services_of

MAX_TAG_LENGTH = 1000  # characters
TAG_TOO_LONG = N_("The tag {tag} is too long: at most {most} letters are accepted.")
UNFINISHED = N_("This game is not over: its record stops after {count} moves. Open it on the analysis board.")
NEW_THROWS = N_(
    "You can go on with this game. What its throws were to follow from is not in its record, so this device throws "
    "from now on, and its throws cannot be checked."
)
UNNAMED_TAGS = ("person", "guest", "?")  # of unknown players in records


async def import_game(request: Request) -> Response:
    """Store one game of a text of records."""
    number = record_number(request)
    text = await read_body(request, MAX_RECORD_BYTES)
    services = services_of(request)
    record, more = await run_limited(request, partial(_read, text, number, goes_on=services.site.is_page))
    if kiosk := services.site.kiosk:
        kiosk.check(record.game.ruleset)
    key, is_over = new_key(), record.result is not None
    events = [created_of(record, key)] if is_over else events_of(record, key)
    services.limits.imports.spend(client_id_of(request), sum(len(encode_event(event)[1]) for event in events) / 1024)
    name = await services.lobby.import_game(events)
    translate = translator_for(language_of(request))
    note = translate(NEW_THROWS) if "Proof" in record.tags and not is_over else ""
    return json_response(ImportedGame(name, key, translate(record.game.system.title), number, more, is_over, note), 201)


def _read(text: bytes, number: int, *, goes_on: bool) -> tuple[Record, bool]:
    """A game that can be reviewed or, if `goes_on`, continued, and whether others follow.

    Raises RecordError with the place, and Refusal.
    """
    record, more = parse_record(text, number)
    count = len(record.actions)
    if long := [tag for tag, value in record.tags.items() if len(value) > MAX_TAG_LENGTH]:
        raise Refusal(Phrase(TAG_TOO_LONG, {"tag": quote(long[0]), "most": MAX_TAG_LENGTH}), status=400)
    if record.result:
        check_length(count)
    elif not goes_on:
        raise Refusal(Phrase(UNFINISHED, {"count": count}))
    for _ in bounded_nodes(record):
        pass
    return record, more


def created_of(record: Record, player_key: str) -> Created:
    """The event that stores an imported game: all of it, with the hash of the secret `player_key`."""
    first, second = _seats(record)
    ruleset = str(record.game.ruleset)
    return Created(ruleset, first, second, hash_key(player_key), RULES_VERSION, today_utc(), record=json_of(record))


def events_of(record: Record, player_key: str) -> list[Event]:
    """The events that store a game to be continued, as if it had been played here, with the hash of `player_key`.

    Its throws are not verifiable: the secret of their chain is elsewhere, and no chain begins within a game.
    """
    first, second = _seats(record)
    created = Created(
        str(record.game.ruleset),
        first,
        second,
        hash_key(player_key),
        RULES_VERSION,
        record.tags.get("Date") or today_utc(),
        own_sticks=record.tags.get("Throws") == OWN_STICKS,
        start=record.start or "",
    )
    assisted = (seat for seat in (FIRST, SECOND) if SEATS[seat] in record.tags.get("Assisted", "").split())
    return [created, *map(Played, record.actions), *map(HintGiven, assisted)]


def _seats(record: Record) -> tuple[PersonSeat | ComputerSeat, PersonSeat | ComputerSeat]:
    first, second = (_seat(record.tags.get(tag, "")) for tag in ("First", "Second"))
    return first, second


def _seat(tag: str) -> PersonSeat | ComputerSeat:
    """The player of a seat, from the tag of a record."""
    level = tag.removeprefix(BY_COMPUTER)
    if level != tag and any(known.id == level for known in LEVELS):
        return ComputerSeat(level)
    return PersonSeat(name="" if tag in UNNAMED_TAGS else sanitize_name(tag))


IMPORT_ROUTES = [Route("/records", import_game, methods=["POST"])]
