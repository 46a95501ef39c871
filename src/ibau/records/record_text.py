"""Read records from text with any number of games, as a stream that holds one game at a time.

A text consists of tags, words, comments and parentheses.  Line breaks mean nothing; turn numbers help people and are
not checked.  A comment before the first action of a line belongs to the line, any other one to the action before it;
several on one action are joined.  As in PGN, a comment can also go from `;` to the end of its line, and an annotation
such as `!?` or `$14` is kept as a comment.
"""

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ibau.core.errors import IbauError, RecordError, join_names
from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote, shorten
from ibau.core.record import (
    CLAIMS,
    DEEPEST,
    DERIVED,
    ESCAPES,
    UNFINISHED,
    Entry,
    Record,
    Variation,
    check_claim,
    check_comment,
    check_tag,
    check_version,
)

RESULTS = ("p1win", "p2win", "draw", UNFINISHED)
OF_CHESS = ("1-0", "0-1", "1/2-1/2")  # result words of chess
ENDS = {*RESULTS, *OF_CHESS}

SOMETHING = re.compile("[^ \t\n\r\f\v\ufeff]")
TAG = re.compile(r'\[\s*+([^\s"\]]++)\s*+"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*+\]')  # possessive: no backtracking
WORD = re.compile(r"[^ \t\n\r\f\v\[\](){};!?$]+")
MARK = re.compile(r"[\[\](){};!?$\ufeff]")  # neither of a word nor a blank between words
GLYPH = re.compile(r"[!?]+|\$[0-9]*+")
TURN_NUMBER = re.compile(r"[0-9]+\.+")
UNESCAPED = {escape[-1]: letter for letter, escape in ESCAPES.items()}


class Token(NamedTuple):
    """A token of a text; `kind` is tag, comment, word, a parenthesis, or end."""

    kind: str
    text: str
    line: int
    value: str = ""  # of a tag


def read_text(lines: Iterable[str], game: Callable[[str], Game]) -> Iterator[Record]:
    """The games of a text, each replayed and checked; `game` returns the game of a ruleset text.

    Raises RecordError, which names the line and what is wrong or was expected there.
    """
    reader = _Reader(_Scanner(lines).tokens())
    while reader.now.kind != "end":
        yield _record(reader, game)


def _record(reader: "_Reader", game: Callable[[str], Game]) -> Record:
    """One game: tags, a line of actions, the result word."""
    tags = reader.tags()
    if "RulesVersion" in tags:
        with _at_line(tags["RulesVersion"].line):
            check_version(tags["RulesVersion"].value)
    with _at_line(tags["Ruleset"].line):
        rules = game(tags["Ruleset"].value)
    mainline = reader.variation()
    word = reader.result_word()
    others = {name: tag.value for name, tag in tags.items() if name not in DERIVED}
    record = Record(rules, mainline, others, tags["FEN"].value if "FEN" in tags else None)
    with _at_line(tags["FEN" if "FEN" in tags else "Ruleset"].line):
        record.first_state()
    last = record.check()
    if "Kind" in tags:
        with _at_line(tags["Kind"].line):
            record = record.with_claimed_end(last, tags["Kind"].value, word.text)
    for name in CLAIMS:
        if name in tags:
            with _at_line(tags[name].line):
                check_claim(record, name, tags[name].value)
    with _at_line(word.line):
        check_claim(record, "Result", word.text)
    return record


@contextmanager
def _at_line(line: int) -> Generator[None]:
    """Turn errors in the block into RecordErrors that name a line."""
    try:
        yield
    except IbauError as error:
        raise RecordError.on_line(line, error) from error


class _Reader:
    """The grammar of a game, by recursive descent; `now` is the next token."""

    def __init__(self, tokens: Iterator[Token]) -> None:
        self._tokens = tokens
        self.now = next(tokens)

    def _take(self) -> Token:
        token = self.now
        if token.kind != "end":
            self.now = next(self._tokens)
        return token

    def tags(self) -> dict[str, Token]:
        tags: dict[str, Token] = {}
        while self.now.kind == "tag":
            tag = self._take()
            with _at_line(tag.line):
                check_tag(tag.text, tag.value)
            if tag.text in tags:
                raise RecordError.on_line(tag.line, N_("the tag {name} is given twice"), name=tag.text)
            tags[tag.text] = tag
        if "Ruleset" not in tags:
            raise RecordError.on_line(
                self.now.line,
                N_('no game saved by Ibau begins here: expected a tag [Ruleset "…"], not {found}'),
                found=_named(self.now),
            )
        return tags

    def variation(self, depth: int = 0) -> Variation:
        comment = " ".join(self._comments())
        entries: list[Entry] = []
        while self.now.kind == "word" and self.now.text not in ENDS:
            entries.append(self._entry(depth))
        return Variation(tuple(entries), comment)

    def _entry(self, depth: int) -> Entry:
        action = self._take()
        if self.now.kind == "word":
            return Entry(action.text, line_number=action.line)
        comments = list(self._comments())
        variations: list[Variation] = []
        while self.now.kind == "(":
            variations.append(self._in_parentheses(depth + 1))
            comments += self._comments()
        return Entry(action.text, " ".join(comments), tuple(variations), action.line)

    def _comments(self) -> Iterator[str]:
        while self.now.kind == "comment":
            yield self._take().text

    def _in_parentheses(self, depth: int) -> Variation:
        begins = self._take().line
        if depth > DEEPEST:
            raise RecordError.on_line(begins, N_("variations are nested more than {deepest} deep"), deepest=DEEPEST)
        variation = self.variation(depth)
        if not variation.entries:
            raise RecordError.on_line(
                begins, N_("expected a move in the variation, not {found}"), found=_named(self.now)
            )
        end = self._take()
        if end.kind != ")":
            raise RecordError.on_line(
                end.line,
                N_("expected ')' to end the variation that begins on line {begins}, not {found}"),
                begins=begins,
                found=_named(end),
            )
        return variation

    def result_word(self) -> Token:
        token = self._take()
        if token.kind != "word" or token.text in OF_CHESS:
            raise RecordError.on_line(
                token.line,
                N_("expected a move or the result word ({results}), not {found}"),
                results=join_names(RESULTS),
                found=_named(token),
            )
        return token


def _named(token: Token) -> Phrase:
    text = {"end": N_("the end"), "tag": N_("the tag {name}")}.get(token.kind, "{text}")
    return Phrase(text, {"name": shorten(token.text), "text": quote(token.text)})


class _Scanner:
    """The tokenizer: the current place in the lines of a text."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._text = ""
        self._at = 0
        self._line = 0
        self._has_only_words = False

    def tokens(self) -> Iterator[Token]:
        """All tokens but turn numbers; the kind of the last one is end."""
        while self._skip_blanks():
            if self._has_only_words:  # as most lines, which are read faster like this
                yield from self._words()
            elif (token := self._token()).text:
                yield token
        yield Token("end", "", max(self._line, 1))

    def _words(self) -> Iterator[Token]:
        for word in WORD.findall(self._text, self._at):
            if text := _without_number(word):
                yield Token("word", text, self._line)
        self._at = len(self._text)

    def _next_line(self) -> bool:
        text = next(self._lines, None)
        if text is None:
            return False
        self._text, self._at, self._line = text, 0, self._line + 1
        self._has_only_words = not MARK.search(text)
        return True

    def _skip_blanks(self) -> bool:
        """Go to the next token; False if there is none."""
        while (found := SOMETHING.search(self._text, self._at)) is None:
            if not self._next_line():
                return False
        self._at = found.start()
        return True

    def _token(self) -> Token:
        letter = self._text[self._at]
        if letter in "()":
            self._at += 1
            return Token(letter, letter, self._line)
        if letter == "[":
            return self._tag()
        if letter == "{":
            return self._comment()
        if letter == ";":
            self._at += 1
            return self._comment_to(len(self._text), [], self._line)
        if letter in "!?$" and (glyph := GLYPH.match(self._text, self._at)):
            self._at = glyph.end()
            return Token("comment", glyph[0], self._line)
        word = WORD.match(self._text, self._at)
        if not word:
            raise RecordError.on_line(self._line, N_("{letter!r} has no opening partner"), letter=letter)
        self._at = word.end()
        return Token("word", _without_number(word[0]), self._line)

    def _tag(self) -> Token:
        tag = TAG.match(self._text, self._at)
        if not tag:
            raise RecordError.on_line(
                self._line, N_('expected a tag [Name "value"] on one line, not {rest!r}'), rest=self._rest()
            )
        self._at = tag.end()
        return Token("tag", tag[1], self._line, self._unescaped(tag[2]))

    def _unescaped(self, value: str) -> str:
        def letter(escape: re.Match[str]) -> str:
            if escape[1] in UNESCAPED:
                return UNESCAPED[escape[1]]
            text = N_("{escape!r} means nothing in a tag; write \\\\ for a backslash")
            raise RecordError.on_line(self._line, text, escape=escape[0])

        return re.sub(r"\\(.)", letter, value)

    def _comment(self) -> Token:
        begins, parts = self._line, list[str]()
        self._at += 1
        while (end := self._text.find("}", self._at)) < 0:
            parts.append(self._text[self._at :])
            if not self._next_line():
                raise RecordError.on_line(begins, N_("the comment that begins here has no closing brace"))
        return self._comment_to(end, parts, begins)

    def _comment_to(self, end: int, parts: list[str], begins: int) -> Token:
        """The comment of `parts`, the texts of earlier lines, and of the current line up to `end`."""
        parts.append(self._text[self._at : end])
        self._at = end + 1
        with _at_line(begins):
            return Token("comment", check_comment("\n".join(parts)), begins)

    def _rest(self) -> str:
        return self._text[self._at : self._at + 40].rstrip()


def _without_number(word: str) -> str:
    """A word without the turn number before it, empty if there is no more."""
    number = TURN_NUMBER.match(word)
    return word[number.end() :] if number else word
