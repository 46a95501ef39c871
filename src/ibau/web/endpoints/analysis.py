"""The board for analysis: it stores nothing, and knows a position as the line that leads to it.

What takes time to read or to replay is done at a desk of its own (thinking/desk.py).
"""

import re

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.language import translator
from ibau.web.api.trees import LineLookedAt, TreeView
from ibau.web.bodies import answer, body_as, body_of
from ibau.web.endpoints.downloads import record_format
from ibau.web.endpoints.trees import line_view, record_of, tree_read
from ibau.web.limits import address_of
from ibau.web.services import language_of, services_of
from ibau.web.thinking.desk import Desk

MOST_BYTES_OF_A_LINE = 1 << 17
MOST_BYTES_OF_RECORDS = 1 << 18


def desk_of(request: Request) -> Desk:
    """Where the work of a request is done, as far as its address may ask for some.  Raises Refusal."""
    services = services_of(request)
    services.limits.analyses.spend(address_of(request))
    return services.desk


async def show_line(request: Request) -> Response:
    """Where a line leads."""
    asked = await body_as(LineLookedAt, request, MOST_BYTES_OF_A_LINE)
    translate = translator(language_of(request))
    return answer(await desk_of(request).do(lambda: line_view(asked, translate)))


async def read_tree(request: Request) -> Response:
    """The tree of a record; of many, that whose number is asked for."""
    number = asked_number(request)
    text = await body_of(request, MOST_BYTES_OF_RECORDS)
    return answer(await desk_of(request).do(lambda: tree_read(text, number)))


def asked_number(request: Request) -> int:
    """Which game of a text of records is asked for.  Raises HTTPException."""
    number = request.query_params.get("number", "1")
    if not re.fullmatch("[1-9][0-9]{0,3}", number):
        raise HTTPException(400, f"{number!r} is no number of a game; the first is 1.")
    return int(number)


async def write_tree(request: Request) -> Response:
    """The record of a tree."""
    form = record_format(request.query_params.get("format", "text"))
    tree = await body_as(TreeView, request, MOST_BYTES_OF_RECORDS)
    return Response(await desk_of(request).do(lambda: form.write(record_of(tree))), media_type=form.media_type)


ANALYSIS = [
    Route("/line", show_line, methods=["POST"]),
    Route("/analysis/read", read_tree, methods=["POST"]),
    Route("/analysis/written", write_tree, methods=["POST"]),
]
