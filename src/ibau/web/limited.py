"""Answers whoever asks too much before anything is done for them."""

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ibau.web.bodies import refusing
from ibau.web.limits import Ration, address_of
from ibau.web.refusals import Refusal


class Limited:
    """Lets each address ask as often as a ration allows; what comes through sockets is counted there."""

    def __init__(self, app: ASGIApp, requests: Ration) -> None:
        self.app = app
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http":
            connection = HTTPConnection(scope)
            try:
                self._requests.spend(address_of(connection))
            except Refusal as refusal:
                app = refusing(refusal, connection)
        await app(scope, receive, send)
