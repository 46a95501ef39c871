"""Where a server is and what it shows, and what of it a request concerns."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from ibau.language import LANGUAGES, best
from ibau.web.kiosk import Kiosk


@dataclass(frozen=True)
class Site:
    """Where a server is, and what it shows to whom."""

    url: str = ""  # the address at which others reach it, without a path; "" for the one that is asked
    languages: tuple[str, ...] = LANGUAGES  # the first one for those who want none of them
    kiosk: Kiosk | None = None
    is_page: bool = False  # is it no server, but a page that plays alone?

    def language_of(self, connection: HTTPConnection) -> str:
        """The language a request asks for; the browser's favourite if it does not ask for one that is offered."""
        asked = connection.query_params.get("lang", "")
        return asked if asked in self.languages else best(connection.headers.get("accept-language", ""), self.languages)

    def admits(self, connection: HTTPConnection) -> bool:
        """Was the request made by our own page, or by no page at all?"""
        origin = connection.headers.get("origin")
        if origin is None or (self.url and origin == self.url):
            return True
        scheme, _, host = origin.partition("://")
        is_secret = connection.url.scheme in {"https", "wss"}  # then no page of ours came without encryption
        return host == connection.headers.get("host") and (scheme == "https" or not is_secret)
