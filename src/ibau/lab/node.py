"""Nodes: states as plain numbers, for programs that step through millions of them.

    node = ibau.Node.of(ibau.game("senet-race").initial())
    node = node.after(node.legal[0])
    node.turn, node.legal, node.outcome

A node is immutable and has what a State has, several times as fast: compiled code turns one row of numbers into the
next.  `node.state` is the State, for texts, pictures and players.
"""

import operator
from collections.abc import Callable
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import SIXTEENTHS, Weights, actions, draw
from ibau.core.coercion import StateLike, as_state
from ibau.core.contract import Rulebook
from ibau.core.errors import IllegalActionError, join_names
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, FIRST, NOBODY
from ibau.core.repetition import PositionHistory
from ibau.lab.observation import Observation, layout_of, make_spread
from ibau.machine.rule import loop, once, rule

Row = NDArray[np.int64]  # rules, position, its key, the facts below, and the legal actions if they fit
TURN, ACTOR, OUTCOME, OCCURS, COUNT, WEIGHTS = range(6)
FACT_COUNT = 6
INLINE_ACTIONS = 16  # the most legal actions that fit into a row
BITS = SIXTEENTHS.bit_length()  # of a weight


class ChanceOutcomes(NamedTuple):
    """The outcomes of a throw or lot."""

    outcomes: list[tuple[int, float]]  # the chance actions and their probabilities
    actions: list[int]
    by_roll: tuple[int, ...]  # the chance action of each number in 0..15, as rolled by `Dice.roll`


class Node:
    """A position with its history of repetitions; immutable, as State is."""

    __slots__ = ("_key", "_legal", "_row", "actor", "chance", "history", "outcome", "stepper", "turn", "width")

    stepper: "Stepper"
    history: PositionHistory  # the occurrences before this one
    turn: int  # FIRST, SECOND, CHANCE, or NOBODY at the end
    actor: int  # the seat that moves or throws; CHANCE at a lot
    outcome: int  # 0 while the game goes on, else how it ended; see `state.result`
    width: int  # the number of a player's legal actions
    chance: ChanceOutcomes | None  # None unless a throw or lot is due

    def __init__(self, stepper: "Stepper", row: Row, history: PositionHistory) -> None:
        facts = row[stepper.facts].tolist()
        self._key = None
        if facts[OCCURS]:
            self._key = tuple(row[stepper.key].tolist())
            earlier = history.count(self._key)
            if earlier:
                stepper.functions.set_occurrences(row, earlier + 1)
                facts = row[stepper.facts].tolist()
        self.turn, self.actor, self.outcome, _, self.width, weights = facts[:FACT_COUNT]
        self.stepper, self.history, self._row = stepper, history, row
        self.chance = self._legal = None
        if weights:
            self.chance = stepper.chance(weights)
            self._legal = self.chance.actions
        elif self.width <= INLINE_ACTIONS:
            self._legal = facts[FACT_COUNT : FACT_COUNT + self.width]

    @classmethod
    def of(cls, state: StateLike) -> "Node":
        """The node of a state, with its history, or of the start of a game.  Raises RulesetError."""
        state = as_state(state)
        return stepper_for(state.game).node(state.position, state.history)

    @property
    def legal(self) -> list[int]:
        """The legal actions, in the order of the State; at a chance node the possible outcomes.  Do not change it."""
        if self._legal is None:
            legal = np.empty(self.width, np.int64)
            self.stepper.functions.list_legal(self._row, legal)
            self._legal = legal.tolist()
        return self._legal

    def after(self, action: SupportsIndex) -> "Node":
        """The node after an action.  Raises IllegalActionError, with the legal actions."""
        if action not in self.legal:
            raise self._illegal(action)
        row = self._row.copy()
        self.stepper.functions.step(row, operator.index(action))  # an int, as NumPy's types would be compiled again
        return Node(self.stepper, row, self.history if self._key is None else self.history.with_key(self._key))

    def _illegal(self, action: object) -> IllegalActionError:
        if self.outcome:
            return IllegalActionError(f"{action}: the game is over.")
        return IllegalActionError(f"{action} is not legal here; legal: {join_names(map(str, self.legal))}.")

    @property
    def state(self) -> State:
        """The node as a State."""
        game = self.stepper.game
        position = game.system.rulebook.Position(*self._row[self.stepper.position].tolist())
        return State(game, position, self.history)

    def observe(self, seat: int | None = None) -> Observation:
        """The observation of the state, as by `ibau.lab.observation.observe`."""
        seen = np.empty(self.stepper.observation_layout.size, np.uint8)
        self.stepper.write_observation(self._row, seen)
        mover = FIRST if self.actor == CHANCE else self.actor
        return seen if seat is None or seat == mover else seen[self.stepper.observation_layout.opposite]

    @property
    def occurrences(self) -> int:
        """How often the position has occurred, this time included; 0 where the rules count no repetitions."""
        return 0 if self._key is None else self.history.count(self._key) + 1

    def __repr__(self) -> str:
        return f"<Node {self.stepper.game.ruleset} {self}>"

    def __str__(self) -> str:
        """The position text, and how often the position has occurred if more than once."""
        again = f" ({self.occurrences} times)" if self.occurrences > 1 else ""
        return f"{self.state}{again}"

    def __copy__(self) -> "Node":
        return self

    def __deepcopy__(self, memo: object) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        position = tuple(self._row[self.stepper.position].tolist())
        return _node, (self.stepper.game, position, self.history)


def _node(game: Game, position: tuple[int, ...], history: PositionHistory) -> Node:
    return stepper_for(game).node(position, history)


class RowLayout(NamedTuple):
    """The index in a row at which each part begins; the rules are at 0."""

    position: int
    key: int
    facts: int
    legal: int
    end: int


def row_layout(rulebook: Rulebook, key_width: int) -> RowLayout:
    """The layout of rows in the games of a rulebook, whose keys have `key_width` numbers."""
    position = len(rulebook.Rules._fields)
    key = position + len(rulebook.Position._fields)
    facts = key + key_width
    return RowLayout(position, key, facts, facts + FACT_COUNT, facts + FACT_COUNT + INLINE_ACTIONS)


class NodeFunctions(NamedTuple):
    """The compiled functions of a rulebook; they change a row in place."""

    step: Callable[[Row, int], None]  # play a legal action
    fill_facts: Callable[[Row], None]  # fill in key and facts of a position that has not occurred before
    set_occurrences: Callable[[Row, int], None]  # fill in the facts of a position that has occurred this often
    list_legal: Callable[[Row, Row], None]  # (row, legal actions)


@once
def make_node_functions(rulebook: Rulebook, layout: RowLayout) -> NodeFunctions:
    """Compile the functions that step a row, fill in its facts and list its actions."""
    moves, nth, play = rulebook.moves, rulebook.nth, rulebook.play
    read_rules, read_position = make_reader(rulebook.Rules, 0), make_reader(rulebook.Position, layout.position)
    write_facts, fill_facts = make_write_facts(rulebook, layout)
    at_position = layout.position

    @loop
    def fill_new(row: Row) -> None:
        fill_facts(read_rules(row), read_position(row), row)

    @loop
    def step(row: Row, action: int) -> None:
        rules = read_rules(row)
        position = play(rules, read_position(row), action)
        for n, number in enumerate(position):
            row[at_position + n] = number
        fill_facts(rules, position, row)

    @loop
    def set_occurrences(row: Row, occurrences: int) -> None:
        write_facts(read_rules(row), read_position(row), row, occurrences)

    @loop
    def list_legal(row: Row, legal: Row) -> None:
        found = moves(read_rules(row), read_position(row))
        for n in range(legal.size):
            legal[n] = nth(found, n)

    return NodeFunctions(step, fill_new, set_occurrences, list_legal)


@once
def make_write_facts(rulebook: Rulebook, layout: RowLayout) -> tuple[Callable[..., None], Callable[..., None]]:
    """(write_facts, fill_facts): rules that write the facts of a position into a row, the latter with its key."""
    turn, actor, make_key, occurs = rulebook.turn, rulebook.actor, rulebook.key, rulebook.occurs
    outcome, list_moves, list_throws = rulebook.outcome, make_list_legal(rulebook, layout), make_pack_weights(rulebook)
    at_key, facts = layout.key, layout.facts

    @rule
    def write_facts(rules: Any, position: Any, row: Row, occurrences: int) -> None:
        end = outcome(rules, position, occurrences)
        decides = NOBODY if end else turn(rules, position)
        row[facts + OUTCOME] = end
        row[facts + TURN] = decides
        row[facts + WEIGHTS] = list_throws(rules, position) if decides == CHANCE else 0
        row[facts + COUNT] = 0 if end or decides == CHANCE else list_moves(rules, position, row)

    @rule
    def fill_facts(rules: Any, position: Any, row: Row) -> None:
        row[facts + ACTOR] = actor(rules, position)
        row[facts + OCCURS] = int(occurs(rules, position))
        if row[facts + OCCURS]:
            for n, number in enumerate(make_key(rules, position)):
                row[at_key + n] = number
        write_facts(rules, position, row, int(row[facts + OCCURS]))

    return write_facts, fill_facts


@once
def make_list_legal(rulebook: Rulebook, layout: RowLayout) -> Callable[[Any, Any, Row], int]:
    """A rule that counts the legal actions, and lists them in a row if they fit."""
    moves, count, nth, at_legal = rulebook.moves, rulebook.count, rulebook.nth, layout.legal

    @rule
    def list_moves(rules: Any, position: Any, row: Row) -> int:
        legal = moves(rules, position)
        width = count(legal)
        if width <= INLINE_ACTIONS:
            for n in range(width):
                row[at_legal + n] = nth(legal, n)
        return width

    return list_moves


@once
def make_pack_weights(rulebook: Rulebook) -> Callable[[Any, Any], int]:
    """A rule that packs the weights of a throw or lot into one number."""
    chances = rulebook.chances

    @rule
    def list_throws(rules: Any, position: Any) -> int:
        weights = 0
        for weight in chances(rules, position):
            weights = weights << BITS | weight
        return weights

    return list_throws


def make_reader(kind: Any, first: int) -> Callable[[Row], Any]:
    """A rule that reads a NamedTuple from a row, written out by field: the length of a compiled tuple is fixed."""
    space: dict[str, Any] = {"kind": kind, "__name__": __name__}
    fields = ", ".join(f"int(row[{first + n}])" for n in range(len(kind._fields)))
    exec(f"def read(row): return kind({fields})", space)  # noqa: S102
    return rule(space["read"])


@once
def make_write_observation(rulebook: Rulebook, evaluation: Any) -> Callable[[Row, Observation], None]:
    """Compile a loop that writes the observation of a row into an array."""
    spread, first = make_spread(evaluation), len(rulebook.Rules._fields)
    read_rules, read_position = make_reader(rulebook.Rules, 0), make_reader(rulebook.Position, first)

    @loop
    def observe_row(row: Row, out: Observation) -> None:
        spread(read_rules(row), read_position(row), out)

    return observe_row


class Stepper:
    """The compiled functions of a game, and what its nodes share."""

    def __init__(self, game: Game) -> None:
        rulebook, rules = game.system.rulebook, game.rules
        start = rulebook.start(rules)
        self.game = game
        self.row_layout = layout = row_layout(rulebook, len(rulebook.key(rules, start)))
        self.functions = make_node_functions(rulebook, layout)
        self.position = slice(layout.position, layout.key)
        self.key = slice(layout.key, layout.facts)
        self.facts = slice(layout.facts, layout.end)
        self.write_observation = make_write_observation(rulebook, game.system.evaluation)
        self.observation_layout = layout_of(game.system.evaluation)
        self._chances: dict[int, ChanceOutcomes] = {}  # by their packed weights
        self.start = self.node(start, PositionHistory.of())

    def node(self, position: Any, history: PositionHistory) -> Node:
        """The node of a position; `history` are the occurrences before it."""
        row = np.zeros(self.row_layout.end, np.int64)
        row[: self.row_layout.position] = self.game.rules
        row[self.position] = position
        self.functions.fill_facts(row)
        return Node(self, row, history)

    def __reduce__(self) -> tuple[Any, ...]:
        return stepper_for, (self.game,)

    def chance(self, packed: int) -> ChanceOutcomes:
        """The throw or lot of packed weights, as in a row."""
        if packed not in self._chances:
            mask = (1 << BITS) - 1
            weights = Weights(*(packed >> BITS * n & mask for n in reversed(range(len(Weights._fields)))))
            possible = list(actions(weights))
            outcomes = [(action, weights[action] / SIXTEENTHS) for action in possible]
            by_roll = tuple(draw(weights, n) for n in range(SIXTEENTHS))
            self._chances[packed] = ChanceOutcomes(outcomes, possible, by_roll)
        return self._chances[packed]


@once
def stepper_for(game: Game) -> Stepper:
    """The Stepper of a game, shared by all games of one ruleset."""
    return Stepper(game)
