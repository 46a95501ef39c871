"""What others show of a link to a game: who played and how it ended, or what one is invited to.

Programs that show links only read pages: nothing is taken by it.  A game that goes on gives nothing away.
"""

from typing import NamedTuple

from starlette.requests import HTTPConnection

from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.verdict import verdict
from ibau.language import translator
from ibau.learn.telling import in_short
from ibau.web.endpoints.bodies import read_game
from ibau.web.endpoints.pictures import players_of
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.log.store import StoreDead, StoreFull
from ibau.web.protocol.views import sentence
from ibau.web.rooms.replays import UnknownGameError

OF_GAMES = ("game", "review", "embed")  # pages of a game, each followed by its name
INVITED_TO = N_("You are invited to a game: {title}")


class Preview(NamedTuple):
    """How a link is shown."""

    title: str
    description: str
    picture: str  # its address on this server


async def preview_of(asked: HTTPConnection, lang: str) -> Preview | None:
    """How a link to a finished game or to an invitation is shown; None for all others."""
    match asked.url.path.split("/")[1:]:
        case ["invitation" as page, name]:
            pass
        case [page, name] if page in OF_GAMES:
            pass
        case _:
            return None
    try:
        hosted = await read_game(asked, name)
    except (UnknownGameError, StoredGameError, StoreFull, StoreDead):
        return None
    picture, translate = f"/api/games/{name}/card.png?lang={lang}", translator(lang)
    if page == "invitation":
        return _invitation(hosted, picture, translate)
    return _finished(hosted, picture, translate) if hosted.is_over else None


def _invitation(hosted: HostedGame, picture: str, translate: Translate) -> Preview:
    system = hosted.game.system
    title = Phrase(INVITED_TO, {"title": Phrase(system.title)}).said(translate)
    return Preview(title, translate(system.label), picture)


def _finished(hosted: HostedGame, picture: str, translate: Translate) -> Preview:
    title, names = translate(hosted.game.system.title), hosted.names.said
    end, short = verdict(hosted.state, hosted.line.settlement), in_short(hosted.line)
    in_words, said = (sentence(phrase.naming(names), translate) if phrase else "" for phrase in (short, end))
    described = " · ".join(filter(None, (players_of(hosted, translate), said)))
    return Preview(f"{title} · {in_words}" if in_words else title, described, picture)
