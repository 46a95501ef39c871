"""The client's only HTML page, filled in for each visitor: language, first texts and link preview."""

import gzip
from html import escape
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import URL, Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ibau.core.errors import RulesetError
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.result_text import result_text
from ibau.games import game
from ibau.language import translator_for
from ibau.learn.review_text import result_summary
from ibau.web.endpoints.bodies import read_game
from ibau.web.endpoints.pictures import players_of
from ibau.web.endpoints.shell import LOW_PRIORITY, Shell, inline_styles, policy_of, shell_of
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.log.store import StoreFailedError, StoreFullError
from ibau.web.protocol.views import sentence
from ibau.web.rooms.replays import UnknownGameError
from ibau.web.services import language_of
from ibau.web.site import Site

HTML = '<html lang="en">'  # these seven are parts of client/index.html
HEAD_MARK = "<!-- head -->"
LINKS_MARK = "<!-- links -->"
UNSTARTED_MARK = "<!-- unstarted -->"
SHELL_MARK = "<!-- shell -->"
DATA_MARK = "<!-- told -->"
SCRIPT = '<script type="module"'
NOSCRIPT_MARK = "<!-- noscript -->"
RELATIVE_PREFIX = '="./'  # begins the addresses that the build writes into the page

CSP = "Content-Security-Policy"

PICTURE = "share.png"
WIDTH, HEIGHT = 1200, 630  # of the picture, as link previews need it

TITLE = N_("Games on the boards of ancient Egypt and its neighbours")
SENTENCE = N_(
    "Play in the browser by five published sets of rules, with every doubtful point numbered and yours to decide."
)
INVITED = N_("You are invited to a game")
NO_SCRIPT = N_("The boards are drawn by JavaScript: please allow it for this page.")
GAME_PAGES = ("game", "review", "embed")  # pages of a game, each followed by its name
INVITED_TO = N_("You are invited to a game: {title}")
OLD_BROWSER = N_(
    "This page has not started. It needs Chrome or Edge 114, Firefox 125, Safari 17, or a newer version of one of them."
)


class LinkPreview(NamedTuple):
    """The preview of a link."""

    title: str
    description: str
    picture: str  # its address on this server


class IndexPage:
    """`index.html`, filled in for a site."""

    def __init__(self, file: Path, site: Site, pocket: str = "") -> None:
        """`pocket` is the address of the page that plays without a server, "" if there is none."""
        self._file = file
        self._site = site
        self._pocket = pocket

    async def answer(self, connection: HTTPConnection) -> Response:
        """The page.  Raises OSError if the client has not been built."""
        lang = language_of(connection)
        shell = shell_of(self._file.parent, "" if self._site.kiosk else connection.url.path, lang)
        whole = self._fill_in(connection.url, lang, await preview_of(connection, lang), shell)
        if shell.markup:
            whole = inline_styles(whole, self._file.parent, self._site.path)
        whole = whole.replace(RELATIVE_PREFIX, f'="{escape(self._site.path)}/')
        text = whole.encode()
        headers = {
            "Cache-Control": "no-cache",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Vary": "Accept-Encoding, Accept-Language",
        }
        if shell.markup:
            headers[CSP] = policy_of(whole)
        if "gzip" in Headers(scope=connection.scope).get("Accept-Encoding", ""):
            text = gzip.compress(text, mtime=0)
            headers["Content-Encoding"] = "gzip"
        return Response(text, media_type="text/html", headers=headers)

    def _fill_in(self, url: URL, lang: str, preview: LinkPreview | None, shell: Shell) -> str:
        translate = translator_for(lang)
        text = self._file.read_text("utf-8")
        for place, filled in (
            (HTML, f"<html {self._attributes(lang)}>"),
            (HEAD_MARK, self._head(url, lang, preview)),
            (LINKS_MARK, shell.links),
            (SHELL_MARK, shell.markup),
            (DATA_MARK, shell.data),
            (SCRIPT, f"{SCRIPT} {LOW_PRIORITY}" if shell.markup else SCRIPT),
            (UNSTARTED_MARK, f'<p class="unstarted">{escape(translate(OLD_BROWSER))}</p>'),
            (NOSCRIPT_MARK, f"<noscript><p>{escape(translate(NO_SCRIPT))}</p></noscript>"),
        ):
            text = text.replace(place, filled, 1)
        return text

    def _attributes(self, lang: str) -> str:
        """The attributes that the client reads before its first request."""
        site = self._site
        attributes = {"lang": lang, "data-languages": ",".join(site.languages)}
        if site.url:
            attributes["data-url"] = site.url
        if site.path:
            attributes["data-base"] = site.path
        if self._pocket and not site.kiosk:
            attributes["data-pocket"] = self._pocket
        if site.kiosk:
            attributes["data-kiosk"] = str(site.kiosk.seconds)
        return " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())

    def _head(self, url: URL, lang: str, preview: LinkPreview | None) -> str:
        """The tags for search engines and for link previews (ogp.me)."""
        shown = preview or LinkPreview(page_title(url.path, lang), translator_for(lang)(SENTENCE), f"/{PICTURE}")
        base = self._site.url or f"{url.scheme}://{url.netloc}"
        tags = {
            "og:title": f"{shown.title} · Ibau",
            "og:description": shown.description,
            "og:type": "website",
            "og:locale": lang,
            "og:image": base + shown.picture,
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
        }
        lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
        return "\n    ".join([f'<meta name="description" content="{escape(shown.description)}" />', *lines])


def page_title(path: str, lang: str) -> str:
    """The title of a page, from its path alone: nothing of a game is given away."""
    translate = translator_for(lang)
    match path.split("/")[1:]:
        case ["new" | "rules", ruleset]:
            try:
                return translate(game(ruleset).system.title)
            except RulesetError:
                return translate(TITLE)
        case ["invitation", _]:
            return translate(INVITED)
        case _:
            return translate(TITLE)


# --- Link previews ---------------------------------------------------------------------------------------------------


async def preview_of(connection: HTTPConnection, lang: str) -> LinkPreview | None:
    """The preview of a link to a finished game or an invitation; None for all others.

    Programs that make previews only read pages: no seat is taken by it.  A game in progress gives nothing away.
    """
    match connection.url.path.split("/")[1:]:
        case ["invitation" as page, name]:
            pass
        case [page, name] if page in GAME_PAGES:
            pass
        case _:
            return None
    try:
        hosted = await read_game(connection, name)
    except (UnknownGameError, StoredGameError, StoreFullError, StoreFailedError):
        return None
    picture, translate = f"/api/games/{name}/card.png?lang={lang}", translator_for(lang)
    if page == "invitation":
        return _invitation_preview(hosted, picture, translate)
    return _game_preview(hosted, picture, translate) if hosted.is_over else None


def _invitation_preview(hosted: HostedGame, picture: str, translate: Translate) -> LinkPreview:
    system = hosted.game.system
    title = Phrase(INVITED_TO, {"title": Phrase(system.title)}).to_text(translate)
    return LinkPreview(title, translate(system.label), picture)


def _game_preview(hosted: HostedGame, picture: str, translate: Translate) -> LinkPreview:
    title, names = translate(hosted.game.system.title), hosted.names.by_side
    end, short = result_text(hosted.state, hosted.line.player_end), result_summary(hosted.line)
    in_words, ending = (sentence(phrase.with_names(names), translate) if phrase else "" for phrase in (short, end))
    described = " · ".join(filter(None, (players_of(hosted, translate), ending)))
    return LinkPreview(f"{title} · {in_words}" if in_words else title, described, picture)
