"""Games that are read: each costs the caller as much as it is long."""

from starlette.requests import HTTPConnection

from ibau.web.hosted.game import HostedGame
from ibau.web.limits import ACTIONS
from ibau.web.limits.callers import callers_of
from ibau.web.services import services_of


async def read_game(asked: HTTPConnection, name: str) -> HostedGame:
    """A game as it is now.  Raises what the lobby raises."""
    hosted = await services_of(asked).lobby.seen(name)
    charge(asked, hosted)
    return hosted


def charge(asked: HTTPConnection, hosted: HostedGame) -> None:
    """Let the caller wait longer for more."""
    services_of(asked).limits.charge(callers_of(asked), hosted.past.plies / ACTIONS)
