"""The rules that a record keeps whose throws follow from chains (notation.md section 8), each a function.

Records come from strangers: each chain is hashed down once, and only where its numbers can have come up.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate, islice, pairwise

from ibau.core.errors import IllegalAction
from ibau.core.game import Game
from ibau.core.line import Line, Ply
from ibau.core.outcome import CHANCE, SEATS, other
from ibau.core.phrase import N_, Phrase
from ibau.core.record import BY_COMPUTER, Record
from ibau.throws.chains import PARTIES, Party, last_number, links_down, sixteenth
from ibau.throws.finding import CheckedThrow, Finding, wrong
from ibau.throws.proof import COUNTING, PASSED_OVER, KnownChain, Proof, Spent

SEAT_PARTIES: tuple[Party, Party] = ("first", "second")
PLAYERS = ("First", "Second")  # these tags, by seat


class Case:
    """A record that is being checked, with what all rules look at."""

    def __init__(self, record: Record, proof: Proof) -> None:
        self.record = record
        self.proof = proof
        self.line = Line.replay(record)
        self.plies = self.line.plies
        self.thrown = [ply for ply in self.plies if not ply.is_move]
        self.numbered = dict(zip(proof.numbers, self.thrown, strict=False))  # throws and lots by their numbers
        self.most = len(proof.given)  # numbers that came up

    # Chains --------------------------------------------------------------------------------------------------------

    @cached_property
    def chains(self) -> Mapping[Party, list[KnownChain]]:
        """The chains of each party, by their first numbers."""
        return {party: sorted(self.proof.of(party), key=lambda chain: chain.first) for party in PARTIES}

    @cached_property
    def _begun(self) -> Mapping[Party, list[int]]:
        return {party: [chain.first for chain in chains] for party, chains in self.chains.items()}

    def chain(self, party: Party, number: int) -> KnownChain | None:
        """The chain of a party that has a number."""
        before = bisect_right(self._begun[party], number)
        chain = self.chains[party][before - 1] if before else None
        return chain if chain and number <= last_number(chain.first) else None

    @cached_property
    def _walks(self) -> list[tuple[KnownChain, dict[int, str]]]:
        """The links of each chain up to the last one that was given, by number, and before them what is to be its head.

        A chain that cannot have begun yet is left out: a browser commits again for the next number, or the one after
        it.
        """
        about = self.proof.context
        return [
            (
                chain,
                dict(islice(links_down(about, chain.party, chain.given, chain.link), chain.given - chain.first + 2)),
            )
            for chain in self.proof.chains
            if chain.given and chain.first <= self.most + 2
        ]

    @cached_property
    def broken(self) -> list[KnownChain]:
        """The chains whose last link does not lead down to the head."""
        return [chain for chain, links in self._walks if links[chain.first - 1] != chain.head]

    @cached_property
    def links(self) -> Mapping[Party, Mapping[int, str]]:
        """The links of each party by number, as far as they follow from those that were given."""
        found: dict[Party, dict[int, str]] = {party: {} for party in PARTIES}
        for chain, links in self._walks:
            if links[chain.first - 1] == chain.head:
                found[chain.party] |= {number: link for number, link in links.items() if number >= chain.first}
        return found

    # Who takes part ------------------------------------------------------------------------------------------------

    def seats_with(self, number: int) -> list[Party]:
        """The seats whose browsers have a chain for a number."""
        return [party for party in SEAT_PARTIES if self.chain(party, number)]

    @property
    def is_alone(self) -> bool:
        """Is there one browser: of two people who share it, or of one who plays the computer?"""
        return self.proof.shared or any(
            self.record.tags.get(tag, "").startswith(BY_COMPUTER) and not self.chains[party]
            for tag, party in zip(PLAYERS, SEAT_PARTIES, strict=True)
        )

    def thrower(self, number: int, ply: Ply) -> Party | None:
        """The seat that gives its link last: that of a lot is second, where its browser has a chain."""
        seats = self.seats_with(number)
        if ply.seat == CHANCE:
            return seats[-1] if seats else None
        party = SEAT_PARTIES[ply.seat]
        return party if party in seats else None

    def needed(self, number: int, ply: Ply) -> list[Party]:
        """The seats without whose links nothing may be thrown."""
        if self.is_alone:
            return self.seats_with(number)
        thrower = self.thrower(number, ply)
        return [thrower] if thrower else []

    def counted(self, number: int) -> tuple[Party, ...]:
        """The seats whose links counted."""
        counts = zip(SEAT_PARTIES, COUNTING[self.proof.given[number - 1]], strict=True)
        return tuple(party for party, does in counts if does)

    # Throws --------------------------------------------------------------------------------------------------------

    @cached_property
    def checked(self) -> tuple[CheckedThrow, ...]:
        """Every throw, and the one that its links imply."""
        return tuple(self._checked(number, ply) for number, ply in self.numbered.items())

    def _checked(self, number: int, ply: Ply) -> CheckedThrow:
        counted = self.counted(number)
        links = [self.links[party].get(number, "") if party in {"server", *counted} else "" for party in PARTIES]
        is_known = sum(map(bool, links)) == 1 + len(counted)
        due = ply.before.drawn(sixteenth(self.proof.context, number, *links)) if is_known else ""
        left_out: tuple[Party, ...] = tuple(party for party in self.seats_with(number) if party not in counted)
        return CheckedThrow(number, ply, due, counted, left_out)

    @cached_property
    def throws_before(self) -> list[int]:
        """How many of the first n actions are throws and lots, by n."""
        return list(accumulate((not ply.is_move for ply in self.plies), initial=0))

    @cached_property
    def standing_before(self) -> list[int]:
        """How many throws and lots that stand have a number up to n, by n."""
        return list(accumulate((letter != PASSED_OVER for letter in self.proof.given), initial=0))

    def side(self, party: Party) -> Phrase:
        """What a party is called."""
        return side(self.record.game, party)


def side(game: Game, party: Party) -> Phrase:
    """What a party is called: the server, or as the pieces of its seat."""
    return Phrase(N_("the server") if party == "server" else game.system.seats[SEATS.index(party)])


# --- Rules -----------------------------------------------------------------------------------------------------------


def chains_join(case: Case) -> Iterator[Finding]:
    """The chains of a party join; the server's begin where a block does."""
    for party, chains in case.chains.items():
        for before, chain in pairwise(chains):
            if chain.first > last_number(before.first) + 1:
                reason = N_("Before the chain from {number} on there are numbers without one ({party}).")
                yield wrong(reason, chain.first, party=case.side(party))
        for chain in chains:
            if chain.first > case.most + 2:
                reason = N_("A chain begins with {number}, which was not the next number yet ({party}).")
                yield wrong(reason, chain.first, party=case.side(party))
    if case.most and (not case.chains["server"] or case.chains["server"][0].first != 1):
        yield wrong(N_("The server had no chain for the first throw."))
    for chain in case.chains["server"]:
        if chain.first != last_number(chain.first - 1) + 1:  # where no block begins
            yield wrong(N_("The server began another chain with {number}, before its own had ended."), chain.first)


def heads_differ(case: Case) -> Iterator[Finding]:
    """No two chains have the same head: it would be copied."""
    seen: set[str] = set()
    for chain in case.proof.chains:
        if chain.head in seen:
            yield wrong(
                N_("The chain from {number} on has the head of another one ({party})."),
                chain.first,
                party=case.side(chain.party),
            )
        seen.add(chain.head)


def links_lead_down(case: Case) -> Iterator[Finding]:
    """The last link of each chain leads down to its head, in this game, ruleset and start."""
    for chain in case.broken:
        yield wrong(
            N_("The last link of the chain from {number} on does not lead down to its head in this game ({party})."),
            chain.first,
            party=case.side(chain.party),
        )


def numbers_fit(case: Case) -> Iterator[Finding]:
    """There is a letter for each throw and each number that was passed over, and no other."""
    explained, last = set[int](), 0
    for spent in case.proof.spent:
        if not last < spent.number <= spent.last <= case.most:
            yield wrong(N_("The reason for passing over {number} is out of order, or overlaps another."), spent.number)
        else:
            explained.update(range(spent.number, spent.last + 1))
            last = spent.last
    for number, letter in enumerate(case.proof.given, 1):
        if letter == PASSED_OVER and number not in explained:
            yield wrong(N_("Number {number} was passed over, and nothing explains it."), number)
        if letter != PASSED_OVER and number in explained:
            yield wrong(N_("Number {number} is said to be passed over, but was thrown."), number)
    standing = len(case.proof.numbers)
    if standing != len(case.thrown):
        reason = N_("There are {count} throws, and {standing} numbers for them.")
        yield wrong(reason, min(standing, len(case.thrown)) + 1, count=len(case.thrown), standing=standing)


def spent_was_due(case: Case) -> Iterator[Finding]:
    """Where a number was passed over, its throw was due when moves were taken back, which both had agreed to."""
    for spent in case.proof.spent:
        if spent.number > case.most:
            continue  # numbers_fit says so
        if spent.at > len(case.plies) or case.throws_before[spent.at] != case.standing_before[spent.number - 1]:
            yield wrong(N_("Number {number} was not the next one after {at} moves."), spent.number, at=spent.at)
        elif spent.why == "takeback":
            yield from _taken_back(case, spent)
        elif spent.asked not in case.seats_with(spent.last):
            yield wrong(N_("Number {number} was passed over for a browser that had no chain."), spent.number)


def _taken_back(case: Case, spent: Spent) -> Iterator[Finding]:
    """The moves that were taken back are legal where they stood, and led to a throw."""
    if not spent.taken or spent.last != spent.number:
        yield wrong(N_("Number {number} was passed over without a move that was taken back."), spent.number)
        return
    state = case.line.state if spent.at == len(case.plies) else case.plies[spent.at].before
    for text in spent.taken:
        if state.turn == CHANCE:
            yield wrong(
                N_("Before number {number}, {text} cannot have been taken back: no move was due."),
                spent.number,
                text=text,
            )
            return
        try:
            state = state.play(text)
        except IllegalAction:
            yield wrong(
                N_("Before number {number}, {text} cannot have been taken back: it is not legal."),
                spent.number,
                text=text,
            )
            return
    if state.turn != CHANCE:
        yield wrong(N_("Number {number} was passed over though nothing was to be thrown."), spent.number)
    asked = SEATS.index(spent.asked) if spent.asked else None
    if len(case.seats_with(spent.number)) > 1 and (asked is None or spent.agreed != SEATS[other(asked)]):
        yield wrong(N_("Number {number} was passed over though the other side had not agreed to it."), spent.number)


def late_was_lost(case: Case) -> Iterator[Finding]:
    """A throw went without the thrower's link only where the other's had been given, and a new chain follows."""
    for number in case.proof.late:
        ply = case.numbered.get(number)
        thrower = case.thrower(number, ply) if ply else None
        after = case.chain(thrower, number + 1) if thrower else None
        if not ply or not thrower or case.counted(number) != tuple(p for p in SEAT_PARTIES if p != thrower):
            yield wrong(N_("Throw {number} is marked as late, but its links show that it was not."), number)
        elif not after or after.first != number + 1:
            yield wrong(N_("Throw {number} is marked as late, but no new chain follows it."), number)


def links_are_there(case: Case) -> Iterator[Finding]:
    """Every link that counts follows from those that were given."""
    for number in case.numbered:
        for party in ("server", *case.counted(number)):
            chain = case.chain(party, number)
            if not chain or chain.given < number:
                reason = N_("Throw {number}: a link that is not there is counted ({party}).")
                yield wrong(reason, number, party=case.side(party))


def throwers_count(case: Case) -> Iterator[Finding]:
    """The links count without which nothing may be thrown."""
    late = set(case.proof.late)
    for number, ply in case.numbered.items():
        for party in case.needed(number, ply):
            if party not in case.counted(number) and number not in late:
                reason = N_("Throw {number}: a link should count, and does not ({party}).")
                yield wrong(reason, number, party=case.side(party))


def results_follow(case: Case) -> Iterator[Finding]:
    """Each throw is what its links make it."""
    for throw in case.checked:
        if throw.due and not throw.agrees:
            reason = N_("Throw {number} is {thrown}; it should be {due}.")
            yield wrong(reason, throw.number, thrown=throw.ply.text, due=throw.due)


RULES: tuple[Callable[[Case], Iterator[Finding]], ...] = (
    chains_join,
    heads_differ,
    links_lead_down,
    numbers_fit,
    spent_was_due,
    late_was_lost,
    links_are_there,
    throwers_count,
    results_follow,
)


def amiss(case: Case) -> list[Finding]:
    """All that is wrong with the throws of a record, by number."""
    found = [finding for rule in RULES for finding in rule(case)]
    return sorted(found, key=lambda finding: finding.number)
