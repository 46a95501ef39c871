"""Shapes of input that strangers could send, as large as one likes, and who reads them."""

import io
import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from ibau.core.board import Piece
from ibau.core.editing import build_state
from ibau.core.game import State
from ibau.core.record import Record
from ibau.games import game
from ibau.language import best_language
from ibau.paper import svg
from ibau.players import player
from ibau.records.columns import columns
from ibau.records.jsonl import json_of
from ibau.records.record_files import read_record, read_records
from ibau.records.variation_tree import TreeNode, mainline_of, played_nodes
from ibau.ugi import serve
from ibau.web.api.games import NewGame
from ibau.web.api.positions import PositionRequest
from ibau.web.endpoints.bodies import decode_body
from ibau.web.endpoints.trees import parse_record
from ibau.web.hosted.player_names import check_name, sanitize_name
from ibau.web.hosted.requests import read_request

LETTERS, WORDS, PLIES, LINES = 10_000, 500, 40, 20  # of the smallest; a hundred times as many are read within a second


class InputShape(NamedTuple):
    """An input of a size, and what reads it; `size` is a small one."""

    make: Callable[[int], Any]
    read: Callable[[Any], object]
    size: int = LETTERS


# --- Positions, actions, rulesets ------------------------------------------------------------------------------------


def position(ruleset: str, make: Callable[[int], str]) -> InputShape:
    return InputShape(make, game(ruleset).state)


POSITIONS = {
    "a row of letters": position("seega", lambda n: f"{'L' * n} first 24 - - 0 12 -"),
    "a row of digits": position("seega", lambda n: f"{'9' * n} first 24 - - 0 12 -"),
    "a row of small digits": position("senet-race", lambda n: f"{'1' * n} first - - 0"),
    "a row of numbers": position("senet-race", lambda n: f"{'1L' * n} first - - 0"),
    "a row of points": position("senet-formation", lambda n: f"{'.' * n} first - open - - 0 0"),
    "a row of pairs": position("seti-aleph", lambda n: f"{'(HS)' * n}/3 first 3,3 - 0 -"),
    "a row of brackets": position("seti-aleph", lambda n: f"{'(' * n}/3 first 3,3 - 0 -"),
    "rows": position("seega", lambda n: f"{'5/' * n}5 first 24 - - 0 12 -"),
    "stacks": position("seneti", lambda n: f"{'.,' * n}. first 7,7 0"),
    "a stack": position("seneti", lambda n: f"{'W' * n}{',.' * 19} first 7,7 0"),
    "a stack of closed stones": position("seneti", lambda n: f"{'Ww' * n}{',.' * 19} first 7,7 0"),
    "words": position("seega", lambda n: "5/" + "x " * n),
    "spaces": position("seega", lambda n: f"5/5/5/5/5{' ' * n}first 24 - - 0 12 -"),
    "a counter": position("seega", lambda n: f"5/5/5/5/5 first {'0' * n} - - 0 12 -"),
    "counters": position("seti-aleph", lambda n: f"3/3 first {'3,' * n}3 - 0 -"),
    "throws": position("senet-geoludie", lambda n: f"L28D first plays {'1,' * n}2 {n + 2} - - 0"),
    "throws and one that is none": position("senet-geoludie", lambda n: f"L28D first throws {'1,' * n}x {n} - - 0"),
    "pawns that had a share": position("senet-geoludie", lambda n: f"L28D first plays 1,2 2 {'1,' * n}1 advanced 0"),
}


def of_pieces(make: Callable[[int], Sequence[Piece]]) -> InputShape:
    return InputShape(make, lambda pieces: build_state(game("seneti"), pieces, ("first", "0")), WORDS)


def of_reserve(make: Callable[[int], str]) -> InputShape:
    return InputShape(make, lambda ships: build_state(game("seti-aleph"), (), ("first", ships, "-", "0", "-")))


PUT_TOGETHER = {
    "pieces on one square": of_pieces(lambda n: [Piece("1", 0, "stone", "open")] * n),
    "pieces everywhere": of_pieces(lambda n: [Piece(str(k % 20 + 1), k % 2, "stone", "open") for k in range(n)]),
    "pieces nowhere": of_pieces(lambda n: [Piece("9" * n, 0, "stone", "open")]),
    "a kind of piece": of_pieces(lambda n: [Piece("1", 0, "k" * n)]),
    "a seat": of_pieces(lambda n: [Piece("1", 1 << n, "stone", "open")]),
    "a reserve": of_reserve(lambda n: "9" * n),
    "a reserve of spaces": of_reserve(lambda n: " " * n),
}
ACTIONS = {
    "an action": InputShape(lambda n: "c" * n, lambda text: game("seega").initial().play(text)),
    "an action of digits": InputShape(lambda n: "9" * n, lambda text: game("senet-race").initial().play(text)),
    "the number of an action": InputShape(lambda n: 1 << n, lambda number: game("seega").initial().after(number)),
    "a place": InputShape(lambda n: "9" * n, lambda place: game("senet-race").initial().refusal(place)),
    "a place of other digits": InputShape(lambda n: "²" * n, lambda place: game("seneti").initial().refusal(place)),
}
RULESETS = {
    "a ruleset": InputShape(lambda n: "s" * n, game),
    "pluses": InputShape(lambda n: "seega" + "+" * n, game),
    "options": InputShape(lambda n: "seega" + "+chain=none" * n, game),
    "an option": InputShape(lambda n: f"seega+{'c' * n}=none", game),
    "a value": InputShape(lambda n: f"seega+chain={'n' * n}", game),
    "a number of turns": InputShape(
        lambda n: f"seega+max_turns=1{'0' * n}", lambda text: game(text).initial().play("lot1")
    ),
}


# --- Records ---------------------------------------------------------------------------------------------------------

TAGS = '[Ruleset "seega"]\n[Result "*"]\n'
ENDLESS = "seti-aleph+no_progress_plies=0"  # which remembers every position


def walk() -> Iterator[tuple[str, str]]:
    """A game without a winner: its actions, and two alternatives."""
    generator, now = random.Random(1), game(ENDLESS).initial()
    while True:
        actions = list(now.actions)
        generator.shuffle(actions)
        both = ((then, one) for one in actions if goes_on(then := now.play(one)))
        (after, action), (otherwise, other) = islice(both, 2)
        yield action, f"{other} {otherwise.actions[0]}"
        now = after


def goes_on(after: State) -> bool:
    return after.result is None and not after.position.pending


WALK = walk()
WALKED: list[tuple[str, str]] = []


def walked(plies: int) -> Sequence[tuple[str, str]]:
    """The beginning of that game."""
    WALKED.extend(islice(WALK, max(0, plies - len(WALKED))))
    return WALKED[:plies]


def played(*words: str) -> str:
    """The text of a game that goes on."""
    return f'[Ruleset "{ENDLESS}"]\n\n{" ".join(words)} *'


def branching(n: int) -> list[str]:
    """A game with a variation at each action."""
    return [f"{action} ({other})" for action, other in walked(n)]


def record(make: Callable[[int], str], size: int = LETTERS) -> InputShape:
    return InputShape(make, read_record, size)


def games(n: int) -> bytes:
    return f"{TAGS}\n*\n\n".encode() * n


TEXTS = {
    "a word of digits": record(lambda n: f"{TAGS}\n{'1' * n} *"),
    "turn numbers": record(lambda n: f"{TAGS}\n{'1. ' * n} *", WORDS),
    "turn numbers in one word": record(lambda n: f"{TAGS}\n{'1.' * n} *"),
    "a turn number of points": record(lambda n: f"{TAGS}\n1{'.' * n} *"),
    "actions": record(lambda n: f"{TAGS}\n{'x ' * n} *", WORDS),
    "a tag": record(lambda n: f'{TAGS}[Note "{"x" * n}"]\n\n*'),
    "a tag of backslashes": record(lambda n: f'{TAGS}[Note "{chr(92) * 2 * n}"]\n\n*'),
    "a tag of line breaks": record(lambda n: f'{TAGS}[Note "{(chr(92) + "n") * n}"]\n\n*'),
    "a tag without an end": record(lambda n: f'{TAGS}[Note "{"x" * n}'),
    "backslashes without an end": record(lambda n: f'{TAGS}[Note "{chr(92) * 2 * n}'),
    "spaces of a tag": record(lambda n: f'{TAGS}[{" " * n}Note{" " * n}"x"{" " * n}'),
    "the name of a tag": record(lambda n: f'{TAGS}[{"N" * n} "x"]\n\n*'),
    "tags": record(lambda n: TAGS + "".join(f'[N{k} "x"]\n' for k in range(n)) + "\n*", WORDS),
    "tags that are not closed": record(lambda n: f"{TAGS}\n{'[' * n} *"),
    "a start": record(lambda n: f'{TAGS}[FEN "{"5" * n}"]\n\n*'),
    "a ruleset of a record": record(lambda n: f'[Ruleset "{"s" * n}"]\n\n*'),
    "a claim": record(lambda n: f'{TAGS}[Kind "{"x" * n}"]\n\n*'),
    "a comment": record(lambda n: f"{TAGS}\n{{{'x ' * n}}} *"),
    "a comment of lines": record(lambda n: f"{TAGS}\n{{{('x' + chr(10)) * n}}} *"),
    "a comment without an end": record(lambda n: f"{TAGS}\n{{{('x' + chr(10)) * n}"),
    "comments": record(lambda n: f"{TAGS}\n{'{x} ' * n} *", WORDS),
    "comments on an action": record(lambda n: f"{TAGS}\nlot1 {'{x} ' * n} *", WORDS),
    "parentheses": record(lambda n: f"{TAGS}\nlot1 {'(' * n}"),
    "empty lines": record(lambda n: TAGS + "\n" * n + "*"),
    "a long game": record(lambda n: played(*(action for action, _ in walked(n))), PLIES),
    "a variation at each action": record(lambda n: played(*branching(n)), PLIES),
    "variations of a variation": record(lambda n: played(walked(1)[0][0], f"({' '.join(branching(n))})"), PLIES),
    "variations late in a game": record(
        lambda n: played(*(action for action, _ in walked(n)), *[f"({walked(n)[-1][1]})"] * n), PLIES
    ),
    "games": InputShape(games, lambda data: list(read_records(io.BytesIO(data))), PLIES),
    "a field of a tournament": InputShape(
        lambda n: [b'{"arena":1,"%s":1}\n' % (b"x" * n)], lambda lines: list(read_records(lines))
    ),
    "lines of a tournament": InputShape(lambda n: [b'{"arena":[]}\n'] * n, lambda lines: list(read_records(lines))),
    "the last game": InputShape(lambda n: (games(n), n), lambda asked: parse_record(*asked), PLIES),
}


def dumped(**changes: Any) -> str:
    return json.dumps({"ruleset": "seega", "actions": ["lot1"], "result": None, **changes})


JSON = {
    "a field": record(lambda n: dumped(**{"x" * n: 1})),
    "fields": record(lambda n: dumped(**{f"x{k}": 1 for k in range(n)}), WORDS),
    "a kind": record(lambda n: dumped(result={"returns": [1, -1], "kind": "x" * n})),
    "an action in JSON": record(lambda n: dumped(actions=["x" * n])),
    "actions in JSON": record(lambda n: dumped(actions=["lot1"] * n), WORDS),
    "a long game in JSON": record(lambda n: dumped(ruleset=ENDLESS, actions=[one for one, _ in walked(n)]), PLIES),
    "variations in JSON": record(lambda n: dumped(variations=[{"at": 0, "actions": ["lot2"]}] * n), WORDS),
    "comments in JSON": record(lambda n: dumped(comments={str(k): "x" for k in range(-1, n)}), WORDS),
    "an index": record(lambda n: dumped(comments={"9" * n: "x"})),
    "tags in JSON": record(lambda n: dumped(tags={f"N{k}": "x" for k in range(n)}), WORDS),
    "a tag of quotes": record(lambda n: dumped(tags={"Note": '"' * n})),
    "brackets": record(lambda n: f'{{"ruleset":{"[" * n}'),
    "braces": record(lambda n: '{"ruleset":' * n),
    "spaces in JSON": record(lambda n: '{"ruleset"' + " " * n + ': "seega"'),
    "a number in JSON": record(lambda n: '{"ruleset": ' + "9" * n + "}"),
}


@cache
def long_record(n: int) -> Record:
    return read_record(played(*branching(n)))


def captioned(make: Callable[[int], list[str]]) -> InputShape:
    return InputShape(make, lambda lines: svg.board(game("seega").initial(), caption=lines), LINES)


MADE = {
    "a record as text": InputShape(long_record, str, PLIES),
    "a record as JSON": InputShape(long_record, json_of, PLIES),
    "a record as a tree": InputShape(long_record, lambda found: list(played_nodes(found)), PLIES),
    "a record as columns": InputShape(long_record, lambda found: columns([found]), PLIES),
    "a tree without branches": InputShape(lambda n: [TreeNode(k - 1, "x") for k in range(n)], mainline_of, WORDS),
    "a tree of branches": InputShape(lambda n: [TreeNode(-1, "x")] * n, mainline_of, WORDS),
    "the words of a caption": captioned(lambda n: ["word " * n]),
    "a word of a caption": captioned(lambda n: ["w" * n]),
    "the lines of a caption": captioned(lambda n: ["w"] * n),
}


# --- The engine and the server ---------------------------------------------------------------------------------------


def engine_answers(lines: str) -> str:
    """The answers of the engine."""
    sink = io.BytesIO()
    serve(io.BytesIO(lines.encode()), sink, lambda _game, seed, _threads: player("random", seed))
    return sink.getvalue().decode()


def engine(make: Callable[[int], str], size: int = LETTERS) -> InputShape:
    return InputShape(make, engine_answers, size)


ENGINE = {
    "a command": engine(lambda n: "x" * n),
    "words of a command": engine(lambda n: "go " + "x " * n),
    "commands": engine(lambda n: "query p1turn\n" * n, WORDS),
    "a limit": engine(lambda n: f"go nodes {'9' * n}"),
    "an option of the engine": engine(lambda n: f"setoption name {'x' * n} value 1"),
    "a query": engine(lambda n: f"query {'x' * n}"),
    "moves": engine(lambda n: f"position startpos moves {'lot1 ' * n}"),
    "a position of the engine": engine(lambda n: f"position fen {'5/' * n}"),
    "a long game of the engine": engine(
        lambda n: (
            f"setoption name Ruleset value {ENDLESS}\nposition startpos moves {' '.join(a for a, _ in walked(n))}"
        ),
        PLIES,
    ),
}


def body(shape: type, **of_size: Callable[[int], Any]) -> InputShape:
    """The body of a request."""
    make = lambda n: json.dumps({name: value(n) for name, value in of_size.items()}).encode()  # noqa: E731
    return InputShape(make, lambda sent: decode_body(shape, sent))


def message(**of_size: Callable[[int], Any]) -> InputShape:
    """Read a message of a socket."""
    return InputShape(lambda n: json.dumps({name: value(n) for name, value in of_size.items()}), read_request)


SERVER = {
    "a message": message(type=lambda _: "play", ply_count=lambda _: 0, action=lambda n: "x" * n),
    "a type of message": message(type=lambda n: "x" * n),
    "the place of a message": message(type=lambda _: "throw", ply_count=lambda n: [0] * n),
    "a new game": body(NewGame, ruleset=lambda n: "x" * n),
    "a kind of player": body(NewGame, ruleset=lambda _: "seega", first=lambda n: {"kind": "x" * n}),
    "a field of a request": body(PositionRequest, ruleset=lambda _: "seega", pieces=lambda n: {"x" * n: 1}),
    "pieces of a request": body(
        PositionRequest,
        ruleset=lambda _: "seega",
        pieces=lambda n: [{"place": "a1", "seat": 0}] * n,
        words=lambda _: [],
    ),
    "languages": InputShape(lambda n: "xx;q=0.5," * n, best_language),
    "the weight of a language": InputShape(lambda n: f"de;q={'9' * n}", best_language),
    "a name": InputShape(lambda n: "x " * n, check_name),
    "a name of strange letters": InputShape(lambda n: "\u200b" * n, sanitize_name),
}

SHAPES = {
    name: shape
    for group in (POSITIONS, PUT_TOGETHER, ACTIONS, RULESETS, TEXTS, JSON, MADE, ENGINE, SERVER)
    for name, shape in group.items()
}
