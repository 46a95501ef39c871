"""How a position is written: its board and the words beside it, each declared once.

Text, reader and errors, what a position is put together from by hand and the tables of docs/notation.md follow from a
game's `FORM`.  Boards and words hold fields of the position as FIRST sees them: `own` is FIRST's.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ibau.core.bits import index
from ibau.core.board import Piece
from ibau.core.errors import PositionError, join_names
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote

Fields = Mapping[str, int]
Kind = tuple[str, str]  # what a piece is, and the side that is up where it matters
Derive = Callable[[Sequence[Piece], Sequence[str]], str]  # (pieces on squares, the words before this one)

PLAIN_PIECE = ("piece", "")
MOST_DIGITS = 18
LARGEST_NUMBER = 10**MOST_DIGITS - 1


UNREACHABLE = Phrase(N_("No game comes to this position: its words contradict its board, or one another."))


class Squares(NamedTuple):
    """The first word: what is on the squares."""

    kinds: tuple[Kind, ...]  # the pieces of each seat
    notation: str  # how it is written, for docs/notation.md
    read: Callable[[Any, str], Fields]  # (rules, word); raises PositionError
    text: Callable[[Any], str]  # (position)
    set_up: Callable[[Sequence[Piece]], str]  # (pieces on squares)
    together: tuple[tuple[str, str], ...] = ()  # kinds that may stand on one square, the lower first


class Word(NamedTuple):
    """A word beside the board, and what is asked for it where a position is put together by hand."""

    name: str  # in errors and tables
    read: Callable[[str], Fields]  # raises PositionError
    text: Callable[[Any], str]  # (position)
    label: str = ""  # the question, a text of the catalogues
    choices: tuple[tuple[str, Phrase], ...] = ()  # the words it may be, and what each means
    typed: Literal["", "number", "list"] = ""  # where there are no choices
    cleared: str = "-"  # for an empty board
    derived: Derive | None = None  # where nothing is asked, for the pieces tell it
    after_comma: bool = False  # rather than after a space


class Form(NamedTuple):
    """The text of a game's positions."""

    name: str  # in errors: "Seega"
    position: Callable[..., Any]  # the NamedTuple
    squares: Squares
    words: tuple[Word, ...]
    sides: tuple[tuple[str, str], ...] = (("own", "enemy"),)  # fields of the player to act, and those of the other

    def text(self, position: Any) -> str:
        """A position in one line that `read` takes back."""
        seen = self._turned(position)
        return self._line(self.squares.text(seen), [word.text(seen) for word in self.words])

    def read(self, rules: Any, text: str) -> Any:
        """The position of a text.  Raises PositionError with what is wrong and what would be right."""
        squares, words = self._split(text)
        found = dict(self.squares.read(rules, squares))
        for word, given in zip(self.words, words, strict=True):
            found = {**word.read(given), **found}  # earlier words win: nothing is placed before lots are drawn
        return self._turned(self.position(**found))

    @property
    def editable_words(self) -> tuple[Word, ...]:
        """The words that the pieces do not tell."""
        return tuple(word for word in self.words if not word.derived)

    def editable_values(self, text: str) -> tuple[str, ...]:
        """What a position's text says to what is asked."""
        _, words = self._split(text)
        return tuple(given for word, given in zip(self.words, words, strict=True) if not word.derived)

    def set_up(self, pieces: Sequence[Piece], values: Sequence[str]) -> str:
        """The text of pieces on squares and answers to what is asked, good or not."""
        left, words = iter(values), list[str]()
        for word in self.words:
            words.append(word.derived(pieces, words) if word.derived else next(left))
        return self._line(self.squares.set_up(pieces), words)

    def _line(self, squares: str, words: Sequence[str]) -> str:
        parts = [squares]
        for word, text in zip(self.words, words, strict=True):
            parts += ("," if word.after_comma else " ", text)
        return "".join(parts)

    def _split(self, text: str) -> tuple[str, list[str]]:
        given, names = text.split(), self._names()
        if len(given) != len(names):
            raise PositionError(
                N_("A {name} position has {count} words ({names}), not {given}."),
                name=self.name,
                count=len(names),
                names=Phrase(", ".join(f"{{{n}}}" for n in names), names),
                given=len(given),
            )
        words: list[str] = []
        for word in reversed(self.words):
            if word.after_comma:
                given[-1], comma, last = given[-1].rpartition(",")
                if not comma:
                    raise PositionError(
                        N_("{given}: write {names} with a comma between."),
                        given=quote(last),
                        names=names[f"word{len(given)}"],
                    )
            else:
                last = given.pop()
            words.append(last)
        return given[0], words[::-1]

    def _names(self) -> dict[str, Phrase]:
        """What the words between spaces are called: word1, word2 and so on."""
        names = [Phrase(N_("board"))]
        for word in self.words:
            if word.after_comma:
                names[-1] = Phrase(N_("{one} and {other}"), {"one": names[-1], "other": Phrase(word.name)})
            else:
                names.append(Phrase(word.name))
        return {f"word{n}": name for n, name in enumerate(names, 1)}

    def _turned(self, position: Any) -> Any:
        """From the side of the player to act to FIRST's, or back."""
        if position.player != SECOND:
            return position
        turned: dict[str, int] = {}
        for own, enemy in self.sides:
            turned[own], turned[enemy] = getattr(position, enemy), getattr(position, own)
        return position._replace(**turned)


# --- Words -----------------------------------------------------------------------------------------------------------


class Meaning(NamedTuple):
    """A word that stands for fields of a position."""

    word: str
    fields: Fields
    text: Phrase


def one_of(name: str, label: str, *meanings: Meaning, derived: Derive | None = None) -> Word:
    """One of a few words; written is the last one that is true."""
    known = {meaning.word: meaning.fields for meaning in meanings}
    fields = tuple({field: 0 for meaning in meanings for field in meaning.fields})

    def read(text: str) -> Fields:
        if text not in known:
            raise PositionError(
                N_("{given} is no {name}; write {known}."),
                given=quote(text),
                name=Phrase(name),
                known=join_names(known),
            )
        return known[text]

    @lru_cache  # of few values, which the text of each position asks about
    def word_of(*values: int) -> str:
        held = dict(zip(fields, values, strict=True)).items()
        return next(word for word, meant in reversed(known.items()) if meant.items() <= held)

    def text(position: Any) -> str:
        return word_of(*[getattr(position, field) for field in fields])

    choices = tuple((meaning.word, meaning.text) for meaning in meanings)
    return Word(name, read, text, label, choices, cleared=meanings[0].word, derived=derived)


def whose_turn(first: Phrase, second: Phrase, *others: Meaning, begun: Fields | None = None) -> Word:
    """Who is to act; `begun` is what else is so once a player is."""
    seats = (
        Meaning(SEATS[seat], {"player": seat, **(begun or {})}, said)
        for seat, said in ((FIRST, first), (SECOND, second))
    )
    return one_of(N_("player"), N_("Whose turn it is"), *seats, *others)


def before_the_lot(fields: Fields) -> Meaning:
    """Nobody is to act yet."""
    return Meaning("lot", {"player": FIRST, **fields}, Phrase(N_("nobody: lots are drawn first")))


def mark(field: str, word: str, name: str, label: str, value: int = 1) -> Word:
    """A word that is there or not."""
    return one_of(
        name,
        label,
        Meaning("-", {field: 0}, Phrase(N_("no"))),
        Meaning(word, {field: value}, Phrase(N_("yes"))),
    )


def square(field: str, name: str, label: str, names: Sequence[str]) -> Word:
    """A square as a set of one, or none."""
    numbers = {known: n for n, known in enumerate(names)}

    def read(text: str) -> Fields:
        if text != "-" and text not in numbers:
            raise PositionError(
                N_("{given} is no square of {name}; write {first} to {last}, or -."),
                given=quote(text),
                name=Phrase(name),
                first=names[0],
                last=names[-1],
            )
        return {field: 0 if text == "-" else 1 << numbers[text]}

    def text(position: Any) -> str:
        held = getattr(position, field)
        return names[index(held)] if held else "-"

    squares = ((known, Phrase("{name}", {"name": known})) for known in names)
    return Word(name, read, text, label, (("-", Phrase(N_("none"))), *squares))


def number(
    field: str,
    name: str,
    label: str = "",
    *,
    cleared: str = "0",
    derived: Derive | None = None,
    after_comma: bool = False,
) -> Word:
    """A whole number; one below 0 is for another word to say, and counting on ends with the digits."""

    def read(text: str) -> Fields:
        if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
            raise PositionError(N_("{given} is no number of {name}."), given=quote(text), name=Phrase(name))
        return {field: int(text)}

    def text(position: Any) -> str:
        return str(min(max(getattr(position, field), 0), LARGEST_NUMBER))

    return Word(name, read, text, label, typed="number", cleared=cleared, derived=derived, after_comma=after_comma)


def numbers(
    name: str,
    label: str,
    valid: Sequence[int],
    fields: Callable[[Sequence[int]], Fields],
    held: Callable[[Any], Iterable[int]],
) -> Word:
    """Numbers with commas between them, `-` for none: the fields of some, and those that a position holds."""
    known = {str(value): value for value in valid}

    def read(text: str) -> Fields:
        words = [] if text == "-" else text.split(",")
        for word in words:
            if word not in known:
                raise PositionError(
                    N_("{given} is none of {name}, {first} to {last}; write - for none."),
                    given=quote(word),
                    name=Phrase(name),
                    first=valid[0],
                    last=valid[-1],
                )
        return fields([known[word] for word in words])

    def text(position: Any) -> str:
        return ",".join(map(str, held(position))) or "-"

    return Word(name, read, text, label, typed="list")


def finished_turns(cleared: str = "0") -> Word:
    """How many turns are over."""
    return number("turns", N_("finished turns"), N_("Finished turns"), cleared=cleared)
