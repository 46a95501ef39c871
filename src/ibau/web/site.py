"""Where a server is and what it shows, and what of it a request concerns."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ibau.language import LANGUAGES, best
from ibau.web.kiosk import Kiosk


@dataclass(frozen=True)
class Site:
    """Where a server is, and what it shows to whom."""

    url: str = ""  # the address at which others reach it, without a slash at the end; "" for the one that is asked
    languages: tuple[str, ...] = LANGUAGES  # the first one for those who want none of them
    kiosk: Kiosk | None = None
    is_local: bool = False  # is it reached from its own machine alone?
    is_page: bool = False  # is it no server, but a page that plays alone?

    @property
    def path(self) -> str:
        """The path below which everything is; "" where the server has a host of its own."""
        return urlsplit(self.url).path

    def language_of(self, connection: HTTPConnection) -> str:
        """The language a request asks for; the browser's favourite if it does not ask for one that is offered."""
        asked = connection.query_params.get("lang", "")
        return asked if asked in self.languages else best(connection.headers.get("accept-language", ""), self.languages)
