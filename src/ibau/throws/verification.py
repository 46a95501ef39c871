"""Checking a record: its throws, its moves and its end, each by what there is to compare it with.

    found = verify(record, Notes.read(Path("notes.json")), PublishedKeys.read(Path("ibau-keys.json")))
    found.throws.verdict, str(found.throws.reason)

What there is nothing to compare with is called not compared, never right.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, get_args

from ibau.core.chance import Weights
from ibau.core.line import Ply
from ibau.core.phrase import N_
from ibau.core.record import Record
from ibau.throws import chain_check, end_check, seed_check, signatures
from ibau.throws.chain_check import Case
from ibau.throws.finding import CheckedThrow, Finding, not_compared, right
from ibau.throws.notes import Notes, Part, differences
from ibau.throws.proof import KnownChain, Proof
from ibau.throws.seeds import OWN_STICKS, Origin
from ibau.throws.signatures import PublishedKeys

UNNOTED = N_("The record was not compared with any notes from a page (--commitments).")


class Frequency(NamedTuple):
    """How often a throw came up, and how often chance expects it."""

    text: str
    seen: int
    expected: Fraction


@dataclass(frozen=True, slots=True)
class Verification:
    """What became of checking a record."""

    throws: Finding
    moves: Finding
    end: Finding
    signature: Finding
    notes: Finding
    amiss: tuple[Finding, ...] = ()  # all that is wrong
    checked: tuple[CheckedThrow, ...] = ()
    proof: Proof | None = None  # what the throws follow from in scheme 2
    origin: Origin | None = None  # and in scheme 1
    passed_over: tuple[tuple[int, int], ...] = ()  # in scheme 1: the first and last of each row, without a reason

    @property
    def is_wrong(self) -> bool:
        return bool(self.amiss)

    @property
    def fewer(self) -> tuple[CheckedThrow, ...]:
        """The throws to which not every browser added that had a chain."""
        return tuple(throw for throw in self.checked if throw.left_out)

    @property
    def servers_alone(self) -> tuple[CheckedThrow, ...]:
        """The throws to which no browser added: the server could have chosen them."""
        return tuple(throw for throw in self.checked if self.proof and not throw.counted)

    @property
    def new_chains(self) -> tuple[KnownChain, ...]:
        """The chains that were begun in the middle of the game."""
        return tuple(chain for chain in self.proof.chains if chain.first > 1) if self.proof else ()

    @property
    def frequencies(self) -> tuple[list[Frequency], list[Frequency]]:
        """How often each throw came up, and each lot: where all links counted that could, and where not."""
        return (
            _frequencies([throw.ply for throw in self.checked if not throw.left_out]),
            _frequencies([throw.ply for throw in self.fewer]),
        )


def _frequencies(plies: Sequence[Ply]) -> list[Frequency]:
    """The throws that came up, and the lots, which have chances of their own."""
    kinds: dict[Weights, list[Ply]] = {}
    for ply in plies:
        kinds.setdefault(ply.before.weights, []).append(ply)
    return [frequency for kind in kinds.values() for frequency in _of_one_kind(kind)]


def _of_one_kind(plies: Sequence[Ply]) -> list[Frequency]:
    seen, chances = Counter(ply.text for ply in plies), plies[0].before.chances
    return [Frequency(text, seen[text], len(plies) * chance) for text, chance in chances.items()]


def verify(record: Record, notes: Notes | None = None, keys: PublishedKeys | None = None) -> Verification:
    """Check a record, against a page's notes and a server's published keys where there are any.

    Raises RecordError where it cannot be read.
    """
    ruleset, start = str(record.game.ruleset), record.start or ""
    proof = Proof.of_tags(record.tags, ruleset, start)
    origin = None if proof else Origin.of_tags(record.tags)
    case = Case(record, proof or Proof(record.tags.get("Game", ""), ruleset, start))
    signature = signatures.check(record, keys)
    differing = list(differences(notes, case)) if notes else []
    unsigned = [signature] if signature.is_wrong else []
    checked, amiss = _checked(case, proof, origin)
    wrong_by_part = {part: [finding for of, finding in differing if of == part] for part in get_args(Part)}
    throws = [*amiss, *wrong_by_part["throws"]]
    moves = [*unsigned, *wrong_by_part["moves"]]
    end = [*unsigned, *wrong_by_part["end"]]
    return Verification(
        throws[0] if throws else _throws(case, proof, origin, checked),
        moves[0] if moves else _moves(case, notes, signature),
        end[0] if end else _end(case, notes, signature, is_game_wrong=bool(throws or moves)),
        signature,
        _notes(notes, differing),
        (*throws, *moves, *wrong_by_part["end"]),
        checked,
        proof,
        origin,
        seed_check.passed_over(checked) if origin else (),
    )


def _checked(
    case: Case, proof: Proof | None, origin: Origin | None
) -> tuple[tuple[CheckedThrow, ...], Sequence[Finding]]:
    """The throws of a record, and what is wrong with them."""
    if proof and not (_has_own_sticks(case.record) and not proof.chains and not proof.given):
        return case.checked, chain_check.amiss(case)
    if origin:
        checked = seed_check.checked(case.record, origin)
        return checked, seed_check.amiss(origin, checked)
    return (), ()


def _has_own_sticks(record: Record) -> bool:
    return record.tags.get("Throws") == OWN_STICKS


# --- Where nothing is wrong ------------------------------------------------------------------------------------------


def _throws(case: Case, proof: Proof | None, origin: Origin | None, checked: tuple[CheckedThrow, ...]) -> Finding:
    if origin:
        return seed_check.verdict(origin, checked)
    if _has_own_sticks(case.record):
        return not_compared(N_("People threw their own sticks."))
    if not case.thrown:
        return not_compared(N_("Nothing was thrown."))
    if not proof:
        return not_compared(N_("The record does not say what they follow from."))
    if not any(throw.counted for throw in checked):
        return not_compared(N_("No browser contributed to these throws: the server could have chosen them."))
    if alone := sum(not throw.counted for throw in checked):
        reason = N_("Every throw follows from its links ({count}), but some from the server's alone ({alone}).")
        return right(reason, count=len(checked), alone=alone)
    return right(N_("Every throw follows from its links ({count})."), count=len(checked))


def _moves(case: Case, notes: Notes | None, signature: Finding) -> Finding:
    if signature.verdict == "right":
        return right(N_("The server has signed them."))
    if notes and notes.last and notes.last.at == len(case.plies):
        return right(N_("They match the notes."))
    if notes and notes.throws:
        reason = N_("They match the notes up to throw {number}, and are legal after that.")
        return not_compared(reason, number=max(throw.number for throw in notes.throws))
    return not_compared(N_("They are legal, and there was nothing else to compare them with."))


def _end(case: Case, notes: Notes | None, signature: Finding, *, is_game_wrong: bool) -> Finding:
    if signature.verdict == "right" and case.line.result:
        return right(N_("The server has signed it."))
    if notes and notes.last and notes.last.result:
        return right(N_("It matches the notes."))
    found = end_check.vouched(case)
    if is_game_wrong and found.verdict == "right" and not case.record.settlement:
        return not_compared(N_("It would follow from wrong throws or moves."))
    return found


def _notes(notes: Notes | None, differing: Sequence[tuple[Part, Finding]]) -> Finding:
    if notes is None:
        return not_compared(UNNOTED)
    if differing:
        return differing[0][1]
    return right(N_("The record agrees with the notes, which reach to throw {number}."), number=notes.reach)
