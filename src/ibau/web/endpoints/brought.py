"""Games that were played elsewhere: their records are brought in, to be looked back on like those played here."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.phrase import N_, Phrase
from ibau.core.record import BY_COMPUTER, RULES_VERSION, Record
from ibau.language import translator
from ibau.players import LEVELS
from ibau.records.jsonl import json_of
from ibau.web.api.games import BroughtGame
from ibau.web.bodies import answer, body_of
from ibau.web.callers import callers_of
from ibau.web.endpoints.analysis import MOST_BYTES_OF_RECORDS, asked_number, worked_out
from ibau.web.endpoints.trees import record_read, within_bounds
from ibau.web.hosted.keys import hash_of, new_key
from ibau.web.hosted.names import shown_name
from ibau.web.log.clock import today
from ibau.web.log.events import ComputerSeat, Created, PersonSeat
from ibau.web.refusals import Refusal
from ibau.web.rooms.reviews import check_length
from ibau.web.services import language_of, services_of

UNFINISHED = N_("This game is not over: its record stops after {count} moves. Open it on the analysis board.")
ANYBODY = ("person", "guest", "?")  # what records call those of whom nothing is known


async def bring(request: Request) -> Response:
    """Keep one of the games of a text of records."""
    number = asked_number(request)
    text = await body_of(request, MOST_BYTES_OF_RECORDS)
    record, more = await worked_out(request, partial(_finished, text, number))
    services = services_of(request)
    if kiosk := services.site.kiosk:
        kiosk.check(record.game.ruleset)
    services.limits.records.spend(callers_of(request))
    key = new_key()
    name = await services.lobby.bring(created_of(record, key))
    title = translator(language_of(request))(record.game.system.title)
    return answer(BroughtGame(name, key, title, number, more), 201)


def _finished(text: bytes, number: int) -> tuple[Record, bool]:
    """A game that can be looked back on, and whether others follow.  Raises RecordError with the place, and Refusal."""
    record, more = record_read(text, number)
    count = len(record.actions)
    if record.result is None:
        raise Refusal(Phrase(UNFINISHED, {"count": count}))
    check_length(count)
    for _ in within_bounds(record):
        pass
    return record, more


def created_of(record: Record, key: str) -> Created:
    """What the log keeps of a game that was played elsewhere: all of it."""
    first, second = (_seat(record.tags.get(tag, "")) for tag in ("First", "Second"))
    ruleset = str(record.game.ruleset)
    return Created(ruleset, first, second, hash_of(key), RULES_VERSION, today(), record=json_of(record))


def _seat(said: str) -> PersonSeat | ComputerSeat:
    """Who sat at a seat, as the tag of a record says it."""
    level = said.removeprefix(BY_COMPUTER)
    if level != said and any(known.id == level for known in LEVELS):
        return ComputerSeat(level)
    return PersonSeat(name="" if said in ANYBODY else shown_name(said))


BRINGING = [Route("/records", bring, methods=["POST"])]
