"""HTTP as it comes over a connection: whatever is broken is answered in JSON, and writes nothing into the log."""

import logging
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

BROKEN = msgspec.json.encode({"error": "The server does not understand this request."})
HEADERS = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(BROKEN)).encode()),
    (b"connection", b"close"),
]
OF_BODIES = {b"content-length", b"transfer-encoding"}  # headers

logger = logging.getLogger("uvicorn.error.wire")
logger.addFilter(lambda record: record.levelno >= logging.ERROR)  # what is less is about what strangers send


class Wire(H11Protocol):
    """A connection; only a request that can open a socket does so, and another one that would like to is answered."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.logger = logger

    def _should_upgrade(self) -> bool:
        names = {name for name, _ in self.headers}
        return self.scope["method"] == "GET" and not names & OF_BODIES and super()._should_upgrade()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's signature
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # else an answer is under way
            response = h11.Response(status_code=400, headers=HEADERS, reason=b"Bad Request")
            for event in (response, h11.Data(data=BROKEN), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
