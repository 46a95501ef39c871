"""What a client says over the socket of a game.

These structs refuse wrong types and, but for the first message, unknown fields; decoding also refuses what is not JSON
or not UTF-8, and lone surrogates.
"""

from msgspec import Struct

from ibau.web.protocol import VERSION, Greeting, Hex, Offerable, PlyCount, Seat, Word


class EnterRequest(Struct, tag_field="type", tag="enter"):
    """Come in: the first message.  With a key one plays the seats that it opens, without one watches.

    The key is sent here and in no address, since proxies write addresses down.  To come back, say what is `known`.
    Pages of any version come in: a newer one may say more, and each is told of which version the server is.
    """

    key: Word = ""
    known: Word = ""
    v: int = VERSION  # which version of the protocol the page knows


class PingRequest(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Is the server still there?  It answers with `pong`."""


class _Request(Struct, tag_field="type", forbid_unknown_fields=True):
    """What is asked for in a position that has come about by `ply_count` actions."""

    ply_count: PlyCount


class _PlayerRequest(_Request, kw_only=True):
    """What a player asks for; the client chooses `id`, and what was granted under it is not granted again."""

    id: Word = ""


class PlayRequest(_PlayerRequest, tag="play"):
    """Play an action of the seat to move."""

    action: Word


class ThrowRequest(_PlayerRequest, tag="throw"):
    """Throw the sticks, or draw lots; with own sticks, `result` says what came up."""

    result: Word = ""


class TakebackRequest(_PlayerRequest, tag="takeback"):
    """Take back as far as the state says; where another person plays too, ask whether one may."""


class ResignRequest(_PlayerRequest, tag="resign"):
    """Give the game up."""


class OfferRequest(_PlayerRequest, tag="offer"):
    """Offer a draw."""


class AcceptRequest(_PlayerRequest, tag="accept"):
    """Accept what the other side has offered, if it is this."""

    what: Offerable


class DeclineRequest(_PlayerRequest, tag="decline"):
    """Decline what the other side has offered, or take back one's own offer."""


class ClaimRequest(_PlayerRequest, tag="claim"):
    """Take the win, since the other side has left the game."""


class WhyRequest(_Request, tag="why"):
    """Why can nothing be done with this place?"""

    place: Word


class NameRequest(_Request, tag="name"):
    """Go by another name; `ply_count` may be any."""

    seat: Seat
    name: str


class GreetRequest(_Request, tag="greet"):
    """Say something friendly; `ply_count` may be any."""

    greeting: Greeting


class PartRequest(_Request, tag="part"):
    """Add a number to the throws: the one that was sealed, or openly where it was not; `ply_count` may be any."""

    part: Hex


class NoPartRequest(_Request, tag="nopart"):
    """Take back the own seal before the first throw, and add nothing to this game; `ply_count` may be any."""


PlayerRequest = (
    PlayRequest
    | ThrowRequest
    | TakebackRequest
    | ResignRequest
    | OfferRequest
    | AcceptRequest
    | DeclineRequest
    | ClaimRequest
)
RoomRequest = PlayerRequest | WhyRequest | NameRequest | GreetRequest | PartRequest | NoPartRequest
FromClient = RoomRequest | PingRequest
