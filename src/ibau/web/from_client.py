"""What a client says over the socket of a game.

These structs refuse unknown fields and wrong types; decoding also refuses what is not JSON or not UTF-8, and lone
surrogates.
"""

from typing import Annotated

from msgspec import Meta, Struct

from ibau.web.protocol import At, Greeting, Offerable, Seat, Word

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]  # 32 bytes, or the SHA-256 of some
HexOrNone = Annotated[str, Meta(pattern="^([0-9a-f]{64})?\\Z")]  # the same, or '' for none
ThrowNumber = Annotated[int, Meta(ge=0, le=1 << 31)]  # of a throw or lot, from 1 on


class EnterRequest(Struct, tag_field="type", tag="enter", forbid_unknown_fields=True):
    """Come in: the first message.  With a key one plays the seats that it opens, without one watches.

    The key is sent here and in no address, since proxies write addresses down.  To come back, say what is `known`.
    """

    key: Word = ""
    known: Word = ""


class PingRequest(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Is the server still there?  It answers with `pong`."""


class _Request(Struct, tag_field="type", forbid_unknown_fields=True):
    """What is asked for in a position that has come about by `at` actions."""

    at: At


class _Wish(_Request, kw_only=True):
    """What a player wishes; `id` is of the client's own choice, and what was granted under it is not granted again."""

    id: Word = ""


class PlayRequest(_Wish, tag="play"):
    """Play an action of the seat to move."""

    action: Word


class ThrowRequest(_Wish, tag="throw"):
    """Throw the sticks, or draw lots; with own sticks, `result` says what came up.

    Where throws follow from links, it gives the thrower's own for this number, and names all seats whose links count.
    """

    result: Word = ""
    number: ThrowNumber = 0
    link: HexOrNone = ""
    counts: Annotated[list[Seat], Meta(max_length=2)] = []


class TakebackRequest(_Wish, tag="takeback"):
    """Take back as far as the state says; where another person plays too, ask whether one may."""


class ResignRequest(_Wish, tag="resign"):
    """Give the game up; `link` is the last one of the own chain."""

    link: HexOrNone = ""


class OfferRequest(_Wish, tag="offer"):
    """Offer a draw."""


class AcceptRequest(_Wish, tag="accept"):
    """Accept what the other side has offered, if it is this; with a draw, `link` is the last one of the own chain."""

    what: Offerable
    link: HexOrNone = ""


class DeclineRequest(_Wish, tag="decline"):
    """Decline what the other side has offered, or take back one's own offer."""


class ClaimRequest(_Wish, tag="claim"):
    """Take the win, since the other side has left the game."""


class WhyRequest(_Request, tag="why"):
    """Why can nothing be done with this place?"""

    place: Word


class NameRequest(_Request, tag="name"):
    """Go by another name; `at` may be any."""

    seat: Seat
    name: str


class GreetRequest(_Request, tag="greet"):
    """Say something friendly; `at` may be any."""

    greeting: Greeting


class CommitRequest(_Request, tag="commit"):
    """Commit to a part of the throws; `at` may be any."""

    commitment: Hex


class RevealRequest(_Request, tag="reveal"):
    """Reveal the part that was committed to; `at` may be any."""

    part: Hex


class ChainRequest(_Request, tag="chain"):
    """Commit to a chain of links for the throws from `first` on; `at` may be any."""

    first: ThrowNumber
    head: Hex


class LinkRequest(_Request, tag="link"):
    """Give the link of the throw that is due; after an agreed draw, the last one of the chain."""

    number: ThrowNumber
    link: Hex


class PassRequest(_Request, tag="pass"):
    """Pass over all numbers up to this one: its link was given already, before the server was restored."""

    number: ThrowNumber
    link: Hex


Wish = (
    PlayRequest
    | ThrowRequest
    | TakebackRequest
    | ResignRequest
    | OfferRequest
    | AcceptRequest
    | DeclineRequest
    | ClaimRequest
)
RoomRequest = (
    Wish
    | WhyRequest
    | NameRequest
    | GreetRequest
    | CommitRequest
    | RevealRequest
    | ChainRequest
    | LinkRequest
    | PassRequest
)
FromClient = RoomRequest | PingRequest
