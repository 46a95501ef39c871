"""Observations agree with their states, from the right side."""

import numpy as np
import pytest

import ibau
from ibau.core.features import NOWHERE
from ibau.core.outcome import CHANCE, FIRST, SECOND
from ibau.lab import observation
from ibau.lab.observation import layout_of, observe
from tests.conformance.seeded_walks import walk

BASES = list(ibau.systems())


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled for each game; environments and batches observe by compiled loops."""
    monkeypatch.setattr(observation, "make_observe", observation.make_spread)


# The planes that have every piece of a side, of any kind
PIECES = {
    "senet-race": ("pawns",),
    "senet-formation": ("pawns under way", "pawns settled"),
    "senet-geoludie": ("pawns",),
    "seega": ("pieces while placing", "pieces while moving"),
    "seneti": ("stones from the top down",),
    "seti-aleph": ("priests", "pharaohs"),
    "seti-beth": ("priests", "pharaohs"),
}


@pytest.mark.parametrize("name", BASES)
def test_names_tell_every_place_once(name: str) -> None:
    evaluation = ibau.systems()[name].evaluation
    layout = layout_of(evaluation)
    planes, rows, columns = layout.shape
    assert len(layout.planes) == planes
    assert planes * rows * columns == layout.numbers_start
    covered = sorted(n for found in layout.numbers.values() for n in range(found.start, found.stop))
    assert covered == list(range(layout.numbers_start, layout.size))
    used = layout.cells[layout.cells != NOWHERE]
    assert len(set(used.tolist())) == len(used)
    assert sorted(layout.opposite.tolist()) == list(range(layout.size))
    assert layout.opposite[layout.opposite].tolist() == list(range(layout.size))


@pytest.mark.parametrize("name", BASES)
def test_both_sides_see_their_own_pieces_where_the_board_has_them(name: str) -> None:
    game = ibau.game(name)
    evaluation = game.system.evaluation
    layout = layout_of(evaluation)
    _, rows, columns = layout.shape
    assert (rows, columns) == (game.board.height, game.board.width)
    places = {square.name: (int(square.y), int(square.x)) for square in game.board.squares}
    for state in walk(game, 1, 100).states:
        for viewer in (FIRST, SECOND):
            seen = observe(state, viewer)
            boards = seen[: layout.numbers_start].reshape(layout.shape)
            if evaluation.flipped and viewer == SECOND:
                boards = boards[:, ::-1]
            for side, owner in (("own", viewer), ("enemy", 1 - viewer)):
                wanted = np.zeros((rows, columns), int)
                for piece in state.pieces:
                    if piece.seat == owner and piece.place in places and piece.kind != "ship":
                        wanted[places[piece.place]] += 1
                named = [f"{side} {what}" for what in PIECES[name]]
                shown = sum(boards[n].astype(int) for n, title in enumerate(layout.planes) if title in named)
                assert np.array_equal(shown, wanted), (state, viewer, side)


@pytest.mark.parametrize("name", BASES)
def test_every_bit_of_the_inputs_is_shown_to_the_player_to_move(name: str) -> None:
    evaluation = ibau.systems()[name].evaluation
    cells = layout_of(evaluation).cells
    for state in walk(ibau.game(name), 2, 70).states:
        words = evaluation.inputs(state.game.rules, state.position)
        bits = [word >> n & 1 for word, width in zip(words, evaluation.input_bits, strict=True) for n in range(width)]
        wanted = sorted(int(cell) for bit, cell in zip(bits, cells, strict=True) if bit)
        assert NOWHERE not in wanted
        assert np.flatnonzero(observe(state)).tolist() == wanted
        assert state.actor == CHANCE or np.array_equal(observe(state), observe(state, state.actor))


def test_numbers_are_found_by_name() -> None:
    game = ibau.game("senet-race")
    throw = layout_of(game.system.evaluation).numbers["throw"]
    state = game.initial()
    while state.turn == CHANCE:
        assert np.flatnonzero(observe(state)[throw]).tolist() == [0]
        state = state.after(state.legal[0])
    assert np.flatnonzero(observe(state)[throw]).tolist() != [0]
