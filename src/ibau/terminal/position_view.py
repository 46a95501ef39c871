"""`ibau show` and `state.board()`: a position as text."""

import io
import json
from collections.abc import Iterable, Mapping
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from ibau.core.board import Piece
from ibau.core.editing import edit_position
from ibau.core.errors import IbauError, PositionError, suggestion_or_list
from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, NOBODY, SEATS
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.quoting import quote
from ibau.core.result_text import result_text
from ibau.language import translator_for
from ibau.terminal import console
from ibau.terminal.game_screen import GameScreen
from ibau.terminal.glyphs import print_block

MARGIN = 10  # columns of the word before a list


def board_text(state: State, columns: int) -> str:
    """The board, what is off it, whose turn it is, and a legend, without colours."""
    page = io.StringIO()
    screen = GameScreen(Console(file=page, width=columns, highlight=False, color_system=None), str)
    screen.show(Line(state))
    screen.show_text(*situation_of(state))
    return page.getvalue().strip("\n")


def situation_of(state: State) -> tuple[Phrase, ...]:
    """The result, or whose turn it is and what to do."""
    ended = result_text(state, None)
    return (ended,) if ended else state.situation


def show_position(
    game: Game, position: str | None, moves: Iterable[str], changes: Mapping[str, Any], lang: str, *, as_json: bool
) -> None:
    """Show a position after changes and moves, as a page or as one line of JSON.

    Raises UsageError for an invalid position, change or move.
    """
    translate = translator_for(lang)
    try:
        state = game.initial() if position is None else game.state(position)
        written: dict[str, Any] = {"fields": _in_english(changes.get("fields") or {}, game, translate)}
        line = Line(edit_position(state, **{**changes, **written}))
        for move in moves:
            line = line.play(move)
    except IbauError as error:
        raise click.UsageError(error.to_text(translate)) from error
    if as_json:
        click.echo(json.dumps(facts(line.state), ensure_ascii=False))
        return
    out = console()
    screen, state = GameScreen(out, translate), line.state
    screen.show(line)
    screen.show_text(*situation_of(state))
    if state.chances:
        chances = ", ".join(f"{action} {chance}" for action, chance in state.chances.items())
        text = N_("Lots: {actions}") if state.is_lot else N_("Throws: {actions}")
        screen.show_text(Phrase(text, {"actions": chances}))
    elif state.actions:
        screen.show_text(Phrase(N_("Moves: {actions}"), {"actions": ", ".join(state.actions)}))
    print_block(out, Text(translate(N_("Position: {position}")).format(position=state)))


def _in_english(fields: Mapping[str, str], game: Game, translate: Translate) -> dict[str, str]:
    """The fields by English labels, which may be given in the user's language.  Raises PositionError."""
    english = {translate(word.label): word.label for word in game.system.form.editable_words}
    for label in fields:
        if label not in {*english, *english.values()}:
            raise PositionError(
                N_("There is no field {label}{known}"), label=quote(label), known=suggestion_or_list(label, english)
            )
    return {english.get(label, label): field for label, field in fields.items()}


def facts(state: State) -> dict[str, Any]:
    """A state as plain data."""
    result = state.result
    return {
        "ruleset": str(state.game.ruleset),
        "position": str(state),
        "to_move": state.to_move,
        "actor": SEATS[state.actor] if state.turn != NOBODY else SEATS[NOBODY],
        "actions": list(state.actions),
        "chances": {action: str(chance) for action, chance in state.chances.items()} if state.turn == CHANCE else {},
        "pieces": [piece_facts(piece) for piece in state.pieces],
        "result": {"returns": result.returns, "kind": result.kind, "score": result.score} if result else None,
    }


def piece_facts(piece: Piece) -> dict[str, str]:
    """A piece as plain data."""
    return {"place": piece.place, "seat": SEATS[piece.seat], "kind": piece.kind, "side": piece.side}
