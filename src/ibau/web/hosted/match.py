"""The match that a game of the server is part of: its score, and the game that comes next."""

from fractions import Fraction

from ibau.core.match import Match, MatchGame, points_of, seats_change
from ibau.core.outcome import FIRST, SECOND
from ibau.core.record import RULES_VERSION
from ibau.web.api.games import NextGame
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.throws import seal_events, with_chain
from ibau.web.log.events import ComputerSeat, Created, Event, PersonSeat


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


def next_game_events(hosted: HostedGame, asked: NextGame, date: str, name: str, *, verifiable: bool) -> list[Event]:
    """How the next game of the match begins, with throws that can be checked where `verifiable`.

    One that began from a position is played from there again, by the other side.

    `name` is that of the next game.  Raises ValueError before the end, and Refusal.
    """
    created, sitting = hosted.created, _as_match(hosted).next_game
    if created.start:
        sitting = MatchGame(hosted.game, (SECOND, FIRST))
    has_proof = verifiable and sitting.game.has_chance and not created.own_sticks  # after a lot there may be no other
    own, names, points = hosted.seats.played_with(asked.after.key), hosted.names.in_match, score(hosted)
    others = [seat for seat in hosted.throws.adds if seat not in own][:1]  # two who see each other's part would choose
    adding = {*(own if asked.adds else ()), *others} if has_proof else set[int]()
    first, second = (_next_seat(hosted, seat, names[seat], adds=seat in adding) for seat in sitting.seats)
    halves, most = (int(2 * points[seat]) for seat in sitting.seats)
    begun = Created(
        str(sitting.game.ruleset),
        first,
        second,
        created.key_hash,
        RULES_VERSION,
        date,
        asked.after.id,
        created.number + 1,
        (halves, most),
        own_sticks=created.own_sticks,
        start=created.start,
    )
    if not has_proof:
        return [begun]
    sealed = [number for number, seat in enumerate(sitting.seats) if seat in own]
    seals = seal_events(sealed, adds=asked.adds, seal=asked.seal, has_others=hosted.seats.needs_consent)
    return [with_chain(begun, name), *seals]


def _next_seat(hosted: HostedGame, seat: int, name: str, *, adds: bool) -> PersonSeat | ComputerSeat:
    """Who sat at a seat, as the next game is to store it."""
    level, key_hash, _ = hosted.seats.players[seat]
    if level:
        return ComputerSeat(level)
    own = "" if key_hash == hosted.created.key_hash else key_hash
    return PersonSeat(name=name, key_hash=own, adds=adds)
