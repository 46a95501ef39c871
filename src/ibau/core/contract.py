"""What a family of games offers: its rules, its texts, its looks, its judgement, and the facts about it.

A family is a folder of `ibau.games`; its `__init__.py` declares a `System` for each game of its sources.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ibau.core.bits import Group
from ibau.core.board import Board, Piece, Travel
from ibau.core.chance import Weights
from ibau.core.features import Features
from ibau.core.form import Form
from ibau.core.lesson import NO_LESSON, Lesson, read_lesson
from ibau.core.options import Option, Preset, Ruleset, Source, options_of
from ibau.core.outcome import GIVEN_UP, WINNERS, Ending, Halt, end_of, value_for_first, winner_of
from ibau.core.phrase import Phrase
from ibau.core.ruling import Ruling, answered, ruling_pages
from ibau.core.terminal_theme import DEFAULT_KIT, DEFAULT_THEME, Kit, TerminalTheme
from ibau.machine.rule import rule

if TYPE_CHECKING:
    from ibau.core.table_layout import TableLayout

WIN = 1000  # positions are judged in thousandths of a win
DEFAULT_LEAD = 0.4  # of values from -1 to 1: a fifth of the chance to win


class Rulebook(Protocol):
    """The functions of a family's `rules.py`: a rule a function, positions and moves its own NamedTuples of ints."""

    Rules: Any
    Position: Any
    ACTIONS: int  # moves are numbered below it
    MOST_GROUPS: int  # in which the legal moves of a position come

    def start(self, rules: Any) -> Any: ...
    def turn(self, rules: Any, position: Any) -> int: ...
    def actor(self, rules: Any, position: Any) -> int: ...
    def moves(self, rules: Any, position: Any) -> Any: ...
    def count(self, moves: Any) -> int: ...
    def nth(self, moves: Any, n: int) -> int: ...
    def groups(self, moves: Any) -> int: ...
    def group(self, moves: Any, n: int) -> Group: ...
    def chances(self, rules: Any, position: Any) -> Weights: ...
    def decode(self, rules: Any, position: Any, action: int) -> Any: ...
    def play(self, rules: Any, position: Any, action: int) -> Any: ...
    def key(self, rules: Any, position: Any) -> Any: ...
    def occurs(self, rules: Any, position: Any) -> bool: ...
    def irreversible(self, rules: Any, position: Any) -> bool: ...
    def outcome(self, rules: Any, position: Any, occurrences: int) -> int: ...
    def score(self, rules: Any, position: Any, seat: int) -> int: ...


class Standing(NamedTuple):
    """How far a seat has come: in the few words that find room beside its name, and as it is said aloud."""

    brief: Phrase
    full: Phrase


def no_standing(rules: Any, position: Any, seat: int) -> tuple[Standing, ...]:  # noqa: ARG001 - stands for a family's own function
    """No standing, for games whose pieces show how far each side has come."""
    return ()


def no_margin(position: Any, winner: int) -> Phrase | None:  # noqa: ARG001 - stands for a game's own function
    """No margin, for games that are won or lost and nothing else; points apart."""
    return None


class Words(NamedTuple):
    """What is said about a position and an action, in sentences of the catalogues."""

    situation: Callable[[Any, Any], tuple[Phrase, ...]]  # whose turn, what is asked, what is forced and why
    describe: Callable[[Any, Any, Any], Phrase]  # (rules, position, move): an action, read aloud before it is played
    refusal: Callable[[Any, Any, str], Phrase]  # why the piece or square at a place cannot be used now
    ends: Mapping[IntEnum, str]  # the game's own ends and why each is one, to be said after a colon
    standing: Callable[[Any, Any, int], tuple[Standing, ...]] = no_standing  # (rules, position, seat); points apart
    to_go: Callable[[Any, int], int] | None = None  # (position, seat): in a race, squares until all pieces are home
    margin: Callable[[Any, int], Phrase | None] = no_margin  # (position, winner): by how much a game is won


# (rules, position before, move, position after): what speaks for an action, if this does
Reason = Callable[[Any, Any, Any, Any], Phrase | None]


class RuleEvent(NamedTuple):
    """Something that the rules bring about, counted in a game after its end, and in the games of a study."""

    id: str  # a word of the family: "hit", "water"
    text: str  # what is counted: "pawns hit", a text of the catalogues
    happened: Callable[[Any, Any, Any, Any], bool]  # a rule (rules, position before, move, position after)


Impossible = Callable[[Any, Any], Phrase | None]  # (rules, position): why it cannot be, if this rule forbids it

Goals = tuple[tuple[str, ...], tuple[str, ...]]  # squares that each seat has to fill
NO_GOALS: Goals = ((), ())


def no_goals(rules: Any, position: Any) -> Goals:  # noqa: ARG001 - stands for a family's own function
    """There is nothing to fill."""
    return NO_GOALS


class BoardSpec(NamedTuple):
    """What a screen draws."""

    board: Callable[[Any], Board]  # (rules)
    pieces: Callable[[Any, Any], tuple[Piece, ...]]  # (rules, position)
    picks: Callable[[Any, Any, Any], tuple[str, ...]]  # (rules, position, move): the places pointed at to choose it
    travels: Callable[[Any, Any, Any], tuple[Travel, ...]]  # the pieces that move when it is played
    goals: Callable[[Any, Any], Goals] = no_goals  # the squares to fill


@rule
def never_urgent(rules: Any, position: Any, action: int) -> int:  # noqa: ARG001 - stands for a family's own function
    """No action is urgent."""
    return 0


@rule
def no_inputs(rules: Any, position: Any) -> tuple[int, ...]:  # noqa: ARG001 - stands for a family's own function
    """A network sees nothing."""
    return ()


class Evaluation(NamedTuple):
    """What players look at, in @rule functions.

    An action is urgent if a judgement before the reply to it would mislead: captures, threats to win.  The number,
    below 2^15, says in which order urgent actions are tried, the largest first; 0 is a quiet action.  Where something
    has to be answered, no action is quiet.

    A network sees a position as bits, from the side of `actor`, the board turned so that both seats look alike: a few
    ints read as sets, each of them made of `features`, at most 62 bits.  A family without inputs has no networks.
    """

    evaluate: Callable[[Any, Any], int]  # (rules, position): how good it is for FIRST, in thousandths of a win
    urgency: Callable[[Any, Any, int], int] = never_urgent  # (rules, position, action)
    inputs: Callable[[Any, Any], tuple[int, ...]] = no_inputs  # (rules, position)
    features: tuple[Features, ...] = ()  # of each int
    grid: tuple[int, int] = (0, 0)  # rows and columns of the planes
    turned: bool = False  # SECOND sees the board from its other end

    @property
    def input_bits(self) -> tuple[int, ...]:
        """How many bits each int has."""
        return tuple(sum(feature.bits for feature in features) for features in self.features)


class Symmetry(NamedTuple):
    """A mirror or turn of the board that the rules do not see."""

    name: str
    position: Callable[[Any], Any]
    action: Callable[[int], int]


# (rules, position, winner): who wins, and the points of both, where the players end a game so; `winner` may be DRAW
ResultByPlayers = Callable[[Any, Any, int], tuple[int, tuple[int, int]]]


def without_points(rules: Any, position: Any, winner: int) -> tuple[int, tuple[int, int]]:  # noqa: ARG001 - stands for a family's own function
    """The winner wins, and there are no points."""
    return winner, (0, 0)


def none_repeatable(rules: Any) -> int:  # noqa: ARG001 - stands for a game's own function
    """No position can come back under any rules."""
    return 0


def nothing_left(rules: Any, position: Any) -> int | None:  # noqa: ARG001 - stands for a game's own function
    """A game that is won is over."""
    return None


def applies_always(rules: Any) -> bool:  # noqa: ARG001 - stands for a game's own function
    """Yes, whatever the rules."""
    return True


def never_scored(rules: Any) -> bool:  # noqa: ARG001 - stands for a game's own function
    """There are no points under any rules."""
    return False


# The modules of a game's folder, and what a System takes from them; some games have no need of some.
GAME_MODULES = {
    "rules": ("list_moves", "result_by_players"),
    "rulesets": ("PRESETS", "SOURCES"),
    "form": ("FORM", "IMPOSSIBLE", "action_text"),
    "words": ("WORDS", "REASONS", "RULE_EVENTS"),
    "board_spec": ("BOARD_SPEC", "TERMINAL_THEME", "KIT"),
    "evaluation": (
        "EVALUATION",
        "SYMMETRIES",
        "TABLE_LAYOUT",
        "actions_left",
        "gives_points",
        "longest_game",
        "network_applies",
        "repeatable_positions",
    ),
}


@dataclass(frozen=True, eq=False, repr=False)
class System:
    """One game of the sources: its rules, its options and the facts about it that players rely on."""

    id: str
    title: str
    label: str  # as beside an object in a museum: what it is, how old board and rules are, luck or skill, how long
    seats: tuple[str, str]  # what the two sides are called, texts of the catalogues
    package: str  # where it lives; `folder` holds its rules pages too, its levels and its network
    rulebook: Rulebook
    presets: tuple[Preset, ...]  # the first one is the system itself
    sources: tuple[Source, ...]
    form: Form
    action_text: Callable[[Any, Any, int], str]  # (rules, position, action)
    words: Words
    board_spec: BoardSpec
    evaluation: Evaluation
    longest_game: Callable[[Any], int | None]  # most actions a game can have under these rules, None without a bound
    list_moves: Callable[[Any], Iterable[int]] | None = None  # (moves): as `nth` orders them, where groups do not
    impossible: tuple[Impossible, ...] = ()  # what no position can be
    # Why an action may be good, the weightiest first, each with what a puzzle is about where it holds.
    reasons: Mapping[Reason, str] = field(default_factory=dict[Reason, str])
    rule_events: tuple[RuleEvent, ...] = ()  # what is counted in its games
    age: int = 0  # from which its source recommends it; 0 where that says nothing
    terminal_theme: TerminalTheme = DEFAULT_THEME  # in a terminal
    kit: Kit = DEFAULT_KIT  # on paper
    symmetries: tuple[Symmetry, ...] = ()
    table_layout: "TableLayout | None" = None  # what it offers to be solved
    has_throws: bool = False  # chance beyond drawing lots for the first player
    throws_alternate: bool = False  # one decision after each throw, and none without one
    can_cycle: bool = False  # a position can come back
    repeatable_positions: Callable[[Any], int | None] = (
        none_repeatable  # most occurrences that can come again, None without a bound
    )
    gives_points: Callable[[Any], bool] = never_scored  # does it give points under these rules?
    actions_left: Callable[[Any, Any], int | None] = (
        nothing_left  # (rules, position): see `finishing` in players/base.py
    )
    network_applies: Callable[[Any], bool] = (
        applies_always  # (rules): does what its network has learnt hold under them?
    )
    result_by_players: ResultByPlayers = without_points  # what it counts where the players end it themselves
    training: Mapping[str, Any] = field(default_factory=dict[str, Any])  # where its training Plan is not the usual one
    strength: Mapping[str, Any] = field(default_factory=dict[str, Any])  # the same for how its strength is measured
    shared_rulings: tuple[str, ...] = ()  # codes of rulings on the pages of others that hold here too
    puzzle_lead: float = DEFAULT_LEAD  # by so much the solution of a puzzle is better, of values from -1 to 1

    def __repr__(self) -> str:
        return f"<System {self.id}>"

    def __post_init__(self) -> None:
        if shared := set(self.words.ends) & set(Halt):
            raise TypeError(f"{self.id}: the ends {shared} have the numbers of others; a game's own begin with 10")

    @classmethod
    def of(cls, package: str, **facts: Any) -> "System":
        """The game that lives in a folder: what its modules hold under the names of FOLDER, and what is said of it."""
        held: dict[str, Any] = {"rulebook": import_module(f"{package}.rules")}
        for name, parts in GAME_MODULES.items():
            if find_spec(f"{package}.{name}"):
                module = import_module(f"{package}.{name}")
                held |= {part.lower(): getattr(module, part) for part in parts if hasattr(module, part)}
        return cls(package=package, **held, **facts)

    @property
    def family(self) -> str:
        """The folder of `ibau.games` that it lives in."""
        return self.package.removeprefix("ibau.games.").partition(".")[0]

    @property
    def action_count(self) -> int:
        """Moves are numbered below it."""
        return self.rulebook.ACTIONS

    @property
    def most_groups(self) -> int:
        """In which the legal moves of a position come."""
        return self.rulebook.MOST_GROUPS

    @cached_property
    def default_preset(self) -> Preset:
        """What people begin with: screens, the lesson, levels, puzzles and the kit."""
        return next((preset for preset in self.presets if preset.is_default), self.presets[0])

    def ruleset_with(self, values: Mapping[str, str]) -> Ruleset:
        """A ruleset as the usual preset and what it changes: one name for a reading under any preset."""
        return Ruleset(self.default_preset, self.options, values)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What its `Rules` declare."""
        return options_of(self.rulebook.Rules)

    @cached_property
    def end_kinds(self) -> Mapping[int, str]:
        """The ends it can have: the word for each number."""
        return {int(end): end.name.lower() for end in (*Halt, *self.words.ends)}

    def ending(self, outcome: int) -> Ending:
        """An outcome in words."""
        if not outcome:
            return Ending(GIVEN_UP, GIVEN_UP, (0, 0))
        value = value_for_first(outcome)
        return Ending(WINNERS[winner_of(outcome)], self.end_kinds[end_of(outcome)], (value, -value))

    @property
    def folder(self) -> Path:
        """Where its files lie: `pages/LANG.md`, and what was measured and learnt, `levels.json` and `network.npz`."""
        return Path(str(files(self.package)))

    @cached_property
    def lesson(self) -> Lesson:
        """How it is learnt, in `lesson.md` of its folder."""
        file = self.folder / "lesson.md"
        return read_lesson(file) if file.exists() else NO_LESSON

    def rules(self, ruleset: Ruleset) -> Any:
        """The options as the rules see them."""
        return self.rulebook.Rules(*ruleset.numbers())

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """What was decided about its rules, by code: its own page of docs/rulings, then those shared with others."""
        pages, known = ruling_pages(), answered()
        own = [code for code in known if pages[code] == self.id]
        return {code: known[code] for code in (*own, *self.shared_rulings)}
