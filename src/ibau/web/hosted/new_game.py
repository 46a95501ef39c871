"""New games: their first events, and the keys and invitations for their creators."""

from msgspec.structs import replace

from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.core.record import RULES_VERSION
from ibau.core.result_text import result_text
from ibau.games import game
from ibau.players import offered_level
from ibau.web.api.games import MadeGame, MadeInvitation, NewComputer, NewGame, NewPerson, NewSeat
from ibau.web.hosted.game_keys import hash_key, new_game_name, new_key
from ibau.web.hosted.player_names import check_name, random_name
from ibau.web.hosted.seats import Seats
from ibau.web.hosted.throws import seal_events, with_chain
from ibau.web.log.events import ComputerSeat, Created, Event, Invited, PersonSeat
from ibau.web.log.store import today_utc
from ibau.web.protocol import SEATS
from ibau.web.refusals import Refusal

OVER_AT_ONCE = N_("No game can begin from this position. {end}")
NOTHING_THROWN = Phrase(N_("Nothing is thrown in this game, so it needs no sticks."))
NOBODY_THROWS = Phrase(N_("Only people can throw their own sticks; at least one side must be a person."))


def create_game(new: NewGame, *, verifiable: bool) -> tuple[MadeGame, list[Event]]:
    """The keys and first events of a new game, with verifiable throws if `verifiable`.

    Raises RulesetError, PositionError, PlayerError and Refusal.
    """
    name, key = new_game_name(), new_key()
    created = _created(new, name, key, verifiable=verifiable)
    seats = Seats.initial(created, game(created.ruleset).system, time=0)
    invitations = {seat: new_key() for seat in seats.free}
    events: list[Event] = [created, *(Invited(seat, hash_key(secret)) for seat, secret in invitations.items())]
    if created.head:
        events += seal_events(seats.played_with(key), adds=new.adds, seal=new.seal, has_others=bool(seats.free))
    made = MadeGame(name, key, [MadeInvitation(SEATS[seat], secret) for seat, secret in invitations.items()])
    return made, events


def _created(new: NewGame, name: str, key: str, *, verifiable: bool) -> Created:
    """The first event: rules, seats and the source of throws.  Raises as `create_game` does."""
    played = game(new.ruleset)
    with_friends = any(isinstance(seat, NewPerson) and seat.free for seat in (new.first, new.second))
    first, second = (_stored_seat(seat, played, with_friends, adds=new.adds) for seat in (new.first, new.second))
    start = _start_state(played, new.start)
    text = "" if start == played.initial() else str(start)
    created = Created(str(played.ruleset), first, second, hash_key(key), RULES_VERSION, today_utc(), start=text)
    if new.own_sticks:
        _check_sticks(played, (first, second))
        return replace(created, own_sticks=True)
    has_chance = played.system.has_throws or start.turn == CHANCE  # lots may have been drawn
    return with_chain(created, name) if has_chance and verifiable else created


def _start_state(played: Game, text: str) -> State:
    """The initial state.  Raises PositionError, and Refusal if the game would be over at once."""
    start = played.state(text) if text else played.initial()
    if end := result_text(start):
        raise Refusal(Phrase(OVER_AT_ONCE, {"end": end}), status=400)
    return start


def _stored_seat(new: NewSeat, played: Game, with_friends: bool, *, adds: bool) -> PersonSeat | ComputerSeat:
    """A seat as it is stored; in a game with friends, all persons have names.  Raises PlayerError and Refusal."""
    match new:
        case NewComputer(level):
            return ComputerSeat(offered_level(played.system, level).id)
        case NewPerson(free=True):
            return PersonSeat(free=True)
        case NewPerson(name=text):
            name = check_name(text)
            given = name or (random_name([]) if with_friends else "")
            return PersonSeat(name=given, adds=adds)


def _check_sticks(played: Game, seats: tuple[PersonSeat | ComputerSeat, ...]) -> None:
    """Raise Refusal unless the game has throws, and a person to throw own sticks."""
    if not played.system.has_throws:
        raise Refusal(NOTHING_THROWN, status=400)
    if not any(isinstance(seat, PersonSeat) for seat in seats):
        raise Refusal(NOBODY_THROWS, status=400)
