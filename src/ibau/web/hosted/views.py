"""A game of the server as the browser is told it."""

from collections.abc import Mapping
from typing import Literal

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
    line, names = hosted.line, hosted.names

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
    line, names = hosted.line, hosted.names
    persons = () if hosted.seats.awaited or hosted.is_over else hosted.seats.persons
    view = state_view(hosted.state, translate, hosted.at, persons)
    view.takeback = hosted.takeback
    view.throw = _hosted_throw(hosted, view.throw)
    view.parts = parts_view(hosted)
    view.offer = offer_view(hosted, translate)
    view.may_ask = [SEATS[seat] for seat in asking(hosted)]
    view.result = result_view(hosted, translate)
    view.standing = standing_view(line, translate, hosted.assisted)
    if waiting := hosted.waiting or _waiting_for_parts(hosted):
        view.situation = [sentence(waiting.naming(names), translate)]
    elif hosted.is_over:
        view.to_move, view.situation, view.throw = "nobody", [], None
    else:
        situation = (*line.state.situation, *_own_throw_said(hosted))
        view.situation = [sentence(phrase.naming(names), translate) for phrase in situation]
        if line.state.actor in hosted.seats.alone:
            view.asked = [sentence(phrase.addressed.naming(names), translate) for phrase in situation]
    return view


def _own_throw_said(hosted: HostedGame) -> tuple[Phrase, ...]:
    """How people say what fell."""
    throws = hosted.chance.own_sticks and hosted.state.turn == CHANCE and not hosted.state.is_lot
    return (Phrase(N_("Tap what lies with its marked side up.")),) if throws else ()


def _hosted_throw(hosted: HostedGame, throw: AwaitedThrow | None) -> AwaitedThrow | None:
    """A throw that is due: not before all parts are there; people with own sticks throw for the computer too."""
    if throw and hosted.chance.own_sticks:
        return AwaitedThrow(throw.seat, throw.kind, not hosted.seats.awaited, list(hosted.state.actions))
    if throw and hosted.chance.contributions.missing:
        return AwaitedThrow(throw.seat, throw.kind, awaited=False)
    return throw


def _waiting_for_parts(hosted: HostedGame) -> Phrase | None:
    """Whose part a throw waits for; a browser that adds the only one is about to."""
    waits = not hosted.is_over and hosted.state.turn == CHANCE and len(hosted.chance.contributions.seats) > 1
    return hosted.uncontributed if waits else None


def parts_view(hosted: HostedGame) -> PartsView | None:
    """What browsers still have to add to the throws."""
    found = hosted.chance.contributions
    if not found.missing or hosted.is_over:
        return None
    committed: dict[Seat, str] = {SEATS[seat]: found.hashes[seat] for seat in found.seats if found.hashes[seat]}
    reveal = () if hosted.seats.awaited else found.to_reveal
    return PartsView(committed, [SEATS[seat] for seat in found.uncommitted], [SEATS[seat] for seat in reveal])


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
    offer = hosted.offer
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
    return PlayerView(kind, sitter.level, hosted.side(seat).said(translate), sitter.name, sitter.is_awaited)


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
    level, _, name = hosted.seats.sitters[seat]
    return next((translate(known.name) for known in LEVELS if known.id == level), name)


def match_view(hosted: HostedGame, translate: Translate) -> MatchView:
    """The match that a game is part of."""
    first, second = map(points_text, hosted.points)
    number = hosted.created.number
    swapped = hosted.seats_change and number % 2 == 0
    view = MatchView(number, (first, second), "", hosted.next, swapped=swapped)
    if number > 1:
        change = SWAPPED if hosted.seats_change else change_said(hosted.game)
        starts = None if hosted.seats_change else starting_seat(hosted.game)
        view.note = sentence(change.naming(hosted.names), translate)
        if starts in hosted.seats.alone:
            view.to = {SEATS[starts]: sentence(change.addressed, translate)}
    elif hosted.created.start:
        view.note = translate(FROM_A_POSITION)
    return view
