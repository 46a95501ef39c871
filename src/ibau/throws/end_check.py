"""Who vouches for the end of a game: the rules, the last link of the side that ended it, or the server's signature."""

from ibau.core.outcome import FIRST, SECOND, other
from ibau.core.phrase import N_
from ibau.throws.chain_check import SEAT_PARTIES, Case
from ibau.throws.chains import Party, last_number
from ibau.throws.finding import Finding, not_compared, right
from ibau.throws.proof import KnownChain


def vouched(case: Case) -> Finding:
    """What the record itself shows of its end."""
    settlement = case.record.settlement
    if settlement is None:
        return right(N_("It follows from the rules.")) if case.line.result else not_compared(N_("It is not over."))
    if settlement.kind == "abandoned":
        return not_compared(N_("Only the server says that a side left."))
    seats = (FIRST, SECOND) if settlement.kind == "agreed" else (other(settlement.winner),)
    chains = [_last_chain(case, party) for party in _parties(case, seats)]
    if not all(chain and _is_given_up(case, chain) for chain in chains):
        return not_compared(
            N_("Only the server says so: the side that ended the game did not give the last link of a chain.")
        )
    if any(chain and chain.first != 1 for chain in chains):
        return not_compared(
            N_("Only the server says so: the last link belongs to a chain that was begun in the middle of the game.")
        )
    sides = [case.side(party) for party in _parties(case, seats)]
    if len(sides) == 1:
        return right(N_("The last link of a chain vouches for it ({party})."), party=sides[0])
    return right(N_("The last links of both chains vouch for it."))


def _parties(case: Case, seats: tuple[int, ...]) -> list[Party]:
    """Whose last links vouch for it: where two people share a browser, those of its chain; a computer has none."""
    if case.proof.shared:
        return [party for party in SEAT_PARTIES if case.chains[party]] or [SEAT_PARTIES[seats[0]]]
    return [SEAT_PARTIES[seat] for seat in seats]


def _last_chain(case: Case, party: Party) -> KnownChain | None:
    chains = case.chains[party]
    return chains[-1] if chains else None


def _is_given_up(case: Case, chain: KnownChain) -> bool:
    """Was the last link of a chain given, though no throw could need it yet?"""
    return chain not in case.broken and chain.given == last_number(chain.first) > case.most + 1
