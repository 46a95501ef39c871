"""Bodies of requests and the games they are about, read with care, and answers in JSON."""

import asyncio
import math
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import decoder_message, quote
from ibau.language import translator_for
from ibau.web.hosted.game import HostedGame
from ibau.web.limits import ACTIONS_PER_MS, BODY_TIMEOUT
from ibau.web.limits.client_ids import client_id_of
from ibau.web.protocol import MOST_BYTES
from ibau.web.refusals import Refusal
from ibau.web.services import language_of, services_of

MAX_DIGITS = 10  # digits in an address
NOT_UNDERSTOOD = N_("The server does not understand this request: {error}.")
TOO_LARGE = N_("This is too large: at most {most}\u00a0kB are accepted.")
CUT_OFF = Phrase(N_("The rest of the request did not arrive; please try again."))
JSON = "application/json"
NDJSON = "application/x-ndjson"  # an answer of JSON lines, which grows

T = TypeVar("T")


def json_response(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(content), status, headers, JSON)


def refusal_response(refusal: Refusal, connection: HTTPConnection) -> Response:
    """Say why not, and when one may ask again."""
    response = json_response({"error": refusal.reason.to_text(translator_for(language_of(connection)))}, refusal.status)
    if refusal.wait:
        response.headers["Retry-After"] = str(math.ceil(refusal.wait))
    return response


def int_param(request: Request, name: str, minimum: int, maximum: int, default: int) -> int:
    """A whole number of the address, `default` where it says none.  Raises HTTPException."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < MAX_DIGITS and minimum <= int(text) <= maximum):
        raise HTTPException(400, f"{name} is a whole number from {minimum} to {maximum}, not {quote(text)}.")
    return int(text)


async def body_as(shape: type[T], request: Request, most: int = MOST_BYTES) -> T:
    """What the body of a request says.  Raises Refusal."""
    return decode_body(shape, await read_body(request, most))


def decode_body(shape: type[T], body: bytes) -> T:
    """What a body says.  Raises Refusal."""
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal(Phrase(NOT_UNDERSTOOD, {"error": decoder_message(error)}), status=400) from error


async def read_body(request: Request, most: int = MOST_BYTES) -> bytes:
    """The body of a request.  Raises Refusal if it is too large or does not come."""
    body = b""
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Refusal(Phrase(TOO_LARGE, {"most": most >> 10}), status=413)
    except ClientDisconnect as error:
        raise Refusal(CUT_OFF, status=400) from error
    except TimeoutError as error:
        raise Refusal(CUT_OFF, status=408) from error
    return body


async def read_game(asked: HTTPConnection, name: str) -> HostedGame:
    """A game as it is now.  Raises what the lobby raises."""
    hosted = await services_of(asked).lobby.current_game(name)
    charge_for_game(asked, hosted)
    return hosted


def charge_for_game(asked: HTTPConnection, hosted: HostedGame) -> None:
    """Let a caller who reads a long game wait longer."""
    services_of(asked).limits.charge(client_id_of(asked), hosted.history.plies / ACTIONS_PER_MS)
