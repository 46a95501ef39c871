"""A game of the server as the browser is told it."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from ibau.core.match import SWAPPED, change_said, points_text, starting_seat
from ibau.core.outcome import CHANCE, other
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.verdict import verdict
from ibau.players import LEVELS
from ibau.throws.fairness import NO_PARTS
from ibau.web.api.games import InvitationView
from ibau.web.api.throws import ThrowsToCheck, ThrowToCheck
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.invitations import STATUS_SAID
from ibau.web.hosted.match import score, swaps_seats
from ibau.web.hosted.news import offer_said
from ibau.web.hosted.seats import Invitation
from ibau.web.protocol import (
    ACTORS,
    SEATS,
    AttendanceView,
    AwaitedThrow,
    Away,
    MatchView,
    OfferView,
    PartsView,
    PlayerView,
    PlyView,
    ResultView,
    Seat,
    StateView,
)
from ibau.web.views import ply_view, sentence, standing_view, state_view, variants_view

FROM_A_POSITION = N_("This game begins from a position.")


def result_view(hosted: HostedGame, translate: Translate) -> ResultView | None:
    """How a game ended."""
    line, names = hosted.line, hosted.names.said

    def told(to: int | None = None) -> str:
        said = verdict(line.state, line.settlement, to)
        return sentence(said.naming(names), translate) if said else ""

    result = line.result
    if result is None:
        return None
    to: dict[Seat, str] = {SEATS[seat]: told(seat) for seat in hosted.seats.alone}
    return ResultView(result.word, result.kind, result.returns, result.score, told(), to)


def present_view(hosted: HostedGame, translate: Translate) -> StateView:
    """The present of a game."""
    line, names = hosted.line, hosted.names.said
    persons = () if hosted.seats.awaited or hosted.is_over else hosted.seats.persons
    position, waits = state_view(hosted.state, translate, hosted.at, persons), _waited_for(hosted)
    situation = () if hosted.is_over else (waits,) if waits else _situation(hosted)
    is_asked = line.state.actor in hosted.seats.alone and not waits
    return replace(
        position,
        to_move="nobody" if hosted.is_over else position.to_move,
        situation=[sentence(phrase.naming(names), translate) for phrase in situation],
        asked=[sentence(phrase.addressed.naming(names), translate) for phrase in situation if is_asked],
        throw=_hosted_throw(hosted, position.throw),
        parts=parts_view(hosted),
        takeback=hosted.takeback,
        offer=offer_view(hosted, translate),
        may_ask=[SEATS[seat] for seat in asking(hosted)],
        result=result_view(hosted, translate),
        standing=standing_view(line, translate, hosted.assisted),
    )


def _waited_for(hosted: HostedGame) -> Phrase | None:
    """Who has to come, or whose part a throw waits for; a browser that adds the only one is about to."""
    if hosted.waiting or hosted.is_over:
        return hosted.waiting
    waits = hosted.state.turn == CHANCE and len(hosted.chance.contributors) > 1
    return hosted.uncontributed if waits else None


def _situation(hosted: HostedGame) -> tuple[Phrase, ...]:
    """What is to be done, and how people say what fell."""
    throws = hosted.chance.own_sticks and hosted.state.turn == CHANCE and not hosted.state.is_lot
    said = (Phrase(N_("Tap what lies with its marked side up.")),) if throws else ()
    return (*hosted.state.situation, *said)


def _hosted_throw(hosted: HostedGame, throw: AwaitedThrow | None) -> AwaitedThrow | None:
    """A throw that is due: not before all parts are there; people with own sticks throw for the computer too."""
    if hosted.is_over:
        return None
    if throw and hosted.chance.own_sticks:
        return AwaitedThrow(throw.seat, throw.kind, not hosted.seats.awaited, list(hosted.state.actions))
    if throw and hosted.chance.missing:
        return AwaitedThrow(throw.seat, throw.kind, awaited=False)
    return throw


def parts_view(hosted: HostedGame) -> PartsView | None:
    """What browsers still have to add to the throws."""
    chance = hosted.chance
    if not chance.missing or hosted.is_over:
        return None
    hashes: dict[Seat, str] = {SEATS[seat]: chance.hashes[seat] for seat in chance.contributors}
    return PartsView(
        committed={seat: part_hash for seat, part_hash in hashes.items() if part_hash},
        commit=[SEATS[seat] for seat in chance.uncommitted],
        reveal=[] if hosted.seats.awaited else [SEATS[seat] for seat in chance.to_reveal],
    )


def throws_view(hosted: HostedGame) -> ThrowsToCheck:
    """The throws of a game, and as much as may be told of what they follow from."""
    own, origin = hosted.chance.own_sticks, hosted.origin
    if origin is None:
        return ThrowsToCheck("", hosted.game.system.id, own, "", NO_PARTS, [], "", NO_PARTS, [])
    thrown = [ply for ply in hosted.line.plies if not ply.is_move]
    throws = [
        ThrowToCheck(number, ply.at, ACTORS[ply.seat], ply.text, ply.throw.marked if ply.throw else None)
        for number, ply in zip(hosted.chance.numbers, thrown, strict=True)
    ]
    anew: list[Seat] = [SEATS[seat] for seat in origin.anew]
    return ThrowsToCheck(
        origin.game,
        hosted.game.system.id,
        own,
        origin.seed_hash,
        origin.part_hashes,
        anew,
        origin.seed,
        origin.parts,
        throws,
    )


def offer_view(hosted: HostedGame, translate: Translate) -> OfferView | None:
    """What waits for an answer."""
    offer = hosted.offers.open
    return OfferView(offer.what, SEATS[offer.by], sentence(offer_said(offer, hosted), translate)) if offer else None


def attendance_view(hosted: HostedGame, away: Mapping[int, float], watchers: int) -> AttendanceView | None:
    """Who is not there, where persons play who are elsewhere."""
    if not hosted.seats.has_friends:
        return None
    expected = set(hosted.seats.persons) - set(hosted.seats.awaited)
    gone = [Away(SEATS[seat], int(seconds)) for seat, seconds in sorted(away.items()) if seat in expected]
    return AttendanceView(gone, watchers)


def asking(hosted: HostedGame) -> list[int]:
    """The seats that may ask the other side whether to take back."""
    if not hosted.seats.takes_consent:
        return []
    return [seat for seat in hosted.seats.persons if hosted.takeback_of((seat,)) is not None]


def story_view(hosted: HostedGame, translate: Translate) -> list[PlyView]:
    """Everything that was played."""
    return [ply_view(ply, translate) for ply in hosted.line.plies]


def players_view(hosted: HostedGame, translate: Translate) -> dict[Seat, PlayerView]:
    """Who plays, and what their pieces are called."""
    return {name: _player_view(hosted, seat, translate) for seat, name in enumerate(SEATS)}


def _player_view(hosted: HostedGame, seat: int, translate: Translate) -> PlayerView:
    sitter = hosted.seats.sitters[seat]
    kind: Literal["person", "computer"] = "computer" if sitter.level else "person"
    side, name = hosted.side(seat).said(translate), hosted.names.given[seat]
    return PlayerView(kind, sitter.level, side, name, sitter.is_awaited)


def invitation_view(hosted: HostedGame, invitation: Invitation, translate: Translate) -> InvitationView:
    """What an invitation is to."""
    ruleset = hosted.game.ruleset
    return InvitationView(
        status=invitation.status,
        text=STATUS_SAID[invitation.status].said(translate),
        ruleset=str(ruleset),
        title=translate(hosted.game.system.title),
        preset=translate(ruleset.preset.text),
        variants=variants_view(ruleset, translate),
        seat=SEATS[invitation.seat],
        side=hosted.side(invitation.seat).said(translate),
        by=_opponent(hosted, other(invitation.seat), translate),
        seed_hash=hosted.seed_hash,
        own_sticks=hosted.chance.own_sticks,
    )


def _opponent(hosted: HostedGame, seat: int, translate: Translate) -> str:
    """Who plays a seat, as whoever is invited is told; '' where nobody does yet, or has given a name."""
    level = hosted.seats.levels[seat]
    return next((translate(known.name) for known in LEVELS if known.id == level), hosted.names.given[seat])


def match_view(hosted: HostedGame, translate: Translate) -> MatchView:
    """The match that a game is part of."""
    first, second = map(points_text, score(hosted))
    number = hosted.created.number
    swapped = swaps_seats(hosted) and number % 2 == 0
    view = MatchView(number, (first, second), "", hosted.next, swapped=swapped)
    if number > 1:
        change = SWAPPED if swaps_seats(hosted) else change_said(hosted.game)
        starts = None if swaps_seats(hosted) else starting_seat(hosted.game)
        view.note = sentence(change.naming(hosted.names.said), translate)
        if starts in hosted.seats.alone:
            view.to = {SEATS[starts]: sentence(change.addressed, translate)}
    elif hosted.created.start:
        view.note = translate(FROM_A_POSITION)
    return view
