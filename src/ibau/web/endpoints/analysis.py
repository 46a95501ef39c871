"""The board for analysis: it stores nothing, and knows a position as the line that leads to it.

What takes time to read or to replay is done in a thread of its own, one thing after the other: players are never slower
for it by more than that.
"""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.language import translator
from ibau.web.api.trees import LineAsked, TreeView
from ibau.web.bodies import answer, body_as, body_of
from ibau.web.endpoints.downloads import record_format
from ibau.web.endpoints.trees import line_of, line_view, record_of, tree_read
from ibau.web.limits import address_of
from ibau.web.rooms.lobby import Lobby
from ibau.web.site import language_of

MOST_BYTES_OF_A_LINE = 1 << 17
MOST_BYTES_OF_RECORDS = 1 << 18

T = TypeVar("T")


class Desk:
    """The thread in which lines and records are replayed."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "analysis")

    async def do(self, work: Callable[[], T]) -> T:
        """What comes of some work, in its turn."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def desk_of(request: Request) -> Desk:
    """Where the work of a request is done, as far as its address may ask for some.  Raises Refusal."""
    lobby: Lobby = request.app.state.lobby
    lobby.limits.analyses.spend(address_of(request))
    desk: Desk = request.app.state.desk
    return desk


async def show_line(request: Request) -> Response:
    """Where a line has come to."""
    asked = await body_as(LineAsked, request, MOST_BYTES_OF_A_LINE)
    translate = translator(language_of(request))
    return answer(await desk_of(request).do(lambda: line_view(line_of(asked), translate)))


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
    Route("/analysis/line", show_line, methods=["POST"]),
    Route("/analysis/read", read_tree, methods=["POST"]),
    Route("/analysis/written", write_tree, methods=["POST"]),
]
