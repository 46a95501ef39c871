"""What is asked and answered with GET and POST; docs/web-protocol.md tells it in words.

Like protocol.py, this file makes the client's types.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ibau.core.face import Board, Piece, Throws
from ibau.web.protocol import ActionView, Actor, At, PlayerView, PlyView, ResultView, Seat, StateView, Word

Commitment = Annotated[str, Meta(pattern="^([0-9a-f]{64})?\\Z")]  # '' where a browser adds nothing to the throws
MOST_TOLD = 12  # games in one answer
BrowserId = Annotated[str, Meta(min_length=16, max_length=40)]
MOST_SET = 200  # pieces of a position that is put together
MOST_ANALYSED = 5000  # actions of a tree, and of a line in it

# --- A new game ----------------------------------------------------------------------------------------------------


class NewPerson(Struct, tag_field="kind", tag="person", forbid_unknown_fields=True, frozen=True):
    """A seat for whoever holds the key, or a free one, to be taken by invitation."""

    free: bool = False
    name: str = ""


class NewComputer(Struct, tag_field="kind", tag="computer", forbid_unknown_fields=True, frozen=True):
    """A seat for the server."""

    level: str


NewSeat = NewPerson | NewComputer


class NewGame(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games`."""

    ruleset: str
    first: NewSeat
    second: NewSeat
    commitment: Commitment = ""  # of whoever begins it and plays
    own_sticks: bool = False
    start: str = ""  # a position text, '' for that of the rules


class GameKey(Struct, forbid_unknown_fields=True, frozen=True):
    """The name of a game and a key to seats of persons."""

    id: Word
    key: Word


class MadeInvitation(Struct, frozen=True):
    """The secret that invites to a free seat."""

    seat: Seat
    invitation: Word


class MadeGame(Struct, omit_defaults=True, frozen=True):
    """A game that was begun: its name, the key of whoever began it, and the invitations to its free seats."""

    id: Word
    key: Word
    invitations: list[MadeInvitation] = []


class NextGame(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games` that goes on with a match."""

    after: GameKey


class BroughtGame(Struct, frozen=True):
    """A game that was played elsewhere and is kept now; which one of the text it was, and whether others follow."""

    id: Word
    key: Word
    title: str
    number: int
    more: bool


# --- Coming to a seat ----------------------------------------------------------------------------------------------


class InvitationKey(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/invitation`: what is it to?"""

    invitation: Word


class Acceptance(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/invitation/accept`; `browser` is a secret by which a browser is known again."""

    invitation: Word
    browser: BrowserId
    name: str = ""
    commitment: Commitment = ""


class SeatToInviteTo(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/invitation/renew` and `…/withdraw`."""

    key: Word  # of whoever began the game
    seat: Seat


class Variant(Struct, frozen=True):
    """An option of the rules, and what holds in a game."""

    text: str
    value: str


class InvitationView(Struct, omit_defaults=True, frozen=True):
    """What an invitation is to."""

    status: Literal["open", "used", "withdrawn"]
    text: str  # the same as a sentence
    ruleset: str
    title: str
    preset: str  # the ruleset in short
    variants: list[Variant]  # where the rules differ from it
    seat: Seat
    side: str  # what its pieces are called
    by: str  # who plays the other seat
    seed_hash: str = ""  # the server's commitment to the throws
    own_sticks: bool = False


class SeatKey(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/code` and `…/leave`."""

    key: Word


class HintAsked(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/hint`, for the position after `at` actions."""

    key: Word
    at: At


class HintView(Struct, frozen=True):
    """A hint, which gives away more with each sentence; `places` are pointed at to choose the action."""

    at: int
    action: str
    places: tuple[str, ...]
    where: str
    what: str
    why: str


class GamesAsked(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/told`."""

    games: Annotated[list[GameKey], Meta(max_length=MOST_TOLD)]


class GameTold(Struct, frozen=True):
    """How a game stands, for whoever has the key."""

    id: Word
    title: str
    players: str  # who plays, or against whom
    turn: str  # whose turn it is
    yours: bool  # is it theirs who ask?
    over: bool


class GamesTold(Struct, frozen=True):
    """The games that were asked for, and those that there are not."""

    games: list[GameTold]
    missing: list[Word]


class SeatCode(Struct, forbid_unknown_fields=True, frozen=True):
    """A code to come to one's seat on another device, and the body of `POST /api/codes`, which redeems it."""

    code: Word


# --- Looking back --------------------------------------------------------------------------------------------------

Certainty = Literal["sure", "likely", "unsure"]
Kind = Literal["choice", "forced", "throw", "lot", "opening"]
Size = Literal["", "slip", "mistake", "blunder"]
Cause = Literal["mistake", "luck"]


class ReviewBegun(Struct, tag_field="type", tag="begun", frozen=True):
    """The game that is looked back on; the first line of `GET /api/games/ID/review`."""

    ruleset: str
    title: str
    seats: dict[Seat, PlayerView]
    board: Board
    story: list[PlyView]
    result: ResultView | None


class ReviewedPly(Struct, tag_field="type", tag="ply", omit_defaults=True, frozen=True):
    """What a ply changed; `before` and `after` are values for the first seat, -1 to 1.  They come in any order."""

    at: int
    kind: Kind
    before: float
    after: float
    certainty: Certainty
    mistake: float = 0.0
    size: Size = ""
    luck: float = 0.0
    text: str = ""  # what there is to say of it
    better: ActionView | None = None  # what would have been better
    line: tuple[str, ...] = ()  # the best play there was, its action first


class ReviewTotal(Struct, frozen=True):
    """The mistakes and the luck of a side, as values."""

    mistakes: float
    luck: float
    counts: dict[str, int]  # of mistakes, by size


class TurningPointView(Struct, frozen=True):
    """One of the plies at which the value changed most."""

    at: int
    cause: Cause
    change: float  # for the first seat


class ReviewSummed(Struct, tag_field="type", tag="summed", frozen=True):
    """All that is known so far, together: `after - before` is the sum of mistakes, luck, lot and drift."""

    known: int  # plies
    complete: bool
    before: float
    after: float
    totals: dict[Seat, ReviewTotal]
    lot: float
    drift: float
    turning_points: list[TurningPointView]


class ReviewFailed(Struct, tag_field="type", tag="failed", frozen=True):
    """The work cannot go on just now."""

    reason: str


ReviewLine = ReviewBegun | ReviewedPly | ReviewSummed | ReviewFailed


class Positions(Struct, frozen=True):
    """Positions of a game one after the other, and the actions that lead to all but the first."""

    states: list[StateView]
    plies: list[PlyView]


# --- Throws to be checked ------------------------------------------------------------------------------------------


class ThrowToCheck(Struct, frozen=True):
    """A throw or lot of a game; `number` counts those taken back as well."""

    number: int
    at: int  # how many actions came before it
    seat: Actor
    action: str
    heads: int | None  # as of a ply


class ThrowsToCheck(Struct, frozen=True):
    """What the throws of a game follow from, and the throws; `seed` and `parts` are empty until it is over."""

    game: str
    system: str
    own_sticks: bool
    seed_hash: str  # '' where there is nothing to check
    part_hashes: tuple[str, str]
    anew: list[Seat]  # who committed once more
    seed: str
    parts: tuple[str, str]
    throws: list[ThrowToCheck]


# --- What can be played, and by which rules ------------------------------------------------------------------------


class Start(Struct):
    """A board, and the state in which its game begins."""

    board: Board
    state: StateView


class DiagramView(Struct):
    """What a figure of a rules page shows: the states before and after each of its plies."""

    ruleset: str
    board: Board
    states: list[StateView]
    plies: list[PlyView]


class RightView(Struct):
    """An action that does what a lesson asks, and what the lesson plays then: each ply and the state after it."""

    action: str
    plies: list[PlyView]
    states: list[StateView]
    then: "MomentView | None"  # what is asked next, None where the step is done


class MomentView(Struct):
    """Something that the learner is asked to do: any other action is answered with `wrong`."""

    right: list[RightView]
    wrong: str
    refusals: dict[str, str]  # why nothing can be done with a place


class StepView(Struct):
    """An idea, and a position in which to try it; what is asked is the situation of its states."""

    title: str
    idea: str
    state: StateView
    moment: MomentView


class LessonView(Struct):
    """A lesson, which a page can give by itself."""

    system: str
    title: str
    learner: Seat
    seats: dict[Seat, PlayerView]
    board: Board
    steps: list[StepView]
    puzzles: int  # how many the game has


class PuzzleTold(Struct):
    """A puzzle in a list; `hardness` is a word."""

    id: Word
    hardness: str


class PuzzlesView(Struct):
    """The puzzles of a game, the easiest first."""

    system: str
    title: str
    puzzles: list[PuzzleTold]


class PuzzleView(Struct):
    """A puzzle; what is asked is the situation of its state."""

    id: Word
    system: str
    title: str
    solver: Seat
    hardness: str  # in a word
    meaning: str  # what that word means
    seats: dict[Seat, PlayerView]
    board: Board
    state: StateView
    refusals: dict[str, str]  # why nothing can be done with a place


class TrySaid(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/puzzles/RULESET/ID/try`."""

    action: Word


class TryView(Struct):
    """What comes of a try: how it goes on, the action first, each ply and the state after it.

    After the solution it is played as far as is known, after another action up to the answer of the other side.
    """

    right: bool
    text: str
    plies: list[PlyView]
    states: list[StateView]


class RulesSection(Struct):
    """A part of a rules page; `id` is that of an element of its HTML."""

    id: str
    title: str


class RulesPage(Struct):
    """A page as the browser shows it; the title is not repeated in the HTML."""

    title: str
    contents: list[RulesSection]
    html: str
    kit: str = ""  # where the game is to be printed, without the paper; "" where it is not


class OptionValue(Struct):
    """A value of an option, and what it means where that needs saying."""

    value: str
    text: str


class RuleOption(Struct):
    """An option of the rules; `default` is its value under each preset."""

    name: str
    text: str
    cites: str
    kind: Literal["choice", "switch", "number"]
    ours: bool
    default: dict[str, str]
    values: list[OptionValue]


class PresetView(Struct):
    """A ruleset that has a name."""

    id: str
    text: str


class SystemView(Struct):
    """A game, the levels it offers from weak to strong, and its options."""

    id: str
    family: str
    title: str
    label: str  # what it is, in a line
    opening: str  # the first sentences of its rules
    aim: str
    seats: dict[Seat, str]
    throws: Throws
    start: Start
    lesson: int  # how many steps it has
    puzzles: int  # how many there are
    levels: list[str]
    presets: list[PresetView]
    options: list[RuleOption]


class LevelView(Struct):
    """A level of the computer; 1 is the weakest."""

    id: str
    number: int
    name: str
    text: str


class Language(Struct):
    """A language, and what it calls itself."""

    id: str
    name: str


class Catalogue(Struct):
    """Everything that the page shows where a game is chosen."""

    version: str
    systems: list[SystemView]
    levels: list[LevelView]
    languages: list[Language]


# --- Analysis ------------------------------------------------------------------------------------------------------


class LineAsked(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/analysis/line` and `…/advice`: where it begins, and what was played from there."""

    ruleset: str
    start: str = ""  # a position text, '' for that of the rules
    actions: Annotated[list[Word], Meta(max_length=MOST_ANALYSED)] = []


class LineView(Struct, frozen=True):
    """Where a line has come to, and its last action; `sixteenths` are the chances of what may be thrown there."""

    state: StateView
    ply: PlyView | None
    sixteenths: list[int] = []


class NodeView(Struct, frozen=True):
    """An action of a tree; `parent` is the number of the one it follows, -1 for the start."""

    parent: int
    action: Word
    turn: int = 0
    seat: Actor = "first"
    comment: str = ""
    before: str = ""  # what is said before it, where it begins a variation


class PieceKind(Struct, frozen=True):
    """What a seat may have on the board."""

    seat: int
    kind: str
    side: str


class WordChoice(Struct, frozen=True):
    """A word of a position text, and what it means."""

    word: str
    said: str


class WordView(Struct, frozen=True):
    """A word of a position text that the board does not tell: one of a few, or as it is typed."""

    label: str
    choices: list[WordChoice]
    typed: Literal["", "number", "list"]


class EditorAsked(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/analysis/editor`: the position that one begins with."""

    ruleset: str
    position: str = ""  # '' for the start of the rules


class EditorView(Struct, frozen=True):
    """What positions are put together from; `values` are the words of the position that was asked about."""

    kinds: list[PieceKind]
    together: list[tuple[str, str]]  # kinds that may stand on one square, the lower first
    words: list[WordView]
    values: list[str]
    cleared: list[str]  # the words for an empty board
    pieces: tuple[Piece, ...]  # on squares, in the position that was asked about


class PositionAsked(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/analysis/position`: what was put together."""

    ruleset: str
    pieces: Annotated[list[Piece], Meta(max_length=MOST_SET)]
    words: Annotated[list[str], Meta(max_length=MOST_SET)]


class PositionTold(Struct, frozen=True):
    """The position as text, '' where it cannot be; what is asked in it, or why it cannot be; its pieces on squares."""

    position: str
    said: str
    pieces: tuple[Piece, ...] = ()


class Settled(Struct, frozen=True):
    """How players ended a game themselves."""

    kind: Word
    word: Word


class TreeView(Struct, frozen=True):
    """A record with its variations, and the body of `POST /api/analysis/written`, which makes a record of it.

    The first action that follows another goes on with the line, others are variations.
    """

    ruleset: str
    start: str = ""
    comment: str = ""  # before the first action
    tags: dict[str, str] = {}
    settled: Settled | None = None
    nodes: Annotated[list[NodeView], Meta(max_length=MOST_ANALYSED)] = []
    changed: bool = False  # is the main line another one than was read?


class TreeRead(Struct, frozen=True):
    """One game of a text of records: which it is, and whether others follow."""

    number: int
    more: bool
    tree: TreeView


class AdviceView(Struct, frozen=True):
    """What an action is worth to whoever decides, from -1 to 1, and how it goes on at best."""

    action: Word
    value: float
    depth: int
    line: list[Word]


class Advised(Struct, tag_field="type", tag="advised", frozen=True):
    """The best actions at one depth; a line of the answer to `POST /api/analysis/advice`."""

    best: list[AdviceView]


class ChanceView(Struct, frozen=True):
    """What a throw or lot would be worth."""

    action: Word
    value: float


class Foreseen(Struct, tag_field="type", tag="foreseen", frozen=True):
    """What a position is worth before a throw, to whoever throws: the exact mean of what it is after each."""

    value: float
    depth: int
    chances: list[ChanceView]


class Preparing(Struct, tag_field="type", tag="preparing", frozen=True):
    """The first time on a machine: so many functions have been made ready."""

    compiling: int


class NoAdvice(Struct, tag_field="type", tag="none", frozen=True):
    """There is none, or no more of it, and why."""

    reason: str


AdviceAnswer = Advised | Foreseen | Preparing | NoAdvice
