"""Record, a game with tags, a main line, comments and variations, checked by a replay (notation.md section 6).

`str(record)` is the text form; records/record_text.py reads it, records/jsonl.py reads and writes JSON Lines.

The tags Result, Kind and Score are derived from a replay when a record is written, and checked against one when it is
read.  A comment is words with single spaces between them, since the text wraps between words; it cannot contain a
closing brace, which would end it.  Neither comments nor tags contain control characters, as records from strangers are
printed on terminals.
"""

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from ibau.core.coercion import wrong_game_error
from ibau.core.errors import IllegalActionError, PositionError, RecordError
from ibau.core.game import Game, State
from ibau.core.limits import check_items, check_type
from ibau.core.outcome import CHANCE, NOBODY
from ibau.core.phrase import N_, Phrase
from ibau.core.player_end import PlayerEnd, read_claim
from ibau.core.quoting import quote, unwritable
from ibau.core.result import Result

RULES_VERSION = "1"  # raised whenever a game of an older version would be illegal or end otherwise
WIDTH = 100  # columns of the text
UNFINISHED = "*"
DEEPEST = 100  # variations within variations
OPENING = "OpeningPlies"  # the tag with the number of first actions that no player chose
BY_COMPUTER = "computer "  # the beginning of First or Second of a computer player; its level follows
SPACE = re.compile("[ \t\n\r\f\v]+")  # a non-breaking space is part of a word

TAG_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
OPENING_PLIES = re.compile("[0-9]{1,9}")
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
KNOWN_TAGS = ("Ruleset", "RulesVersion", "Date", "First", "Second", "Result", "Kind", "Score", "Seed", "FEN")
CLAIMS = ("Result", "Kind", "Score")
DERIVED = ("Ruleset", "RulesVersion", *CLAIMS, "FEN")


@dataclass(frozen=True, slots=True)
class Entry:
    """An action of a line, with a comment and the variations that could have been played instead."""

    action: str  # its text
    comment: str = ""
    variations: tuple["Variation", ...] = ()  # lines that begin instead of the action
    line_number: int = field(default=0, compare=False)  # in the file that it was read from, else 0

    def __post_init__(self) -> None:
        if self.comment:
            object.__setattr__(self, "comment", check_comment(self.comment))


@dataclass(frozen=True, slots=True)
class Variation:
    """Actions in order, with comments: a main line, or a variation on it."""

    entries: tuple[Entry, ...] = ()
    comment: str = ""  # before the first action

    @classmethod
    def of(cls, actions: Iterable[str]) -> "Variation":
        """Actions without comments."""
        every = check_items(actions, str, "The actions of a Variation are an iterable of texts", RecordError)
        return cls(tuple(map(Entry, every)))

    def __post_init__(self) -> None:
        object.__setattr__(self, "comment", check_comment(self.comment))


class Turn(NamedTuple):
    """The turn of an action; its actor is NOBODY before the first action."""

    actor: int = NOBODY
    players_turns: int = 0  # the number of players' turns that have begun

    @property
    def number(self) -> int:
        """The number of the turn, from 1; 0 for a lot."""
        return 0 if self.actor == CHANCE else self.players_turns

    def of_action_in(self, state: State) -> "Turn":
        """The turn of the next action, played in `state`: the same turn as long as the actor is the same."""
        actor = state.actor if state.turn == CHANCE else state.turn
        if actor == self.actor:
            return self
        return Turn(actor, self.players_turns + (actor != CHANCE))


class Replay(NamedTuple):
    """A replayed main line: three numbers for each action, and the result."""

    actions: "array[int]"  # their numbers
    turns: "array[int]"  # the number of the turn of each, 0 for a lot
    legal: "array[int]"  # the number of legal actions before each
    result: Result | None  # by the rules

    @classmethod
    def of(cls, plies: Iterable[tuple[int, int, int]], result: Result | None) -> "Replay":
        """The replay of plies (action, turn, number of legal actions)."""
        actions, turns, legal = (array("q", column) for column in tuple(zip(*plies, strict=True)) or ((), (), ()))
        return cls(actions, turns, legal, result)


@dataclass(frozen=True, repr=False)
class Record:
    """A game under a ruleset, with tags, comments and variations.  Raises RecordError for an invalid tag."""

    game: Game
    mainline: Variation = field(default_factory=Variation)
    tags: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)  # without those derived from the game
    start: str | None = None  # a position text, if it does not begin at the start of the game
    player_end: PlayerEnd | None = None  # how the players ended it, if they did

    def __post_init__(self) -> None:
        for name, value in self.tags.items():
            if name in DERIVED:
                raise RecordError(N_("the tag {name} follows from the game and cannot be given"), name=name)
            check_tag(name, value)

    def __repr__(self) -> str:
        return f"<Record of {len(self.mainline.entries)}: {self.game.ruleset}>"

    @property
    def actions(self) -> tuple[str, ...]:
        """The action texts of the main line."""
        return tuple(entry.action for entry in self.mainline.entries)

    @property
    def opening_plies(self) -> int:
        """The tag OpeningPlies: the number of first actions that no player chose, throws and lots included.

        Raises RecordError if it is not a number.
        """
        text = self.tags.get(OPENING, "0")
        if not OPENING_PLIES.fullmatch(text):
            raise RecordError(N_("the tag {tag} is a whole number of moves, not {text}"), tag=OPENING, text=quote(text))
        return int(text)

    def first_state(self) -> State:
        """The state in which the game begins.  Raises RecordError if `start` is not a position."""
        if self.start is None:
            return self.game.initial()
        try:
            return self.game.state(self.start)
        except PositionError as error:
            raise RecordError(N_("the start position cannot be read: {error}"), error=error) from error

    @cached_property
    def result(self) -> Result | None:
        """The result of the game; None if it stops before the end.  Raises RecordError at the first illegal action."""
        return self.player_end.result if self.player_end else self.replay.result

    @cached_property
    def replay(self) -> Replay:
        """The replayed main line.  Raises RecordError at the first illegal action."""
        self._follow(with_variations=False)
        return self.replay

    def check(self) -> State:
        """Replay the main line and all variations; return the last state of the main line.

        Raises RecordError at the first illegal action.
        """
        return self._follow(with_variations=True)

    def _follow(self, *, with_variations: bool) -> State:
        state, turn = self.first_state(), Turn()
        plies: list[tuple[int, int, int]] = []
        for n, entry in enumerate(self.mainline.entries, 1):
            number, turn = number_of(state, entry, n), turn.of_action_in(state)
            plies.append((number, turn.number, state.legal_count))
            if with_variations:
                for inner in entry.variations:
                    check_variation(state, inner, entry.action)
            state = state.after_unchecked(number)
        self.replayed(Replay.of(plies, state.result))
        return state

    def replayed(self, replay: Replay) -> "Record":
        """The record itself, with a replay that is already known, so that it need not be repeated."""
        vars(self)["replay"] = replay
        return self

    def with_claimed_end(self, last: State, kind: str, word: str) -> "Record":
        """The record with the end by the players that its tags claim by kind and result word, if they do.

        `last` is its last state.  Raises RecordError if the game cannot have ended like this, RulesetError for a state
        of another game.
        """
        if last.game != self.game:
            raise wrong_game_error("The last state has to be one of", self.game, last.game)
        player_end = read_claim(last, kind, word)
        return replace(self, player_end=player_end).replayed(self.replay) if player_end else self

    def all_tags(self) -> dict[str, str]:
        """All tags in the order of the text: first the known ones, then the others as they were given."""
        result = self.result
        derived = {"Ruleset": str(self.game.ruleset), "RulesVersion": RULES_VERSION, "Result": UNFINISHED}
        if result:
            derived |= {"Result": result.word, "Kind": result.kind}
            if result.score:
                derived["Score"] = "{},{}".format(*result.score)
        if self.start is not None:
            derived["FEN"] = self.start
        tags = {**self.tags, **derived}
        return {name: tags[name] for name in (*KNOWN_TAGS, *tags) if name in tags}

    def __str__(self) -> str:
        tags = self.all_tags()
        heading = "".join(f'[{name} "{escape(value)}"]\n' for name, value in tags.items())
        words = [*self._words(), tags["Result"]]
        return f"{heading}\n{wrap(' '.join(words))}\n"

    def _words(self) -> Iterator[str]:
        """The words of the main line; its replay has the turns, but not those of variations."""
        line = self.mainline
        if any(entry.variations for entry in line.entries):
            yield from variation_words(self.first_state(), line, Turn())
            return
        yield from _comment_words(line.comment)
        turns = self.replay.turns
        for entry, before, turn in zip(line.entries, (None, *turns), turns, strict=False):
            if turn != before:
                yield f"{turn}."
            yield entry.action
            yield from _comment_words(entry.comment)


def number_of(state: State, entry: Entry, number: int, instead_of: str = "") -> int:
    """The action number of an entry; `instead_of` is the action on which its variation begins.

    Raises RecordError with the line in the file and the legal actions.
    """
    try:
        return state.action(entry.action)
    except IllegalActionError as error:
        raise illegal_entry(entry, number, error, instead_of) from error


def play_entry(state: State, entry: Entry, number: int, instead_of: str = "") -> State:
    """The state after an entry; see `number_of`."""
    return state.after_unchecked(number_of(state, entry, number, instead_of))


def illegal_entry(entry: Entry, number: int, error: IllegalActionError, instead_of: str = "") -> RecordError:
    """The error about an entry that cannot be played, with the line in its file."""
    values = {"number": number, "instead_of": instead_of}
    where = Phrase(N_("move {number} of the variation on {instead_of}") if instead_of else N_("move {number}"), values)
    if entry.line_number:
        return RecordError(N_("line {line}, {where}: {reason}"), line=entry.line_number, where=where, reason=error)
    return RecordError(N_("{where}: {reason}"), where=where, reason=error)


def check_variation(state: State, variation: Variation, instead_of: str = "") -> State:
    """Replay a variation with all those in it; return its last state.  Raises RecordError at an illegal action."""
    for n, entry in enumerate(variation.entries, 1):
        after = play_entry(state, entry, n, instead_of)
        for inner in entry.variations:
            check_variation(state, inner, entry.action)
        state = after
    return state


def check_claim(record: Record, tag: str, claimed: str) -> None:
    """Compare a tag that a record claims with the replay.  Raises RecordError, which names both."""
    replayed, text = record.all_tags().get(tag), N_("the record claims {tag} {claimed}, but its replay gives {gives}")
    if claimed != replayed:
        gives = repr(replayed) if replayed else Phrase(N_("no {tag}"), {"tag": tag})
        raise RecordError(text, tag=tag, claimed=quote(claimed), gives=gives)


def check_version(version: str) -> None:
    """Raise RecordError unless the record was made under these rules."""
    if version != RULES_VERSION:
        raise RecordError(
            N_("the record follows rules version {version}; this program knows version {known!r}"),
            version=quote(version),
            known=RULES_VERSION,
        )


def check_comment(text: str) -> str:
    """A comment with single spaces between its words.  Raises RecordError if it cannot be written."""
    if "}" in text:
        raise RecordError(N_("a comment cannot contain a closing brace, which would end it: {text}"), text=quote(text))
    words = SPACE.sub(" ", text).strip(" ")
    _check_letters(Phrase(N_("a comment")), words)
    return words


def check_tag(name: str, value: str) -> None:
    """Raise RecordError unless a tag can be written."""
    if not TAG_NAME.fullmatch(name):
        raise RecordError(N_("{name} cannot name a tag: a letter, then letters, digits and '_'"), name=quote(name))
    check_type(value, str, f"the tag {name} is a text", RecordError)
    _check_letters(Phrase(N_("the tag {name}"), {"name": name}), value)


def _check_letters(what: Phrase, text: str) -> None:
    if found := unwritable(text):
        raise RecordError(N_("{what} contains {found}: {text}"), what=what, found=found, text=quote(text))


def escape(value: str) -> str:
    """A tag's value, escaped for the quotes around it."""
    return "".join(ESCAPES.get(letter, letter) for letter in value)


def wrap(text: str) -> str:
    """A text wrapped to WIDTH columns, where the words allow it.  Unlike textwrap, it breaks only at spaces."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip(" ")
        if lines[-1] and len(longer) > WIDTH:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def variation_words(state: State, variation: Variation, turn: Turn) -> Iterator[str]:
    """The words of a variation: turn numbers, actions, comments in braces, inner variations in parentheses."""
    yield from _comment_words(variation.comment)
    for n, entry in enumerate(variation.entries, 1):
        now = turn.of_action_in(state)
        after = play_entry(state, entry, n)
        if now != turn:
            yield f"{now.number}."
        yield entry.action
        yield from _comment_words(entry.comment)
        for inner in entry.variations:
            yield f"({' '.join(variation_words(state, inner, turn))})"
        state, turn = after, now


def _comment_words(comment: str) -> Iterator[str]:
    if comment:
        yield f"{{{comment}}}"
