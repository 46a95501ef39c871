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


def site_of(connection: HTTPConnection) -> Site:
    """The site that is asked."""
    site: Site = connection.app.state.site
    return site


def language_of(connection: HTTPConnection) -> str:
    """The language a request asks for; the browser's favourite if it does not ask for one that is offered."""
    asked, offered = connection.query_params.get("lang", ""), site_of(connection).languages
    return asked if asked in offered else best(connection.headers.get("accept-language", ""), offered)


def from_same_site(connection: HTTPConnection) -> bool:
    """Was the request made by our own page, or by no page at all?"""
    origin, url = connection.headers.get("origin"), site_of(connection).url
    if origin is None or (url and origin == url):
        return True
    return origin.partition("://")[2] == connection.headers.get("host")
