"""The position editor of the analysis board: the parts of positions, and whether a position is possible."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.board import Piece
from ibau.core.editing import build_state
from ibau.core.errors import PositionError
from ibau.core.form import Word
from ibau.core.game import State
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import Translate
from ibau.core.result_text import result_text
from ibau.games import game
from ibau.language import translator_for
from ibau.web.api.positions import (
    EditorRequest,
    EditorView,
    PieceKind,
    PositionRequest,
    PositionResult,
    WordChoice,
    WordView,
)
from ibau.web.endpoints.analysis import run_to_json
from ibau.web.endpoints.bodies import body_as
from ibau.web.protocol import MOST_BYTES
from ibau.web.protocol.views import sentence
from ibau.web.services import language_of

MAX_POSITION_BYTES = 4 * MOST_BYTES


async def show_editor(request: Request) -> Response:
    """The parts from which positions are put together."""
    body = await body_as(EditorRequest, request)
    return await run_to_json(request, partial(_editor_view, body, language_of(request)))


async def show_position(request: Request) -> Response:
    """Whether a position is possible."""
    body = await body_as(PositionRequest, request, MAX_POSITION_BYTES)
    return await run_to_json(request, partial(_position_result, body, language_of(request)))


def _editor_view(body: EditorRequest, lang: str) -> EditorView:
    played, translate = game(body.ruleset), translator_for(lang)
    state = played.state(body.position) if body.position else played.initial()
    form = played.system.form
    return EditorView(
        kinds=[PieceKind(seat, kind, side) for seat in (FIRST, SECOND) for kind, side in form.squares.kinds],
        together=list(form.squares.together),
        words=[_word_view(word, translate) for word in form.editable_words],
        values=list(form.editable_values(str(state))),
        cleared=[word.cleared for word in form.editable_words],
        pieces=_on_squares(state),
    )


def _on_squares(state: State) -> tuple[Piece, ...]:
    squares = {square.name for square in state.game.board.squares}
    return tuple(piece for piece in state.pieces if piece.place in squares)


def _word_view(word: Word, translate: Translate) -> WordView:
    choices = [WordChoice(choice, text.to_text(translate)) for choice, text in word.choices]
    return WordView(translate(word.label), choices, word.typed)


def _position_result(body: PositionRequest, lang: str) -> PositionResult:
    translate = translator_for(lang)
    try:
        state = build_state(game(body.ruleset), body.pieces, body.words)
    except PositionError as error:
        return PositionResult("", error.to_text(translate))
    return PositionResult(str(state), _state_text(state, translate), _on_squares(state))


def _state_text(state: State, translate: Translate) -> str:
    """How the game ended, or what is to be done."""
    ended = result_text(state, None)
    sentences = (ended,) if ended else state.situation[:1]
    return " ".join(sentence(phrase, translate) for phrase in sentences)


EDITOR_ROUTES = [
    Route("/analysis/editor", show_editor, methods=["POST"]),
    Route("/analysis/position", show_position, methods=["POST"]),
]
