"""The Geoludie game read slowly: squares and lists, one sub-move at a time, nothing precomputed.

It shares no line with the package and serves to check it.  Only `texts` and `after` are meant for tests.
"""

import copy
from collections.abc import Iterator, Mapping

HOUSES = range(26, 31)


class ReferenceGeoludie:
    """A game in progress."""

    def __init__(self, options: Mapping[str, str], pawns: Mapping[int, int] | None = None) -> None:
        self.options = options
        self.pawns = dict(pawns or {square: (square + 1) % 2 for square in range(1, 15)})  # by square: 0 odd, 1 even
        self.player = 0
        self.turns = 0
        self.begin_turn()
        if options["opening_one_played"] == "true" and not pawns:
            self.whole.append(1)
            self.rest = 1

    def begin_turn(self) -> None:
        self.phase = "throw"
        self.throw = 0
        self.whole: list[int] = []  # throws that no share has used up as a whole
        self.rest = 0
        self.used: set[int] = set()
        self.advanced = False

    def is_on(self, option: str) -> bool:
        return self.options[option] == "true"

    @property
    def by_throw(self) -> bool:
        return self.options["split_mode"] == "by_throw"

    @property
    def winner(self) -> int | None:
        return next((seat for seat in (0, 1) if seat not in self.pawns.values()), None)

    @property
    def is_capped(self) -> bool:
        return 0 < int(self.options["max_turns"]) <= self.turns

    def own(self) -> list[int]:
        return sorted(square for square, seat in self.pawns.items() if seat == self.player)

    # What is in the way --------------------------------------------------------

    def adjacent(self, low: int) -> bool:
        """Are a square and the next one consecutive?"""
        return self.is_on("corner_adjacency") or low not in (10, 20)

    def is_protected(self, square: int) -> bool:
        seat = self.pawns[square]
        below = self.adjacent(square - 1) and self.pawns.get(square - 1) == seat
        return below or (self.adjacent(square) and self.pawns.get(square + 1) == seat)

    def blocks(self, moving: int) -> list[int]:
        """Lowest squares of three in a row that stop the pawn on a square."""
        found = []
        for low in range(1, 29):
            three = (low, low + 1, low + 2)
            seats = {self.pawns.get(square) for square in three}
            if len(seats) > 1 or None in seats or moving in three:
                continue
            if not (self.adjacent(low) and self.adjacent(low + 1)):
                continue
            if self.player not in seats or self.options["blocks_stop"] == "all":
                found.append(low)
        return found

    def is_blocked(self, moving: int, low: int, high: int) -> bool:
        return any(low < block and block + 2 < high for block in self.blocks(moving))

    def may_land(self, square: int, *, backward: bool) -> bool:
        if square == 27 or square not in self.pawns:
            return True
        if self.pawns[square] == self.player or self.is_protected(square):
            return False
        if backward and not self.is_on("backward_swap"):
            return False
        return not (self.options["safe_houses"] == "houses" and square in (15, 26, 28, 29, 30))

    # Effects ---------------------------------------------------------------------

    def carried(self, source: int, arrival: int) -> tuple["ReferenceGeoludie", int]:
        """The board after a pawn has moved, and where that pawn is (31: off)."""
        new = copy.copy(self)
        new.pawns, new.whole, new.used = dict(self.pawns), list(self.whole), set(self.used)
        del new.pawns[source]
        if arrival > 30:
            return new, 31
        if arrival in new.pawns:
            new.pawns[source] = new.pawns[arrival]
        if arrival == 27:
            arrival = next(square for square in range(15, 0, -1) if square not in new.pawns)
        new.pawns[arrival] = self.player
        return new, arrival

    def ended_turn(self) -> "ReferenceGeoludie":
        new = ReferenceGeoludie(self.options, self.pawns)
        new.player = 1 - self.player
        new.turns = self.turns + 1
        return new

    def settled(self) -> "ReferenceGeoludie":
        """The next node after a ply."""
        over = self.winner is not None or (self.phase == "play" and self.rest == 0)
        return self.ended_turn() if over else self

    # Forward -----------------------------------------------------------------------

    def forward(self, source: int, share: int, *, direct: bool = False) -> "ReferenceGeoludie | None":
        """The position after a forward sub-move, None if it is illegal."""
        arrival = source + share
        house = source in HOUSES
        last = self.is_on("last_pawn_direct") and self.own() == [source] and house
        if arrival > (31 if house else 26) and not last:
            return None
        if house and source in (28, 29) and arrival < 31 and not self.is_on("house_moves_on"):
            return None
        uses = house and self.is_on("no_split_in_houses")
        if arrival >= 31 and not last:
            uses = uses or self.options["exit_by"] == "whole_throw"
        if not direct and (uses or self.by_throw) and share not in self.whole:
            return None
        if self.is_blocked(source, source, min(arrival, 31)):
            return None
        if arrival <= 30 and not self.may_land(arrival, backward=False):
            return None
        new, landed = self.carried(source, arrival)
        if direct:
            return new
        new.rest -= share
        if uses or self.by_throw:
            new.whole.remove(share)
        new.used.discard(source)
        if landed <= 30:
            new.used.add(landed)
        new.advanced = True
        return new

    def unused(self) -> list[int]:
        return [square for square in self.own() if not (self.is_on("one_share_per_pawn") and square in self.used)]

    def sub_moves(self) -> Iterator[tuple[int, int, "ReferenceGeoludie"]]:
        """Every legal forward sub-move, the duty not yet looked at."""
        shares = sorted(set(self.whole)) if self.by_throw else range(1, min(self.rest, 31) + 1)
        for source in self.unused():
            for share in shares:
                new = self.forward(source, share)
                if new:
                    yield source, share, new

    def dutiful(self) -> list[tuple[int, int, "ReferenceGeoludie"]]:
        every = list(self.sub_moves())
        if self.options["forward_duty"] == "none":
            return every
        going_on = [
            (source, share, new)
            for source, share, new in every
            if new.rest == 0 or new.winner is not None or any(True for _ in new.sub_moves())
        ]
        if going_on:
            return going_on
        largest = max((share for _, share, _ in every), default=0)
        return [(source, share, new) for source, share, new in every if share == largest]

    # Back ----------------------------------------------------------------------------

    def may_take(self, source: int, rest: int) -> bool:
        """A house pawn takes whole throws only with option 1."""
        return self.by_throw or not (self.is_on("no_split_in_houses") and source in HOUSES) or rest in self.whole

    def retreat(self, source: int, rest: int) -> int | None:
        arrival = source - rest
        if arrival < 1 or (source in HOUSES and not self.is_on("retreat_from_houses")):
            return None
        if self.is_blocked(source, arrival, source) or not self.may_land(arrival, backward=True):
            return None
        return arrival

    def bounce(self, source: int, rest: int) -> int | None:
        if source in (28, 29) and not self.is_on("house_moves_on"):
            return None
        stop = 26 if source < 26 else 30
        blocks = [block for block in self.blocks(source) if block > source]
        free = min(blocks) - 1 - source if blocks else 99
        k = min(rest - 1, stop - source, free)
        arrival = source + k - (rest - k)
        if k < 1 or arrival < 1 or arrival == source or self.is_blocked(source, arrival, source + k):
            return None
        return arrival if self.may_land(arrival, backward=True) else None

    def taken_back(self, source: int, arrival: int, rest: int) -> "ReferenceGeoludie":
        new, landed = self.carried(source, arrival)
        new.rest -= rest
        if self.by_throw:
            new.whole.remove(rest)
        if source in new.used:
            new.used.remove(source)
            new.used.add(landed)
        return new

    def backward(self) -> dict[str, "ReferenceGeoludie"]:
        if self.advanced and self.options["rest_goes_back"] == "forfeit":
            return {}
        returning = sorted(self.used & set(self.own()))
        if self.advanced and self.options["rest_goes_back"] == "any_pawn":
            returning = self.own()
        steps = [("-", returning), ("~", self.unused()), ("-", self.unused())]
        if self.by_throw:
            steps = [steps[1], steps[0], steps[2]]
        for sign, pawns in steps:
            found = self.going_back(sign, pawns)
            if found:
                return found
        return {}

    def going_back(self, sign: str, pawns: list[int]) -> dict[str, "ReferenceGeoludie"]:
        found = {}
        for rest in sorted(set(self.whole)) if self.by_throw else [self.rest]:
            for source in pawns:
                arrival = (self.bounce if sign == "~" else self.retreat)(source, rest)
                if arrival is not None and self.may_take(source, rest):
                    found[self.text(source, sign, arrival)] = self.taken_back(source, arrival, rest)
        return found  # the larger of two units with one text comes last

    # Actions ---------------------------------------------------------------------------

    def text(self, source: int, sign: str, arrival: int) -> str:
        if arrival > 30:
            return f"{source}-off"
        if arrival not in self.pawns:
            return f"{source}{sign}{arrival}"
        return f"{source}{'x' if sign == '-' else '~x'}{arrival}"

    def direct(self) -> dict[str, "ReferenceGeoludie"]:
        """What can be done with a throw at once."""
        found = {}
        last = self.is_on("last_pawn_direct") and len(self.own()) == 1
        for source in self.own():
            in_house = self.is_on("direct_in_houses") and self.throw in (1, 4, 5) and source in HOUSES
            new = self.forward(source, self.throw, direct=True) if last or in_house else None
            if new:
                new.phase = "throw" if self.throw in (1, 4, 5) else "play"
                found[self.text(source, "-", source + self.throw)] = new
        return found

    def with_throw(self) -> "ReferenceGeoludie":
        new = copy.copy(self)
        new.whole = [*self.whole, self.throw]
        new.rest += self.throw
        new.phase = "throw" if self.throw in (1, 4, 5) else "play"
        return new

    def thrown(self, throw: int) -> "ReferenceGeoludie":
        new = copy.copy(self)
        new.throw, new.phase = throw, "direct"
        return new if new.direct() else new.with_throw()

    def actions(self) -> dict[str, "ReferenceGeoludie"]:
        if self.winner is not None or self.is_capped:
            return {}
        if self.phase == "throw":
            return {f"t{throw}": self.thrown(throw) for throw in range(1, 6)}
        if self.phase == "direct":
            found = {text: new.settled() for text, new in self.direct().items()}
            return {**found, "keep": self.with_throw().settled()}
        forward = {self.text(source, "-", source + share): new for source, share, new in self.dutiful()}
        found = forward or self.backward() or {"pass": self.ended_turn()}
        return {text: new if text == "pass" else new.settled() for text, new in found.items()}
