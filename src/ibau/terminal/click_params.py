"""Types of command-line parameters, and options common to several commands."""

import math
import os
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

import click
from click.shell_completion import CompletionItem

from ibau.core.board import Piece
from ibau.core.errors import IbauError, RulesetError, suggestion_or_list
from ibau.core.game import Game
from ibau.core.limits import LARGEST_SEED, MOST_THREADS
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import MOST_QUOTED, decoder_message, quote, shorten
from ibau.language import LANGUAGES
from ibau.terminal import shell_completion
from ibau.terminal.help import default_language
from ibau.terminal.help import translated as _

PERSON = "person"
PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*/?")  # of a URL


def examples(*lines: str) -> str:
    """Examples for the end of a command's help, not wrapped."""
    return "\n".join(("\b", "Examples:" if len(lines) > 1 else "Example:", *(f"  {line}" for line in lines)))


Parameter = click.Parameter | None
Context = click.Context | None


def _unknown(name: str, known: Iterable[str]) -> str:
    """The message for an unknown name."""
    values = {"name": quote(name), "known": suggestion_or_list(name, known)}
    return Phrase(N_("There is no {name}{known}"), values).to_text(_)


class RulesetType(click.ParamType[Game]):
    """A ruleset text such as `seega+chain=none`, as a Game."""

    name = "ruleset"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> Game:
        from ibau.games import game

        try:
            return game(value)
        except RulesetError as error:
            self.fail(error.to_text(_), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        return [CompletionItem(text) for text in shell_completion.complete_ruleset(incomplete)]


class WordsType(click.ParamType[tuple[str, ...]]):
    """A list of words separated by commas, all of them among `known` unless that is empty."""

    name = "words"

    def __init__(self, known: tuple[str, ...] = ()) -> None:
        self._known = known

    def convert(self, value: Any, param: Parameter, ctx: Context) -> tuple[str, ...]:
        words = tuple(dict.fromkeys(word.strip() for word in str(value).split(",") if word.strip()))
        for word in words:
            if self._known and word not in self._known:
                self.fail(_unknown(word, self._known), param, ctx)
        if not words:
            self.fail("Name at least one.", param, ctx)
        return words


class UrlType(click.ParamType[str]):
    """The URL of a site: `https://games.example.org`, or with a path such as `https://example.org/games`."""

    name = "url"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> str:
        if not value:
            return ""
        try:
            error = _wrong(parts := urlsplit(str(value)))
        except ValueError as broken:  # such as a bracket that is not closed
            parts, error = SplitResult("", "", "", "", ""), decoder_message(broken)
        if error:
            self.fail(f"{quote(value)} is not the address of a site: {error}.", param, ctx)
        return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _wrong(parts: SplitResult) -> str:
    """Why this is not the URL of a site; "" if it is.  Raises ValueError for an invalid port."""
    if parts.scheme not in ("http", "https"):
        return "it must begin with https:// or http://, like https://games.example.org"
    if not parts.hostname or parts.port == 0 or parts.username is not None or parts.query or parts.fragment:
        return "after https:// come a host, a port and a path, and nothing else"
    if not PATH.fullmatch(parts.path):
        return "its path may have only letters a to z, digits and . _ ~ - between slashes"
    return ""


class OpponentType(click.ParamType[str]):
    """An opponent: a level by its name or number, "person", or the class of a custom player."""

    name = "opponent"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> str:
        from ibau.players import LEVELS

        if ":" in value:
            return custom_player_name(self, value, param, ctx)
        known = [*(level.id for level in LEVELS), PERSON]
        name = f"level{value}" if value.isdecimal() else value
        if name not in known:
            self.fail(_unknown(value, known), param, ctx)
        return str(name)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        ruleset = str(getattr(ctx.params.get("game"), "ruleset", ""))
        return [CompletionItem(text) for text in shell_completion.complete_opponent(incomplete, ruleset)]


class CustomPlayerType(click.ParamType[str]):
    """The class of a custom player: `my_players:Cautious`."""

    name = "module:class"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> str:
        return custom_player_name(self, value, param, ctx)


def custom_player_name(kind: click.ParamType[str], value: str, param: Parameter, ctx: Context) -> str:
    """The name of a class, checked to make a player."""
    from ibau.players import player

    try:
        player(value)
    except IbauError as error:
        kind.fail(error.to_text(_), param, ctx)
    return value


class PieceType(click.ParamType[Piece]):
    """A piece on a square: `c3=first`, or with kind and side `c3=first,king,open`."""

    name = "square=seat[,kind[,side]]"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> Piece:
        square, _equals, rest = str(value).partition("=")
        seat, *kind = rest.split(",")
        if seat not in ("first", "second") or len(kind) > 2:
            self.fail(
                f"{quote(value)} is not a piece on a square; write it like c3=first or c3=second,KIND,SIDE.", param, ctx
            )
        return Piece(square, ("first", "second").index(seat), *kind)


class FieldType(click.ParamType[tuple[str, str]]):
    """A field of a position text, by its label."""

    name = "label=value"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> tuple[str, str]:
        label, equals, field = str(value).rpartition("=")
        if not equals:
            self.fail(f"{quote(value)} lacks a value; write it like 'Whose turn it is=second'.", param, ctx)
        return label, field


class IntegerType(click.IntRange):
    """An integer in a range."""

    name = "integer"  # used in click's messages

    def convert(self, value: Any, param: Parameter, ctx: Context) -> Any:
        text = str(value)
        if len(text) > MOST_QUOTED:
            self.fail(f"{shorten(text)!r} is not a valid {self.name}.", param, ctx)
        return super().convert(value, param, ctx)


class NumberType(click.FloatRange):
    """A finite number in a range."""

    name = "number"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{quote(value)} is not a finite number.", param, ctx)
        return number


class PathType(click.Path):
    """The path of a file or folder; an empty one is refused, as it would mean the current folder."""

    def __init__(self, *, exists: bool = False, folder: bool = False, dash: bool = False) -> None:
        super().__init__(exists=exists, file_okay=not folder, dir_okay=folder, allow_dash=dash, path_type=Path)

    def convert(self, value: Any, param: Parameter, ctx: Context) -> Any:
        if not value:
            self.fail(f"an empty text names no {self.name}.", param, ctx)
        return super().convert(value, param, ctx)


def seed_or_random(seed: int | None) -> int:
    """The seed, or a random one for None."""
    return secrets.randbelow(LARGEST_SEED) if seed is None else seed


ruleset_argument = click.argument("game", metavar="RULESET", type=RulesetType())
language_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default=default_language, help="The language, by default the terminal's."
)
seed_option = click.option(
    "--seed",
    type=IntegerType(0, LARGEST_SEED),
    help="The seed of chance: the same seed repeats the same throws; by default they differ each time.",
)
threads_option = click.option(
    "--threads",
    type=IntegerType(1, MOST_THREADS),
    help="How many threads to search with; by default one, or one per core if a time is given.",
)


def threads_for(threads: int | None, seconds: float | None) -> int:
    """The number of threads: by default one, which is reproducible, or with a time limit one per core."""
    if threads or not seconds:
        return threads or 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_THREADS)


json_option = click.option("--json", "as_json", is_flag=True, help="Print it as one line of JSON.")
