"""The reasons for actions: each is given somewhere, and all that are given are true.

Reasons are checked on the visible pieces and on the legal actions, never on the bits from which they are computed.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from ibau.core.game import State
from ibau.core.outcome import FIRST, SEATS, SECOND, other
from ibau.core.phrase import Phrase
from ibau.games import game, systems
from tests.conformance.seeded_walks import walk

RULESETS = (
    "seega",
    "seega-capture-placement",
    "seega-lenient",
    "seega+centre_captures=false",
    "seti-aleph",
    "seti-aleph-literal",
    "seti-aleph+step_onto_ship=false",
    "seti-beth",
    "seti-beth-box+priest_orthogonal=true",
    "seneti",
    "seneti-parity",
    "senet-race",
    "senet-race+bear_off=beyond_30",
    "senet-formation",
    "senet-formation+entry_phase=fill_first",
    "senet-formation+settled_safe=true",
    "senet-geoludie",
    "senet-geoludie+safe_houses=houses",
    "senet-geoludie+direct_in_houses=true",
)


RARE = (  # which random games rarely reach: ruleset, reason, position, action, and text
    (
        "seega",
        "captures_several",
        "LDLDD/LDLLD/LLD2/DL1LD/DLLLD second 24 - - 0 13 -",
        "c3-c2",
        "This move captures 2 pieces at once: b2, d2.",
    ),
    (
        "seega",
        "blocks",
        "LDDDD/LLDDL/LLDDD/1DDDL/LLLLL first 24 - - 4 15 -",
        "a1-a2",
        "This leaves Dark without a move.",
    ),
    (
        "seega",
        "aims",
        "2LDL/2DD1/1L2L/D3L/DDDL1 second 13 - - 0 6 -",
        "a3",
        "A piece that steps to the centre captures b3, with one on a3 behind it.",
    ),
    (
        "senet-formation",
        "leads",
        "3L13D1DL2D2D3 first t3 open - - 0 28",
        "4-1",
        "The first side on 1 leads: that is worth 5 points and the odd squares.",
    ),
    (
        "senet-formation",
        "stays",
        "LD1DLD7D1D4L3L1LLL1 second t3 open first - 0 86",
        "stay",
        "Every move would take a pawn off a square that it fills.",
    ),
)


@pytest.mark.parametrize(("ruleset", "name", "position", "action", "text"), RARE)
def test_a_rare_reason_on_a_board(ruleset: str, name: str, position: str, action: str, text: str) -> None:
    state = game(ruleset).state(position)
    assert str(reasons_of(state, state.action(action))[name]) == text


@pytest.mark.parametrize("family", systems())
def test_every_reason_is_met_and_true(family: str) -> None:
    met = {name for ruleset, name, *_ in RARE if ruleset == family}
    for state in decisions(family):
        for action in state.legal:
            if state.after(action).outcome:
                continue  # no reasons at the end
            for name, phrase in reasons_of(state, action).items():
                met.add(name)
                text = f"{name}: {phrase} {state.text_of(action)} in {state}"
                assert "{" not in str(phrase), text
                assert TRUTHS[family][name](state, action, phrase.values), text
    assert met == {reason.__name__ for reason in systems()[family].reasons}


def decisions(family: str) -> Iterator[State]:
    """Of random games of a family under several rulesets."""
    for played in (game(ruleset) for ruleset in RULESETS):
        if played.system.id == family:
            yield from (state for state in walk(played, seed=7, samples=40).states if state.turn in (FIRST, SECOND))


def reasons_of(state: State, action: int) -> dict[str, Phrase]:
    given = zip(state.game.system.reasons, state.reasons(action), strict=True)
    return {reason.__name__: phrase for reason, phrase in given if phrase}


# --- What is seen on a board -----------------------------------------------------------------------------------------

Values = Mapping[str, Any]
Truth = Callable[[State, int, Values], bool]


def standing(state: State) -> dict[str, int]:
    """Whose piece is on top on each square."""
    return {piece.place: piece.seat for piece in state.pieces if ":" not in piece.place and piece.kind != "ship"}


def off_board(state: State, area: str, seat: int) -> int:
    """How many pieces of a seat lie next to the board."""
    return sum(piece.place == f"{area}:{SEATS[seat]}" for piece in state.pieces)


def rewritten(state: State, **words: str) -> State:
    """The position with other words at these places, `_1="second"`; perhaps one that no game comes to."""
    parts = str(state).split()
    for at, word in words.items():
        parts[int(at[1:])] = word
    played = state.game
    return State(played, played.system.form.read(played.rules, " ".join(parts)))


def opponent(state: State) -> str:
    return SEATS[other(state.turn)]


def source_of(state: State, action: int) -> str:
    return state.picks(action)[0]


def target_of(state: State, action: int) -> str:
    return state.picks(action)[1]


# --- Seega -----------------------------------------------------------------------------------------------------------


def seega_neighbours(square: str) -> Iterator[tuple[str, str]]:
    """The squares around one, each with the one opposite."""
    file, rank = ord(square[0]), int(square[1])
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield f"{chr(file + dx)}{rank + dy}", f"{chr(file - dx)}{rank - dy}"


def capturable(state: State, pieces: Mapping[str, int], seat: int) -> set[str]:
    """Pieces of a seat that a step of the other side captures."""
    rules, squares = state.game.rules, {square.name for square in state.game.board.squares}
    enemy = other(seat)
    return {
        square
        for square, owner in pieces.items()
        for empty, helper in seega_neighbours(square)
        if owner == seat
        and not (square == "c3" and rules.centre_refuge)
        and empty in squares
        and empty not in pieces
        and pieces.get(helper) == enemy
        and (helper != "c3" or rules.centre_captures)
        and any(pieces.get(near) == enemy for near, _ in seega_neighbours(empty))
    }


def lost(state: State, action: int) -> set[str]:
    """Squares that an action takes enemy pieces from."""
    after = standing(state.after(action))
    return {square for square, seat in standing(state).items() if seat != state.turn and square not in after}


def steps(state: State, piece: str, pieces: Mapping[str, int]) -> bool:
    """Can a piece step?"""
    squares = {square.name for square in state.game.board.squares}
    return any(near in squares and near not in pieces for near, _ in seega_neighbours(piece))


def listed(values: Values) -> set[str]:
    return set(values["squares"].split(", "))


def safe_then(state: State, action: int) -> set[str]:
    """Own pieces that cannot be captured after an action."""
    after = standing(state.after(action))
    return {square for square, seat in after.items() if seat == state.turn} - capturable(state, after, state.turn)


def aims_truly(state: State, square: str, between: str, owner: int) -> bool:
    """Does a piece stand between a square and the centre, on a straight line of three?"""
    line = any({near, far} == {square, "c3"} for near, far in seega_neighbours(between))
    return line and standing(state)[between] == owner


SEEGA: dict[str, Truth] = {
    "captures_on": lambda s, a, _: bool(lost(s, a)) and s.after(a).turn == s.turn and s.after(a).position.runner != 0,
    "captures_several": lambda s, a, v: lost(s, a) == set(v["taken"].split(", ")) and len(lost(s, a)) == v["count"] > 1,
    "captures_one": lambda s, a, v: lost(s, a) == {v["square"]},
    "escapes": lambda s, a, v: v["source"] in capturable(s, standing(s), s.turn) and v["arrival"] in safe_then(s, a),
    "saves": lambda s, a, v: listed(v) <= capturable(s, standing(s), s.turn) and listed(v) <= safe_then(s, a),
    "threatens": lambda s, a, v: listed(v) <= capturable(s, standing(s.after(a)), other(s.turn)),
    "to_the_centre": lambda s, a, _: target_of(s, a) == "c3" and bool(s.game.rules.centre_refuge),
    "blocks": lambda s, a, _: (
        not any(steps(s, piece, standing(s.after(a))) for piece, seat in standing(s.after(a)).items() if seat != s.turn)
    ),
    "makes_room": lambda s, a, v: all(
        not steps(s, piece, standing(s)) and steps(s, piece, standing(s.after(a))) for piece in listed(v)
    ),
    "aims": lambda s, a, v: s.text_of(a) == v["square"] and aims_truly(s, v["square"], v["enemy"], other(s.turn)),
    "guards": lambda s, a, v: s.text_of(a) == v["square"] and aims_truly(s, v["square"], v["own"], s.turn),
    "beside_the_centre": lambda s, a, v: v["square"] == s.text_of(a) in {"c2", "c4", "b3", "d3"},
}

# --- Seti ------------------------------------------------------------------------------------------------------------


def pending_of(state: State) -> int:
    return 3 if state.game.system.id == "seti-aleph" else 2


def turn_passed(state: State) -> State:
    """The same board, the other side to act, and nothing to answer."""
    return rewritten(state, _1=opponent(state), **{f"_{pending_of(state)}": "-"})


def conquered(state: State) -> set[str]:
    """Squares on which the side to act can conquer a figure."""
    return {target_of(state, a) for a in state.legal if "x" in state.text_of(a)} & standing(state).keys()


def unanswered(state: State) -> set[str]:
    """Squares of the far row that the side to act can reach now without being conquered there."""
    far = "10" if state.turn == 0 else "1"
    found: set[str] = set()
    for action in state.legal:
        places = state.picks(action)
        if len(places) > 1 and not any(":" in place for place in places) and places[1][1:] == far:
            after = state.after(action)
            if after.outcome or places[1] not in conquered(after):
                found.add(places[1])
    return found


def again(state: State, action: int) -> State:
    """After an action, the same side to act again."""
    return turn_passed(state.after(action))


def is_safe_after(state: State, action: int, square: str) -> bool:
    after = state.after(action)
    return standing(after)[square] == state.turn and square not in conquered(after)


SETI: dict[str, Truth] = {
    "answers": lambda s, a, v: (
        str(s).split()[pending_of(s)] == v["square"] == target_of(s, a) and standing(s.after(a))[v["square"]] == s.turn
    ),
    "arrives": lambda s, a, v: v["square"] == target_of(s, a) and v["square"] in unanswered(s),
    "prevents": lambda s, a, _: bool(unanswered(turn_passed(s))) and not unanswered(s.after(a)),
    "conquers": lambda s, a, v: v["square"] in conquered(s) and target_of(s, a) == v["square"],
    "protects": lambda s, a, v: v["square"] in conquered(turn_passed(s)) and is_safe_after(s, a, v["square"]),
    "threatens": lambda s, a, v: v["square"] in unanswered(again(s, a)),
    "escapes": lambda s, a, v: source_of(s, a) in conquered(turn_passed(s)) and is_safe_after(s, a, v["square"]),
    "boards": lambda s, a, v: is_safe_after(s, a, v["square"]),
    "conquers_ship": lambda s, a, _: off_board(s.after(a), "hand", s.turn) == off_board(s, "hand", s.turn) + 1,
    "covers": lambda s, a, v: v["square"] in conquered(s.after(a)) and is_covered(s, a, v["square"]),
    "attacks": lambda s, a, v: v["square"] in conquered(again(s, a)) - conquered(s),
    "advances": lambda s, a, v: (
        abs(int(target_of(s, a)[1:]) - int(source_of(s, a)[1:])) == v.get("ranks", 1)
        and is_safe_after(s, a, target_of(s, a))
    ),
    "prepares": lambda s, a, v: any(
        state.picks(action)[1:] == (v["square"],) and is_safe_after(state, action, v["square"])
        for state in (again(s, a),)
        for action in state.legal
    ),
}


def is_covered(state: State, action: int, square: str) -> bool:
    """Can every conqueror on a square be conquered there?"""
    after = state.after(action)
    attacks = [a for a in after.legal if "x" in after.text_of(a) and target_of(after, a) == square]
    return all(after.after(a).outcome or square in conquered(after.after(a)) for a in attacks)


# --- Seneti ----------------------------------------------------------------------------------------------------------


def ways(state: State, seat: int) -> int:
    return len(rewritten(state, _1=SEATS[seat]).legal)


def could_enter(state: State, seat: int) -> bool:
    return any(text.startswith("+") for text in rewritten(state, _1=SEATS[seat]).actions)


def sides(state: State) -> dict[str, str]:
    """The top stone's side on each square."""
    return {piece.place: piece.side for piece in state.pieces if ":" not in piece.place}


def acts_from(state: State, square: Any) -> bool:
    return any(state.picks(action)[0] == str(square) for action in state.legal)


SENETI: dict[str, Truth] = {
    "covers": lambda s, a, v: standing(s)[str(v["square"])] != s.turn and not acts_from(s.after(a), v["square"]),
    "blocks": lambda s, a, v: ways(s, other(s.turn)) == v["before"] and len(s.after(a).legal) == v["now"] < v["before"],
    "opens_ways": lambda s, a, v: len(s.legal) == v["before"] < ways(s.after(a), s.turn) == v["now"],
    "bars_entry": lambda s, a, _: (
        could_enter(s, other(s.turn)) and not could_enter(s.after(a), other(s.turn))
        if off_board(s, "hand", other(s.turn))
        else False
    ),
    "frees": lambda s, a, v: standing(s.after(a))[str(v["square"])] == s.turn == standing(s)[source_of(s, a)],
    "fills": lambda s, a, v: all(target_of(b, x) != str(v["square"]) for b in (s.after(a),) for x in b.legal),
    "opens_stone": lambda s, a, _: sides(s.after(a))[target_of(s, a)] == "open" != sides(s)[source_of(s, a)],
    "closes": lambda s, a, v: (
        sides(s.after(a))[str(v["square"])] == "closed"
        and all(target_of(b, x) != str(v["square"]) for b in (s.after(a),) for x in b.legal)
    ),
    "enters": lambda s, a, _: off_board(s.after(a), "hand", s.turn) == off_board(s, "hand", s.turn) - 1,
    "leaves": lambda s, a, _: off_board(s.after(a), "hand", s.turn) == off_board(s, "hand", s.turn) + 1,
}

# --- Senet -----------------------------------------------------------------------------------------------------------

AFTER_THROWS = {
    "senet-race": [{"_2": f"t{throw}", "_3": "-"} for throw in (1, 2, 3, 4, 6)],
    "senet-formation": [{"_2": f"t{throw}"} for throw in range(1, 6)],
    "senet-geoludie": [
        {"_2": "plays", "_3": str(throw), "_4": str(throw), "_5": "-", "_6": "-"} for throw in range(1, 6)
    ],
}


def hit_by_a_throw(state: State, seat: int) -> set[str]:
    """Pawns of a seat that the other side can hit with one throw or another."""
    if not any(owner == seat for owner in standing(state).values()):
        return set()
    found: set[str] = set()
    for words in AFTER_THROWS[state.game.system.id]:
        theirs = rewritten(state, _1=SEATS[other(seat)], **words)
        if not theirs.outcome:
            arrivals = (theirs.picks(action) for action in theirs.legal if "x" in theirs.text_of(action))
            track = theirs.game.board.track
            found |= {to for source, to in arrivals if track.index(source) < track.index(to)}
    return found


def own_squares(state: State, seat: int) -> set[int]:
    return {int(square) for square, owner in standing(state).items() if owner == seat}


def in_a_row(state: State, seat: int, squares: set[int]) -> bool:
    """Do pawns of one seat stand on all of these, with no corner between them that cuts a row?"""
    return squares <= own_squares(state, seat)


def escapes_truly(state: State, action: int, values: Values) -> bool:
    before, after = hit_by_a_throw(state, state.turn), hit_by_a_throw(state.after(action), state.turn)
    return str(values["source"]) in before and str(values["arrival"]) not in after


def is_hit(state: State, action: int, values: Values) -> bool:
    after = standing(state.after(action))
    return after[str(values["source"])] == other(state.turn) and after.get(str(values["arrival"])) == state.turn


def shelters_truly(state: State, action: int, values: Values) -> bool:
    pair = {values["arrival"], values["partner"]}
    after = state.after(action)
    return in_a_row(after, state.turn, pair) and not {str(n) for n in pair} & hit_by_a_throw(after, state.turn)


def is_wall(state: State, action: int, values: Values) -> bool:
    row = set(range(values["first"], values["last"] + 1))
    after, first = state.after(action), values["first"]
    bars_way = any(square < first for square in own_squares(after, other(state.turn)))
    return in_a_row(after, state.turn, row) and not in_a_row(state, state.turn, row) and bars_way


def others_swim(state: State, action: int, _: Values) -> bool:
    swims = {target_of(state, a) == "27" for a in state.legal if state.picks(a)}
    return True in swims and state.picks(action)[1:] != ("27",)


def goals_of(state: State, seat: int) -> set[str]:
    return set(state.goals[seat])


SENET: dict[str, Truth] = {
    "bears_off": lambda s, a, _: len(own_squares(s.after(a), s.turn)) == len(own_squares(s, s.turn)) - 1,
    "hits": is_hit,
    "escapes": escapes_truly,
    "shelters": shelters_truly,
    "builds_wall": is_wall,
    "stays_dry": others_swim,
}
RACE: dict[str, Truth] = {
    **SENET,
    "shelters": lambda s, a, v: v["arrival"] < 26 and shelters_truly(s, a, v),  # no pawn is hit on the last five
    "takes_refuge": lambda s, a, v: str(v["arrival"]) not in hit_by_a_throw(s.after(a), s.turn),
    "leaves_none_in_danger": lambda s, a, _: not hit_by_a_throw(s.after(a), s.turn),
    "comes_last": lambda s, a, _: int(source_of(s, a)) == min(own_squares(s, s.turn)) <= 20,
}
FORMATION: dict[str, Truth] = {
    "leads": lambda s, a, _: s.after(a).score[s.turn] == s.score[s.turn] + 5,
    "unsettles": lambda s, a, v: (
        str(v["arrival"]) in goals_of(s, other(s.turn)) and standing(s.after(a))[str(v["arrival"])] == s.turn
    ),
    "fills_in_order": lambda s, a, v: (
        goals_of(s, s.turn) & {str(n) for n in range(1, v["arrival"] + 1)} <= standing(s.after(a)).keys()
    ),
    "fills": lambda s, a, v: str(v["arrival"]) in goals_of(s, s.turn) & standing(s.after(a)).keys(),
    "hits": lambda s, a, _: off_board(s.after(a), "hand", other(s.turn)) == off_board(s, "hand", other(s.turn)) + 1,
    "escapes": escapes_truly,
    "stays": lambda s, _, __: all(source_of(s, b) in goals_of(s, s.turn) for b in s.legal if s.picks(b)),
    "keeps_squares": lambda s, a, _: (
        goals_of(s, s.turn) & {str(n) for n in own_squares(s, s.turn)} <= standing(s.after(a)).keys()
        and any(source_of(s, b) in goals_of(s, s.turn) for b in s.legal if s.picks(b))
    ),
    "enters": lambda s, a, _: off_board(s.after(a), "hand", s.turn) == off_board(s, "hand", s.turn) - 1,
}
GEOLUDIE: dict[str, Truth] = {
    **SENET,
    "takes_shelter": lambda s, a, v: str(v["arrival"]) not in hit_by_a_throw(s.after(a), s.turn),
    "stops_on_26": lambda s, a, _: target_of(s, a) == "26" and int(source_of(s, a)) < 26,
    "nears_the_end": lambda s, a, v: v["arrival"] + v["throw"] == 31 and str(v["arrival"]) == target_of(s, a),
    "keeps_throw": lambda s, a, v: s.after(a).position.rest == s.position.rest + v["throw"],
}

TRUTHS: dict[str, dict[str, Truth]] = {
    "seega": SEEGA,
    "seti-aleph": SETI,
    "seti-beth": SETI,
    "seneti": SENETI,
    "senet-race": RACE,
    "senet-formation": FORMATION,
    "senet-geoludie": GEOLUDIE,
}
