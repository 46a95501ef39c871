"""The board for analysis: it stores nothing, and knows a position as the line that leads to it.

What takes time to read or to replay is done in processes of their own (thinking/work_pool.py).
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.quoting import quote
from ibau.web.api.trees import LineViewRequest, TreeView
from ibau.web.endpoints.bodies import JSON, body_as, read_body
from ibau.web.endpoints.trees import RecordFormat, line_view, parse_tree, record_format, record_of
from ibau.web.limits.client_ids import client_id_of
from ibau.web.services import language_of, services_of
from ibau.web.thinking.fair_queue import Asker

MAX_LINE_BYTES = 1 << 17
MAX_RECORD_BYTES = 1 << 18

T = TypeVar("T")


async def run_limited(request: Request, work: Callable[[], T]) -> T:
    """What comes of work that an address may ask for so often.  Raises Refusal, and what the work raises."""
    services, client_id = services_of(request), client_id_of(request)
    services.limits.analyses.spend(client_id)
    return await services.work_pool.run(work, Asker(client_id))


async def run_to_json(request: Request, work: Callable[[], Any]) -> Response:
    """Run work in another process, which also encodes its result as JSON."""
    return Response(await run_limited(request, partial(_encode, work)), media_type=JSON)


def _encode(work: Callable[[], Any]) -> bytes:
    return msgspec.json.encode(work())


async def show_line(request: Request) -> Response:
    """Where a line leads."""
    asked = await body_as(LineViewRequest, request, MAX_LINE_BYTES)
    return await run_to_json(request, partial(line_view, asked, language_of(request)))


async def read_tree(request: Request) -> Response:
    """The tree of a record; of many, that whose number is asked for."""
    number = record_number(request)
    text = await read_body(request, MAX_RECORD_BYTES)
    return await run_to_json(request, partial(parse_tree, text, number))


def record_number(request: Request) -> int:
    """Which game of a text of records is asked for.  Raises HTTPException."""
    number = request.query_params.get("number", "1")
    if not re.fullmatch("[1-9][0-9]{0,3}", number):
        raise HTTPException(400, f"{quote(number)} is no number of a game; the first is 1.")
    return int(number)


async def write_tree(request: Request) -> Response:
    """The record of a tree."""
    form = record_format(request.query_params.get("format", "text"))
    tree = await body_as(TreeView, request, MAX_RECORD_BYTES)
    return Response(await run_limited(request, partial(_record_text, form, tree)), media_type=form.media_type)


def _record_text(form: RecordFormat, tree: TreeView) -> str:
    return form.write(record_of(tree))


ANALYSIS_ROUTES = [
    Route("/line", show_line, methods=["POST"]),
    Route("/analysis/read", read_tree, methods=["POST"]),
    Route("/analysis/written", write_tree, methods=["POST"]),
]
