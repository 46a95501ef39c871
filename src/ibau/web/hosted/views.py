"""A game of the server as the browser is told it."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from ibau.core.match import SWAPPED, change_said, points_text, starting_seat
from ibau.core.outcome import CHANCE, other
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.verdict import verdict
from ibau.learn.telling import in_short
from ibau.players import LEVELS
from ibau.players.characters import CHARACTERS
from ibau.throws.proof import Spent
from ibau.throws.seeds import NO_PARTS
from ibau.web.api.games import InvitationView
from ibau.web.api.throws import ThrowsToCheck, ThrowToCheck
from ibau.web.hosted.bounds import TOO_LONG
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.invitations import STATUS_SAID
from ibau.web.hosted.links import Links
from ibau.web.hosted.match import score, swaps_seats
from ibau.web.hosted.news import offer_said
from ibau.web.hosted.seats import Invitation
from ibau.web.hosted.throwing import STOPPED
from ibau.web.protocol import (
    ACTORS,
    SEATS,
    AttendanceView,
    AwaitedThrow,
    Away,
    ChainView,
    CharacterView,
    LinksView,
    MatchView,
    Occasion,
    OfferView,
    PartsView,
    PlayerView,
    ProofView,
    ResultView,
    Seat,
    SpentView,
    StateView,
)
from ibau.web.views import sentence, standing_view, state_view, variants_view

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
    short = in_short(line)
    in_words = sentence(short.naming(names), translate) if short else ""
    return ResultView(result.word, result.kind, result.returns, result.score, told(), to, in_words)


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
        links=links_view(hosted),
        takeback=hosted.takeback,
        offer=offer_view(hosted, translate),
        may_ask=[SEATS[seat] for seat in asking(hosted)],
        result=result_view(hosted, translate),
        standing=standing_view(line, translate, hosted.seats.assisted),
    )


def _waited_for(hosted: HostedGame) -> Phrase | None:
    """Why nothing is asked: who has to come, or whose part a throw waits for; who adds the only one is about to."""
    if hosted.waiting or hosted.is_over:
        return hosted.waiting
    if hosted.past.is_too_long:
        return TOO_LONG
    if hosted.state.turn != CHANCE:
        return None
    if hosted.links and hosted.links.is_stopped:
        return STOPPED
    contributors = hosted.links.contributors if hosted.links else hosted.chance.contributors
    return hosted.uncontributed if len(contributors) > 1 else None


def _situation(hosted: HostedGame) -> tuple[Phrase, ...]:
    """What is to be done, and how people say what fell."""
    throws = hosted.chance.own_sticks and hosted.state.turn == CHANCE and not hosted.state.is_lot
    said = (Phrase(N_("Tap each one that landed with its marked side up.")),) if throws else ()
    return (*hosted.state.situation, *said)


def _hosted_throw(hosted: HostedGame, throw: AwaitedThrow | None) -> AwaitedThrow | None:
    """A throw that is due: not before all parts are there; people with own sticks throw for the computer too."""
    if hosted.is_over:
        return None
    if throw and hosted.chance.own_sticks:
        return AwaitedThrow(throw.seat, throw.kind, not hosted.seats.awaited, list(hosted.state.actions))
    if throw and (hosted.chance.missing or (hosted.links and not _is_pressed(hosted, hosted.links, throw))):
        return AwaitedThrow(throw.seat, throw.kind, awaited=False)
    return throw


def _is_pressed(hosted: HostedGame, links: Links, throw: AwaitedThrow) -> bool:
    """Does a person press the button for this throw now?  For a lot between two browsers nobody does."""
    is_lot = throw.seat == ACTORS[CHANCE]
    is_between = is_lot and hosted.seats.takes_consent and links.thrower(CHANCE) is not None
    return not (links.is_stopped or links.uncommitted or is_between)


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


def links_view(hosted: HostedGame) -> LinksView | None:
    """How far the links of the next throw are."""
    links = hosted.links
    if links is None or hosted.is_over:
        return None
    return LinksView(
        links.number,
        [SEATS[seat] for seat in links.uncommitted],
        {SEATS[seat]: link for seat, link in links.held.items()},
        links.waits,
        links.is_stopped,
    )


def proof_view(hosted: HostedGame) -> ProofView | None:
    """What the throws follow from, as everybody may know it."""
    if hosted.links is None:
        return None
    proof = hosted.links.proof
    chains = [ChainView(*chain) for chain in proof.chains]
    spent = list(map(spent_view, proof.spent))
    return ProofView(proof.game, proof.ruleset, proof.start, chains, proof.given, proof.late, spent, proof.shared)


def spent_view(spent: Spent) -> SpentView:
    """Numbers that were passed over."""
    return SpentView(*spent)


def throws_view(hosted: HostedGame) -> ThrowsToCheck:
    """The throws of a game, and as much as may be told of what they follow from."""
    own, origin = hosted.chance.own_sticks, hosted.origin
    system = hosted.game.system.id
    if hosted.links:
        throws = _throws_to_check(hosted, hosted.links.proof.numbers)
        return ThrowsToCheck("", system, own, "", NO_PARTS, [], "", NO_PARTS, throws, proof_view(hosted))
    if origin is None:
        return ThrowsToCheck("", system, own, "", NO_PARTS, [], "", NO_PARTS, [])
    throws = _throws_to_check(hosted, hosted.chance.numbers)
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


def _throws_to_check(hosted: HostedGame, numbers: Sequence[int]) -> list[ThrowToCheck]:
    thrown = [ply for ply in hosted.line.plies if not ply.is_move]
    return [
        ThrowToCheck(number, ply.at, ACTORS[ply.seat], ply.text, ply.throw.marked if ply.throw else None)
        for number, ply in zip(numbers, thrown, strict=True)
    ]


def offer_view(hosted: HostedGame, translate: Translate) -> OfferView | None:
    """What waits for an answer."""
    offer = hosted.offers.open
    if offer is None:
        return None
    said, by = offer_said(offer, hosted), SEATS[offer.by]
    return OfferView(offer.what, by, sentence(said, translate), {by: sentence(said.addressed, translate)})


def attendance_view(hosted: HostedGame, away: Mapping[int, float], watchers: int) -> AttendanceView | None:
    """Who is not there, where persons play who are elsewhere."""
    if not hosted.seats.has_friends:
        return None
    expected = set(hosted.seats.persons) - set(hosted.seats.awaited)
    left = hosted.seats.left
    unseen = [
        Away(SEATS[seat], int(seconds), seat in left) for seat, seconds in sorted(away.items()) if seat in expected
    ]
    return AttendanceView(unseen, watchers)


def asking(hosted: HostedGame) -> list[int]:
    """The seats that may ask the other side whether to take back."""
    if not hosted.seats.takes_consent:
        return []
    return [seat for seat in hosted.seats.persons if hosted.takeback_of((seat,)) is not None]


def players_view(hosted: HostedGame, translate: Translate) -> dict[Seat, PlayerView]:
    """Who plays, and what their pieces are called."""
    return {name: _player_view(hosted, seat, translate) for seat, name in enumerate(SEATS)}


def _player_view(hosted: HostedGame, seat: int, translate: Translate) -> PlayerView:
    sitter = hosted.seats.sitters[seat]
    kind: Literal["person", "computer"] = "computer" if sitter.level else "person"
    side, name = hosted.side(seat).said(translate), hosted.names.shown[seat]
    return PlayerView(kind, sitter.level, side, name, sitter.is_awaited, character_view(sitter.level, translate))


def character_view(level: str | None, translate: Translate) -> CharacterView | None:
    """Whom the computer plays at a level."""
    found = next((known for known in LEVELS if known.id == level), None)
    if found is None:
        return None
    said = CHARACTERS[found.id]
    words: dict[Occasion, str] = {
        "capture": translate(said.capture),
        "win": translate(said.win),
        "loss": translate(said.loss),
    }
    return CharacterView(said.name, found.number, translate(found.name), translate(said.line), words)


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
        own_sticks=hosted.chance.own_sticks,
    )


def _opponent(hosted: HostedGame, seat: int, translate: Translate) -> str:
    """Who plays a seat, as an invited person is told; '' where nobody does yet, or has given a name."""
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
