"""The text of a position: its board and the words after it, each declared once.

Writer, reader and errors, the editor and the tables of docs/notation.md follow from a game's `FORM`.  Boards and words
are about the fields of the position from the side of FIRST: `own` is FIRST's.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter, itemgetter
from typing import Any, Literal, NamedTuple

from ibau.core.bits import index
from ibau.core.board import Piece
from ibau.core.errors import PositionError, join_names
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote

Fields = Mapping[str, int]
Kind = tuple[str, str]  # `kind` and `side` of a Piece
Derive = Callable[[Sequence[Piece], Sequence[str]], str]  # (pieces on squares, the words before this one)

PLAIN_PIECE = ("piece", "")
MOST_DIGITS = 18
LARGEST_NUMBER = 10**MOST_DIGITS - 1


UNREACHABLE = Phrase(N_("No game comes to this position: its words contradict its board, or one another."))


class Squares(NamedTuple):
    """The first word: the pieces on the squares."""

    kinds: tuple[Kind, ...]  # the pieces of each seat
    notation: str  # how it is written, for docs/notation.md
    read: Callable[[Any, str], Fields]  # (rules, word); raises PositionError
    text: Callable[[Any], str]  # (position)
    set_up: Callable[[Sequence[Piece]], str]  # (pieces on squares)
    together: tuple[tuple[str, str], ...] = ()  # kinds that may stand on one square, the lower first


class Word(NamedTuple):
    """A word after the board, and how the editor asks for it."""

    name: str  # in errors and tables
    read: Callable[[str], Fields]  # raises PositionError
    text: Callable[[Any], str]  # (position)
    label: str = ""  # in the editor, a text of the catalogues
    choices: tuple[tuple[str, Phrase], ...] = ()  # the possible words and the meaning of each
    typed: Literal["", "number", "list"] = ""  # what is typed, if there are no choices
    cleared: str = "-"  # for an empty board
    derived: Derive | None = None  # the word follows from the pieces, so the editor does not ask for it
    separator: Literal[" ", ","] = " "  # before the word


class Form(NamedTuple):
    """The text of a game's positions."""

    name: str  # in errors: "Seega"
    position: Any  # the NamedTuple
    squares: Squares
    words: tuple[Word, ...]
    sides: tuple[tuple[str, str], ...] = (("own", "enemy"),)  # pairs of fields: of the player to act, of the other

    def text(self, position: Any) -> str:
        """The text of a position, one line, which `read` reads."""
        seen = self._turned(position)
        return self.squares.text(seen) + "".join([word.separator + word.text(seen) for word in self.words])

    def read(self, rules: Any, text: str) -> Any:
        """The position of a text.  Raises PositionError."""
        squares, words = self._split(text)
        found = dict(self.squares.read(rules, squares))
        for word, given in zip(self.words, words, strict=True):
            found = {**word.read(given), **found}  # earlier words win: before the lot no piece is placed
        return self._turned(self.position(**found))

    @property
    def editable_words(self) -> tuple[Word, ...]:
        """The words that do not follow from the pieces."""
        return tuple(word for word in self.words if not word.derived)

    def editable_values(self, text: str) -> tuple[str, ...]:
        """The values of `editable_words` in the text of a position."""
        _, words = self._split(text)
        return tuple(given for word, given in zip(self.words, words, strict=True) if not word.derived)

    def set_up(self, pieces: Sequence[Piece], values: Sequence[str]) -> str:
        """The text of pieces on squares and values of `editable_words`, valid or not."""
        left, words = iter(values), list[str]()
        for word in self.words:
            words.append(word.derived(pieces, words) if word.derived else next(left))
        texts = zip(self.words, words, strict=True)
        return self.squares.set_up(pieces) + "".join(word.separator + text for word, text in texts)

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
            if word.separator == ",":
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
        """The names of the words between spaces, by their places in a message: word1, word2 and so on."""
        names = [Phrase(N_("board"))]
        for word in self.words:
            if word.separator == ",":
                names[-1] = Phrase(N_("{one} and {other}"), {"one": names[-1], "other": Phrase(word.name)})
            else:
                names.append(Phrase(word.name))
        return {f"word{n}": name for n, name in enumerate(names, 1)}

    def _turned(self, position: Any) -> Any:
        """Convert a position from the side of the player to act to that of FIRST, or back."""
        if position.player != SECOND:
            return position
        return self.position._make(_exchanged(self.position._fields, self.sides)(position))


@cache
def _exchanged(fields: Sequence[str], sides: Iterable[tuple[str, str]]) -> Callable[[Any], tuple[int, ...]]:
    """Get the fields of a position with those of the two players exchanged."""
    other = {**dict(sides), **{enemy: own for own, enemy in sides}}
    return itemgetter(*[fields.index(other.get(field, field)) for field in fields])


# --- Words -----------------------------------------------------------------------------------------------------------


class Meaning(NamedTuple):
    """A word that stands for fields of a position."""

    word: str
    fields: Fields
    text: Phrase


def one_of(name: str, label: str, *meanings: Meaning, derived: Derive | None = None) -> Word:
    """A word out of a few; the last one whose fields match the position is written."""
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

    values_of = attrgetter(*fields)

    @lru_cache  # few different values, looked up for the text of each position
    def word_of(values: Any) -> str:
        found = dict(zip(fields, values if len(fields) > 1 else (values,), strict=True)).items()
        return next(word for word, fields in reversed(known.items()) if fields.items() <= found)

    def text(position: Any) -> str:
        return word_of(values_of(position))

    choices = tuple((meaning.word, meaning.text) for meaning in meanings)
    return Word(name, read, text, label, choices, cleared=meanings[0].word, derived=derived)


def whose_turn(first: Phrase, second: Phrase, *others: Meaning, begun: Fields | None = None) -> Word:
    """The player to act; `begun` are the other fields that are set once there is one."""
    texts = ((FIRST, first), (SECOND, second))
    seats = (Meaning(SEATS[seat], {"player": seat, **(begun or {})}, text) for seat, text in texts)
    return one_of(N_("player"), N_("Whose turn it is"), *seats, *others)


def before_the_lot(fields: Fields) -> Meaning:
    """The word before lots are drawn, when no player is to act."""
    return Meaning("lot", {"player": FIRST, **fields}, Phrase(N_("nobody: lots are drawn first")))


def mark(field: str, word: str, name: str, label: str, value: int = 1) -> Word:
    """An optional word, which sets a field."""
    return one_of(
        name,
        label,
        Meaning("-", {field: 0}, Phrase(N_("no"))),
        Meaning(word, {field: value}, Phrase(N_("yes"))),
    )


def square(field: str, name: str, label: str, names: Sequence[str]) -> Word:
    """A square or none, in a field that has a single bit or 0."""
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
        bit = getattr(position, field)
        return names[index(bit)] if bit else "-"

    squares = ((known, Phrase("{name}", {"name": known})) for known in names)
    return Word(name, read, text, label, (("-", Phrase(N_("none"))), *squares))


def number(
    field: str,
    name: str,
    label: str = "",
    *,
    cleared: str = "0",
    derived: Derive | None = None,
    separator: Literal[" ", ","] = " ",
) -> Word:
    """A whole number of at most MOST_DIGITS digits.  Below 0, which another word expresses, it is written as 0."""

    def read(text: str) -> Fields:
        if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
            raise PositionError(N_("{given} is no number of {name}."), given=quote(text), name=Phrase(name))
        return {field: int(text)}

    def text(position: Any) -> str:
        value = getattr(position, field)
        return str(value if 0 <= value <= LARGEST_NUMBER else min(max(value, 0), LARGEST_NUMBER))

    return Word(name, read, text, label, typed="number", cleared=cleared, derived=derived, separator=separator)


def numbers(
    name: str,
    label: str,
    valid: Sequence[int],
    fields: Callable[[Sequence[int]], Fields],
    values: Callable[[Any], Iterable[int]],
) -> Word:
    """Numbers with commas between, `-` for none: `fields` converts them to fields, `values` a position to them."""
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
        return ",".join(map(str, values(position))) or "-"

    return Word(name, read, text, label, typed="list")


def finished_turns(cleared: str = "0") -> Word:
    """The number of finished turns."""
    return number("turns", N_("finished turns"), N_("Finished turns"), cleared=cleared)
