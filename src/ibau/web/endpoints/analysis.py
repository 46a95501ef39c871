"""The board for analysis: it stores nothing, and knows a position as the line that leads to it.

What takes time to read or to replay is done at a desk of its own (thinking/desk.py).
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
from ibau.web.api.trees import LineLookedAt, TreeView
from ibau.web.endpoints.bodies import JSON, body_as, body_of
from ibau.web.endpoints.trees import RecordFormat, line_view, record_format, record_of, tree_read
from ibau.web.limits.callers import callers_of
from ibau.web.services import language_of, services_of
from ibau.web.thinking.turns import Asker

MOST_BYTES_OF_A_LINE = 1 << 17
MOST_BYTES_OF_RECORDS = 1 << 18

T = TypeVar("T")


async def worked_out(request: Request, work: Callable[[], T]) -> T:
    """What comes of work that an address may ask for so often.  Raises Refusal, and what the work raises."""
    services, callers = services_of(request), callers_of(request)
    services.limits.analyses.spend(callers)
    return await services.desk.do(work, Asker(callers))


async def worked_out_as_json(request: Request, work: Callable[[], Any]) -> Response:
    """Work done at the desk, answered as JSON that is encoded where it was worked out."""
    return Response(await worked_out(request, partial(_encoded, work)), media_type=JSON)


def _encoded(work: Callable[[], Any]) -> bytes:
    return msgspec.json.encode(work())


async def show_line(request: Request) -> Response:
    """Where a line leads."""
    asked = await body_as(LineLookedAt, request, MOST_BYTES_OF_A_LINE)
    return await worked_out_as_json(request, partial(line_view, asked, language_of(request)))


async def read_tree(request: Request) -> Response:
    """The tree of a record; of many, that whose number is asked for."""
    number = asked_number(request)
    text = await body_of(request, MOST_BYTES_OF_RECORDS)
    return await worked_out_as_json(request, partial(tree_read, text, number))


def asked_number(request: Request) -> int:
    """Which game of a text of records is asked for.  Raises HTTPException."""
    number = request.query_params.get("number", "1")
    if not re.fullmatch("[1-9][0-9]{0,3}", number):
        raise HTTPException(400, f"{quote(number)} is no number of a game; the first is 1.")
    return int(number)


async def write_tree(request: Request) -> Response:
    """The record of a tree."""
    form = record_format(request.query_params.get("format", "text"))
    tree = await body_as(TreeView, request, MOST_BYTES_OF_RECORDS)
    return Response(await worked_out(request, partial(_written, form, tree)), media_type=form.media_type)


def _written(form: RecordFormat, tree: TreeView) -> str:
    return form.write(record_of(tree))


ANALYSIS = [
    Route("/line", show_line, methods=["POST"]),
    Route("/analysis/read", read_tree, methods=["POST"]),
    Route("/analysis/written", write_tree, methods=["POST"]),
]
