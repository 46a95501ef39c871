"""What must hold in every state of every game, whatever its rules are."""

import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ibau.core.bits import members
from ibau.core.chance import SIXTEENTHS, draw
from ibau.core.face import Piece, Travel
from ibau.core.game import State
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.past import Past


def check_actions(state: State) -> None:
    """The legal actions: some unless the game is over, no two alike, texts of one word that find their action again."""
    legal, texts = state.legal, list(state.actions)
    rulebook = state.game.system.rulebook
    moves = rulebook.moves(state.game.rules, state.position)  # a loop may ask for them where chance is to act
    if state.turn in (FIRST, SECOND):
        assert legal == tuple(rulebook.nth(moves, n) for n in range(rulebook.count(moves)))
    assert bool(legal) == (state.result is None)
    assert len(set(legal)) == len(legal) == len(set(texts)) == len(state.actions)
    for action, text in zip(legal, texts, strict=True):
        assert state.action(text) == action
        assert state.play(text) == state.after(action)
        assert not set(text) & set(" \t\n{}()[];"), "it would not survive in a record"
        assert not text.endswith("."), "it would read as a turn number"
    if state.to_move in SEATS[:2]:
        assert all(0 <= action < state.game.system.action_count for action in legal)


def check_groups(state: State) -> None:
    """The legal actions once more, as the few groups that a batch writes: each once."""
    system, rulebook = state.game.system, state.game.system.rulebook
    if state.to_move not in SEATS[:2]:
        return
    legal = rulebook.moves(state.game.rules, state.position)
    groups = [rulebook.group(legal, n) for n in range(rulebook.groups(legal))]
    assert len(groups) <= system.most_groups
    assert all(0 <= group.members < 1 << 63 for group in groups)
    found = [group.first + group.step * member for group in groups for member in members(group.members)]
    assert sorted(found) == sorted(state.legal)


def check_position_text(state: State) -> None:
    """The text of a position holds all of it, in one line."""
    text = str(state)
    assert state.game.state(text).position == state.position
    assert text == " ".join(text.split())
    assert "moves" not in text.split(), "it ends a position in the engine protocol"


def check_chances(state: State) -> None:
    """At a chance node, and only there, exact chances that sum to one and that the random draw follows."""
    chances = state.chances
    assert bool(chances) == (state.to_move == "chance")
    if not chances:
        return
    assert list(chances) == list(state.actions)
    assert all(chance > 0 for chance in chances.values())
    assert sum(chances.values()) == 1
    weights = state.game.system.rulebook.chances(state.game.rules, state.position)
    drawn = Counter(draw(weights, sixteenth) for sixteenth in range(SIXTEENTHS))
    assert [Fraction(drawn[action], SIXTEENTHS) for action in state.legal] == list(chances.values())


def check_value(state: State) -> None:
    """A state is a value: nothing changes it, equality and hash follow from what it holds, and it can be sent."""
    assert all(type(number) is int for number in state.position), "for the member of an enum all loops compile anew"
    sent = pickle.dumps(state)
    copy: State = pickle.loads(sent)  # noqa: S301 - our own
    for action in state.legal:
        assert state.after(action) == copy.after(action)
    assert (state, hash(state), str(state)) == (copy, hash(copy), str(copy))
    assert (state.legal, state.result, state.to_move) == (copy.legal, copy.result, copy.to_move)
    unused: State = pickle.loads(sent)  # noqa: S301 - our own
    assert (copy, copy.position, copy.occurrences) == (unused, unused.position, unused.occurrences)
    assert state != str(state)


def check_roles(state: State) -> None:
    """Who decides is who acts; at a chance node it is somebody's throw, or nobody's lot."""
    if state.to_move in SEATS[:2]:
        assert state.turn == state.actor
    assert (state.to_move == "nobody") == (state.result is not None)
    if state.result:
        assert sum(state.result.returns) == 0
        assert state.result.word == {(1, -1): "p1win", (-1, 1): "p2win", (0, 0): "draw"}[state.result.returns]
        assert (state.result.score is not None) == state.game.system.scored(state.game.rules)
    value = state.game.system.evaluation.judge(state.game.rules, state.position)
    assert isinstance(value, int)
    assert -1000 < value < 1000


def check_words(state: State) -> None:
    """Every sentence exists and can be said; being asked about any place is no error."""
    words, rules, position = state.game.system.words, state.game.rules, state.position
    assert bool(state.situation) == (state.result is None)
    phrases = [*state.situation, *(words.spoken(rules, position, action) for action in state.legal)]
    if state.result is None:
        phrases += [words.refusal(rules, position, place) for place in places(state)]
    for phrase in phrases:
        said = str(phrase)
        assert said
        assert said[0].isupper()
        assert "{" not in said


def places(state: State) -> list[str]:
    """Every place of the board and beside it."""
    board = state.game.board
    return [*(square.name for square in board.squares), *board.areas]


def check_pieces(state: State) -> None:
    """Pieces lie on places of the board, and none is lost or made since the game began."""
    known = set(places(state))
    pieces = state.pieces
    assert {piece.place for piece in pieces} <= known
    begun = state.game.initial().pieces
    assert Counter(piece.kind for piece in pieces) == Counter(piece.kind for piece in begun)
    for piece in pieces:
        area, _, seat = piece.place.partition(":")
        assert seat in ("", *SEATS[:2]), area


def check_picks(state: State) -> None:
    """What a player points at tells their actions apart, and lies on the board."""
    game = state.game
    picked = [game.system.face.picks(game.rules, state.position, action) for action in state.legal]
    assert {place for picks in picked for place in picks} <= set(places(state))
    told = [picks for picks in picked if picks]
    assert len(set(told)) == len(told)
    if state.to_move == "chance":
        assert not told


def check_travels(state: State) -> None:
    """The pieces before an action, moved as its travels say, are the pieces after it: what is shown is what happens."""
    game, known = state.game, set(places(state))
    for action in state.legal:
        travels = game.system.face.travels(game.rules, state.position, action)
        assert {place for travel in travels for place in travel.path} <= known
        after = moved(state.pieces, travels)
        assert Counter(after) == Counter(state.after(action).pieces), state.text_of(action)


def moved(pieces: tuple[Piece, ...], travels: tuple[Travel, ...]) -> list[Piece]:
    """Each travel in turn takes up the topmost such piece of its owner and puts it down where it ends."""
    lying = list(pieces)
    for travel in travels:
        assert len(travel.path) >= 2
        at = max(n for n, piece in enumerate(lying) if (piece.place, piece.seat, piece.kind) == _taken_up(travel))
        piece = replace(lying.pop(at), place=travel.path[-1])
        if travel.becomes in SEATS[:2]:
            piece = replace(piece, seat=SEATS.index(travel.becomes))
        elif travel.becomes:
            piece = replace(piece, side=travel.becomes)
        lying.append(piece)
    return lying


def _taken_up(travel: Travel) -> tuple[str, int, str]:
    return travel.path[0], travel.seat, travel.kind


def check_symmetries(state: State) -> None:
    """A mirrored position has the mirrored actions, which lead to mirrored positions, and ends alike."""
    system, rules = state.game.system, state.game.rules
    for symmetry in system.symmetries:
        mirrored = symmetry.position(state.position)
        twin = type(state)(state.game, mirrored, mirrored_past(state, symmetry.position))
        assert twin.outcome == state.outcome, symmetry.name
        assert system.evaluation.judge(rules, mirrored) == system.evaluation.judge(rules, state.position)
        decides = state.to_move in SEATS[:2]
        actions = {action: symmetry.action(action) if decides else action for action in state.legal}
        assert sorted(actions.values()) == sorted(twin.legal), symmetry.name
        for action, twin_action in actions.items():
            after = system.rulebook.play(rules, state.position, action)
            assert symmetry.position(after) == system.rulebook.play(rules, mirrored, twin_action), symmetry.name


def mirrored_past(state: State, mirror: Any) -> Past:
    """The mirrored occurrences before this one."""
    return Past.of(map(mirror, state.past.keys()))


EVERY_STATE = (
    check_actions,
    check_groups,
    check_position_text,
    check_chances,
    check_value,
    check_roles,
    check_words,
    check_pieces,
    check_picks,
    check_travels,
    check_symmetries,
)
