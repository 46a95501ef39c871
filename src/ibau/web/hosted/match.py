"""The match that a game of the server is part of: its score, and the game that comes next."""

from collections.abc import Collection
from fractions import Fraction

from ibau.core.match import Match, Sitting, points_of, seats_change
from ibau.core.outcome import FIRST, SECOND
from ibau.core.record import RULES_VERSION
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.links import committed
from ibau.web.keyfile import Keys
from ibau.web.log.events import ComputerSeat, Created, PersonSeat


def swaps_seats(hosted: HostedGame) -> bool:
    """Do the two change seats from game to game?  They always do where both are to play from one position."""
    return bool(hosted.created.start) or seats_change(hosted.game)


def score(hosted: HostedGame) -> tuple[Fraction, Fraction]:
    """The points of both by seat of this game, which counts once it is over."""
    first, second = (Fraction(halves, 2) for halves in hosted.created.halves)
    if not hosted.is_over:
        return first, second
    more, most = points_of(_as_match(hosted).played[-1])
    return first + more, second + most


def _as_match(hosted: HostedGame) -> Match:
    """The game as one game of a match between its seats.  Raises ValueError while it is not over."""
    return Match(hosted.game, ("first", "second")).after(hosted.line)


def sequel(hosted: HostedGame, after: str, date: str, name: str, keys: Keys) -> Created:
    """How the next game of the match begins, with links where throws of this one follow from what was committed to.

    One that began from a position is played from there again, by the other side.

    `after` is the name of this game, `name` that of the next.  Raises ValueError before the end.
    """
    created, sitting = hosted.created, _as_match(hosted).next_sitting
    if created.start:
        sitting = Sitting(hosted.game, (SECOND, FIRST))
    proved = hosted.is_proved and sitting.game.has_chance  # after a lot there may be none any more
    names, points = hosted.names.in_match, score(hosted)
    first, second = (_handed_down(hosted, seat, names[seat], contributes=proved) for seat in sitting.seats)
    halves, most = (int(2 * points[seat]) for seat in sitting.seats)
    begun = Created(
        str(sitting.game.ruleset),
        first,
        second,
        created.key_hash,
        RULES_VERSION,
        date,
        after,
        created.number + 1,
        (halves, most),
        name if proved else "",
        own_sticks=created.own_sticks,
        start=created.start,
        waits=created.waits,
    )
    return committed(begun, *keys.current_secret) if proved else begun


def _handed_down(hosted: HostedGame, seat: int, name: str, *, contributes: bool) -> PersonSeat | ComputerSeat:
    """Who sat at a seat, as the next game is to store it."""
    level, key_hash, _ = hosted.seats.sitters[seat]
    if level:
        return ComputerSeat(level)
    own = "" if key_hash == hosted.created.key_hash else key_hash
    return PersonSeat(name=name, key_hash=own, contributes=contributes and seat in _contributors(hosted))


def _contributors(hosted: HostedGame) -> Collection[int]:
    """The seats whose browsers add to the throws, two people at one screen both."""
    if hosted.links is None:
        return hosted.chance.contributors
    return hosted.seats.persons if hosted.links.proof.shared else hosted.links.contributors
