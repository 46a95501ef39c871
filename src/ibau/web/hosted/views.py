"""Views of a hosted game for the browser."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from ibau.core.match import SWAPPED, change_text, points_text, starting_seat
from ibau.core.outcome import CHANCE, other
from ibau.core.phrase import N_, Phrase, Translate
from ibau.players import LEVELS
from ibau.players.characters import CHARACTERS
from ibau.web.api.games import InvitationView
from ibau.web.hosted.event_text import offer_text
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.invitations import STATUS_TEXTS
from ibau.web.hosted.match import score, swaps_seats
from ibau.web.hosted.requests import TOO_LONG
from ibau.web.hosted.seats import Invitation
from ibau.web.hosted.throws import STOPPED
from ibau.web.protocol import (
    SEATS,
    AwaitedThrow,
    Away,
    CharacterView,
    MatchView,
    Occasion,
    OfferView,
    PlayerView,
    ProofView,
    Seat,
    StateView,
)
from ibau.web.protocol.views import result_view, sentence, standing_view, state_view, throw_view, variants_view

FROM_A_POSITION = N_("This game begins from a position.")


def present_view(hosted: HostedGame, translate: Translate) -> StateView:
    """The present state of a game, without the legal actions."""
    line, names = hosted.line, hosted.names.by_side
    position, waiting_text = state_view(hosted.state, translate, hosted.ply_count), _waiting_text(hosted)
    situation = () if hosted.is_over else (waiting_text,) if waiting_text else _situation(hosted)
    is_asked = line.state.actor in hosted.seats.single and not waiting_text
    return replace(
        position,
        to_move="nobody" if hosted.is_over else position.to_move,
        situation=[sentence(phrase.with_names(names), translate) for phrase in situation],
        prompt=[sentence(phrase.in_second_person.with_names(names), translate) for phrase in situation if is_asked],
        throw=_throw_view(hosted),
        takeback=hosted.takeback_ply,
        offer=offer_view(hosted, translate),
        may_ask=[SEATS[seat] for seat in takeback_askers(hosted)],
        result=result_view(line, translate, names, hosted.seats.single),
        standing=standing_view(line, translate, hosted.seats.assisted),
    )


def _waiting_text(hosted: HostedGame) -> Phrase | None:
    """Why no player can act now (another has to come or to open the game, for example), or None."""
    if hosted.waiting_text or hosted.is_over:
        return hosted.waiting_text
    if hosted.history.is_too_long:
        return TOO_LONG
    if hosted.state.turn != CHANCE:
        return None
    if hosted.throws.are_stopped:
        return STOPPED
    return hosted.unopened_text if hosted.seats.needs_consent else None


def _situation(hosted: HostedGame) -> tuple[Phrase, ...]:
    """What is to be done and, with own sticks, how to enter a throw."""
    enters_throws = hosted.throws.own_sticks and hosted.state.turn == CHANCE and not hosted.state.is_lot
    tap = (Phrase(N_("Tap each one with its marked side up.")),) if enters_throws else ()
    return (*hosted.state.situation, *tap)


def _throw_view(hosted: HostedGame) -> AwaitedThrow | None:
    """The throw that is due, `awaited` once all browsers' parts are known; with own sticks, people throw for both."""
    if hosted.is_over:
        return None
    throw = throw_view(hosted.state, () if hosted.seats.free else hosted.seats.persons)
    if throw and hosted.throws.own_sticks:
        return AwaitedThrow(throw.seat, throw.kind, not hosted.seats.free, list(hosted.state.actions))
    if throw and (hosted.missing_parts or hosted.throws.are_stopped):
        return AwaitedThrow(throw.seat, throw.kind, awaited=False)
    return throw


def proof_view(hosted: HostedGame) -> ProofView | None:
    """The public part of what the throws follow from; None if they are not verifiable."""
    throws, proof, created = hosted.throws, hosted.throws.proof, hosted.created
    if not throws.are_verifiable:
        return None
    contributors: list[Seat] = [SEATS[seat] for seat in throws.adds]
    missing: list[Seat] = [SEATS[seat] for seat in hosted.missing_parts]
    inputs = (proof.game, created.ruleset, created.start, proof.head, proof.seals, proof.parts)
    return ProofView(*inputs, adds=contributors, waits=missing, number=throws.thrown, link=throws.link)


def offer_view(hosted: HostedGame, translate: Translate) -> OfferView | None:
    """The offer that waits for an answer."""
    offer = hosted.offers.open
    if offer is None:
        return None
    text, by = offer_text(offer, hosted), SEATS[offer.by]
    return OfferView(offer.what, by, sentence(text, translate), {by: sentence(text.in_second_person, translate)})


def away_view(hosted: HostedGame, away: Mapping[int, float]) -> list[Away] | None:
    """The absent players, if persons play from elsewhere."""
    if not hosted.seats.has_friends:
        return None
    seated = set(hosted.seats.persons) - set(hosted.seats.free)
    left = hosted.seats.left_seats
    return [Away(SEATS[seat], int(seconds), seat in left) for seat, seconds in sorted(away.items()) if seat in seated]


def takeback_askers(hosted: HostedGame) -> list[int]:
    """The seats that may ask the other side for a takeback."""
    if not hosted.seats.needs_consent:
        return []
    return [seat for seat in hosted.seats.persons if hosted.takeback_of((seat,)) is not None]


def players_view(hosted: HostedGame, translate: Translate) -> dict[Seat, PlayerView]:
    """The players and their sides."""
    return {name: _player_view(hosted, seat, translate) for seat, name in enumerate(SEATS)}


def _player_view(hosted: HostedGame, seat: int, translate: Translate) -> PlayerView:
    player = hosted.seats.players[seat]
    kind: Literal["person", "computer"] = "computer" if player.level else "person"
    side, name = hosted.side(seat).to_text(translate), hosted.names.displayed[seat]
    return PlayerView(kind, player.level, side, name, player.is_free, character_view(player.level, translate))


def character_view(level: str | None, translate: Translate) -> CharacterView | None:
    """The computer's character at a level."""
    found = next((known for known in LEVELS if known.id == level), None)
    if found is None:
        return None
    character = CHARACTERS[found.id]
    words: dict[Occasion, str] = {
        "capture": translate(character.capture),
        "win": translate(character.win),
        "loss": translate(character.loss),
    }
    return CharacterView(character.name, found.number, translate(found.name), translate(character.line), words)


def invitation_view(hosted: HostedGame, invitation: Invitation, translate: Translate) -> InvitationView:
    """The game and seat of an invitation."""
    ruleset = hosted.game.ruleset
    return InvitationView(
        status=invitation.status,
        text=STATUS_TEXTS[invitation.status].to_text(translate),
        ruleset=str(ruleset),
        title=translate(hosted.game.system.title),
        preset=translate(ruleset.preset.text),
        variants=variants_view(ruleset, translate),
        seat=SEATS[invitation.seat],
        side=hosted.side(invitation.seat).to_text(translate),
        by=_opponent_name(hosted, other(invitation.seat), translate),
        own_sticks=hosted.throws.own_sticks,
        proof=proof_view(hosted),
    )


def _opponent_name(hosted: HostedGame, seat: int, translate: Translate) -> str:
    """The player of a seat, for an invited person; '' if the seat is free or its player unnamed."""
    level = hosted.seats.levels[seat]
    return next((translate(known.name) for known in LEVELS if known.id == level), hosted.names.given[seat])


def match_view(hosted: HostedGame, translate: Translate) -> MatchView:
    """The match that a game is part of."""
    first, second = map(points_text, score(hosted))
    number = hosted.created.number
    swapped = swaps_seats(hosted) and number % 2 == 0
    view = MatchView(number, (first, second), "", hosted.next, swapped=swapped)
    if number > 1:
        change = SWAPPED if swaps_seats(hosted) else change_text(hosted.game)
        starts = None if swaps_seats(hosted) else starting_seat(hosted.game)
        view.note = sentence(change.with_names(hosted.names.by_side), translate)
        if starts in hosted.seats.single:
            view.to = {SEATS[starts]: sentence(change.in_second_person, translate)}
    elif hosted.created.start:
        view.note = translate(FROM_A_POSITION)
    return view
