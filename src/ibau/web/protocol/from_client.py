"""The messages of a client over the socket of a game.

Decoding refuses wrong types and, but for the first message, unknown fields; what is not JSON or not UTF-8, and lone
surrogates.
"""

from msgspec import Struct

from ibau.web.protocol import VERSION, Greeting, Hex, Offerable, PlyCount, Seat, Word


class EnterRequest(Struct, tag_field="type", tag="enter"):
    """Enter the game: the first message.  A key gives the seats that it opens; without one, the client watches.

    The key is sent here and in no address, since proxies log addresses.  To reconnect, send what is `known`.
    Clients of any version may enter: a newer one may send more, and each is sent the version of the server.
    """

    key: Word = ""  # of a player; '' for a spectator
    known: Word = ""  # "PLIES.CHECK": how many plies the page knows, and the CRC-32 of their actions; '' for none
    v: int = VERSION  # the protocol version of the page


class PingRequest(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Check the connection; the server answers with `pong`."""


class _Request(Struct, tag_field="type", forbid_unknown_fields=True):
    """A request in the position after `ply_count` actions."""

    ply_count: PlyCount  # the number of actions played so far, throws and lots included


class _PlayerRequest(_Request, kw_only=True):
    """A request of a player; the client chooses `id`, and the server grants each id only once."""

    id: Word = ""  # '' for a request that need not be recognized


class PlayRequest(_PlayerRequest, tag="play"):
    """Play an action of the seat to move."""

    action: Word  # in notation, such as "c2-c3"


class ThrowRequest(_PlayerRequest, tag="throw"):
    """Throw the sticks, or draw lots; with own sticks, `result` is the throw."""

    result: Word = ""  # with own sticks, the throw, such as "t3"; else ''


class TakebackRequest(_PlayerRequest, tag="takeback"):
    """Take back as far as the state allows; if another person plays too, ask for it."""


class ResignRequest(_PlayerRequest, tag="resign"):
    """Give the game up."""


class OfferRequest(_PlayerRequest, tag="offer"):
    """Offer a draw."""


class AcceptRequest(_PlayerRequest, tag="accept"):
    """Accept the other side's offer, if it is `what`."""

    what: Offerable  # the kind of offer


class DeclineRequest(_PlayerRequest, tag="decline"):
    """Decline the other side's offer, or withdraw one's own."""


class ClaimRequest(_PlayerRequest, tag="claim"):
    """Claim the win, since the other side has left the game."""


class WhyRequest(_Request, tag="why"):
    """Ask why nothing can be done with a place."""

    place: Word  # the name of a square or area


class NameRequest(_Request, tag="name"):
    """Change a player's name; `ply_count` may be any."""

    seat: Seat  # one of the client's seats
    name: str  # '' for a random one


class GreetRequest(_Request, tag="greet"):
    """Send a greeting to all; `ply_count` may be any."""

    greeting: Greeting


class PartRequest(_Request, tag="part"):
    """Add a number to the throws: the sealed one, or any if none was sealed; `ply_count` may be any."""

    part: Hex  # 32 bytes in hexadecimal


class NoPartRequest(_Request, tag="nopart"):
    """Withdraw one's seal before the first throw, and add nothing to this game; `ply_count` may be any."""


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
