"""The rulings of the formation game (docs/rulings.md section 6, C47, C48 and C79 to C88), each shown on a board."""

import re
from collections.abc import Iterable

from tests.golden.golden_case import GoldenCase

FILL_FIRST = "senet-formation+entry_phase=fill_first"
EXTRA_THROWS = "senet-formation+extra_throws=1_4_5"
MUST_ACT = "senet-formation+settled_may_stay=false"
SAFE = "senet-formation+settled_safe=true"
NO_SOLO = "senet-formation+solo_phase=false"
TEN_TURNS = "senet-formation+max_turns=10"

ODD = frozenset(range(1, 20, 2))
EVEN = frozenset(range(2, 21, 2))
EVERY_SECOND = {21, 23, 25, 27, 29}  # none of these can move by two over light's formation
THROWS = "chance: t1 t2 t3 t4 t5"


def on(light: Iterable[int], dark: Iterable[int], rest: str) -> str:
    """A position: the squares of both sides' pawns, and the words that follow the board."""
    side = dict.fromkeys(light, "L") | dict.fromkeys(dark, "D")
    board = "".join(side.get(square, ".") for square in range(1, 31))
    return f"{re.sub('[.]+', lambda run: str(len(run[0])), board)} {rest}"


CASES = (
    GoldenCase(
        "SA2-16 C47",
        "a lot decides who throws first, or an option",
        {
            "senet-formation": "chance: lot1 lot2",
            "senet-formation+first_player=first": "at 30 first - open - - 0 0",
            "senet-formation+first_player=second": "at 30 second - open - - 0 0",
        },
    ),
    GoldenCase(
        "SA2-16 C88",
        "drawing lots is no turn",
        {"senet-formation": "at 30 second - open - - 0 0"},
        line="lot2",
    ),
    GoldenCase("section-0", "five throws", {"senet-formation": THROWS}, line="lot1"),
    *(
        GoldenCase(
            "SA2-1 SA2-3",
            f"a throw of {throw} enters on {31 - throw}, whatever else is empty",
            {"senet-formation": f"first: +{31 - throw}"},
            line=f"lot1 t{throw}",
        )
        for throw in range(1, 6)
    ),
    GoldenCase(
        "SA2-1 SA2-5",
        "every pawn may move, down the numbers and as far as the throw says",
        {"senet-formation": "first: +27 11-7 14-10 21-17 30-26"},
        position=on({11, 14, 21, 30}, (), "first t4 open - - 0 9"),
    ),
    GoldenCase(
        "SA2-1 C84",
        "there it stays, on 27 as well",
        {"senet-formation": f"at {on({27}, (), 'second - open - - 0 10')}"},
        line="30-27",
        position=on({30}, (), "first t3 open - - 0 9"),
    ),
    GoldenCase(
        "SA2-2 C82",
        "pawns move from the first turn on, or only enter at first",
        {"senet-formation": "first: +28 30-27", FILL_FIRST: "first: +28"},
        line="lot1 t1 +30 t2 +29 t3",
    ),
    GoldenCase(
        "SA2-2 SA2-4 C82",
        "so where the square is taken one moves, or passes",
        {"senet-formation": "first: 30-28", FILL_FIRST: "first: pass"},
        line="lot1 t1 +30 t2 +29 t2",
    ),
    GoldenCase(
        "C82",
        "four squares are not all",
        {FILL_FIRST: f"at {on({26, 28}, {27, 29}, 'first - filling - - 0 4')}"},
        line="+29",
        position=on({26, 28}, {27}, "second t2 filling - - 0 3"),
    ),
    GoldenCase(
        "C82",
        "once all five are full, no matter with whose pawns, both may move",
        {FILL_FIRST: "first: 26-25"},
        line="+30 t1",
        position=on({26, 28}, {27, 29}, "second t1 filling - - 0 4"),
    ),
    GoldenCase(
        "C82",
        "for good",
        {FILL_FIRST: f"at {on({25, 28}, {27, 29, 30}, 'second - open - - 0 6')}"},
        line="+30 t1 26-25",
        position=on({26, 28}, {27, 29}, "second t1 filling - - 0 4"),
    ),
    GoldenCase(
        "SA2-4",
        "the square is taken and no pawn can move",
        {"senet-formation": "first: pass"},
        position=on({30}, {29}, "first t1 open - - 0 9"),
    ),
    GoldenCase(
        "SA2-4",
        "ten pawns are on the board, so none enters",
        {"senet-formation": "first: 11-10"},
        position=on(range(11, 21), (), "first t1 open - - 0 9"),
    ),
    *(
        GoldenCase(
            "SA2-6 C83 C88",
            f"one throw a turn, or another one after entering with {throw}; the turn is counted when it ends",
            {
                "senet-formation": f"at {on({31 - throw}, (), 'second - open - - 0 10')}",
                EXTRA_THROWS: f"at {on({31 - throw}, (), 'first - open - - 0 9')}",
            },
            line=f"+{31 - throw}",
            position=on((), (), f"first t{throw} open - - 0 9"),
        )
        for throw in (1, 4, 5)
    ),
    *(
        GoldenCase(
            "SA2-6 C83 C88",
            f"none after {throw}",
            {EXTRA_THROWS: f"at {on({31 - throw}, (), 'second - open - - 0 10')}"},
            line=f"+{31 - throw}",
            position=on((), (), f"first t{throw} open - - 0 9"),
        )
        for throw in (2, 3)
    ),
    GoldenCase(
        "C83",
        "a move does as an entry",
        {EXTRA_THROWS: f"at {on({10}, (), 'first - open - - 0 9')}"},
        line="14-10",
        position=on({14}, (), "first t4 open - - 0 9"),
    ),
    GoldenCase(
        "C83",
        "a pass does not",
        {EXTRA_THROWS: f"at {on({30}, {29}, 'second - open - - 0 10')}"},
        line="pass",
        position=on({30}, {29}, "first t1 open - - 0 9"),
    ),
    GoldenCase(
        "C83 C81",
        "nor does stay",
        {EXTRA_THROWS: f"at {on({1, 7}, {27}, 'second - open first - 0 10')}"},
        line="stay",
        position=on({1, 7}, {27}, "first t4 open first - 0 9"),
    ),
    GoldenCase(
        "C83",
        "nor does the formation",
        {EXTRA_THROWS: f"at {on(ODD, (), 'second - open first first 0 10')}"},
        line="23-19",
        position=on(ODD - {19} | {23}, (), "first t4 open first - 0 9"),
    ),
    GoldenCase(
        "C83 C88 SA2-15",
        "afterwards every throw is a point; a turn that goes on is not counted",
        {
            "senet-formation": f"at {on(ODD, {27}, 'second - open first first 4 10')}",
            EXTRA_THROWS: f"at {on(ODD, {27}, 'second - open first first 4 9')}",
        },
        line="+27",
        position=on(ODD, (), "second t4 open first first 3 9"),
    ),
    GoldenCase(
        "SA2-7 SA2-8 C84",
        "hits are made on 25 and on 2, not on 26 nor on 1",
        {"senet-formation": "first: +29 27x25 4x2"},
        position=on({28, 27, 4, 3}, {26, 25, 2, 1}, "first t2 open second - 0 9"),
    ),
    GoldenCase(
        "SA2-7",
        "neighbours do not protect each other, and are no wall",
        {"senet-formation": "first: +26 9x4"},
        position=on({9}, {4, 5, 6, 7}, "first t5 open - - 0 9"),
    ),
    GoldenCase(
        "SA2-7",
        "a pawn that was hit is off the board",
        {"senet-formation": f"at {on({20}, range(11, 20), 'second - open - - 0 10')}"},
        line="22x20",
        position=on({22}, range(11, 21), "first t2 open - - 0 9"),
    ),
    GoldenCase(
        "SA2-7",
        "and may enter again",
        {"senet-formation": "second: +30 11-10"},
        line="22x20 t1",
        position=on({22}, range(11, 21), "first t2 open - - 0 9"),
    ),
    GoldenCase(
        "SA2-8",
        "no own pawn follows on 1",
        {"senet-formation": "first: +29"},
        position=on({1, 3}, (), "first t2 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-10",
        "1 is reached by the exact throw",
        {"senet-formation": "first: +29 3-1"},
        position=on({3}, (), "first t2 open - - 0 9"),
    ),
    GoldenCase(
        "SA2-10",
        "and not with a larger one",
        {"senet-formation": "first: +28"},
        position=on({3}, (), "first t3 open - - 0 9"),
    ),
    GoldenCase(
        "SA2-9 C81",
        "a pawn that would leave its target may stay, or must go; also to another target",
        {"senet-formation": "first: 7-5 stay", MUST_ACT: "first: 7-5"},
        position=on({1, 7}, {29}, "first t2 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-9",
        "dark's targets are the even squares when light leads",
        {"senet-formation": "second: 6-3 stay", MUST_ACT: "second: 6-3"},
        position=on({1, 28}, {6}, "second t3 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-9",
        "and light's when dark leads",
        {"senet-formation": "first: 7-4"},
        position=on({7}, {1, 28}, "first t3 open second - 0 9"),
    ),
    GoldenCase(
        "SA2-9 C81",
        "stay changes nothing but the turn",
        {"senet-formation": f"at {on({1, 7}, {29}, 'second - open first - 0 10')}"},
        line="stay",
        position=on({1, 7}, {29}, "first t2 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-9 C81",
        "before there is a leader one must act",
        {"senet-formation": "first: 7-5"},
        position=on({7}, {29}, "first t2 open - - 0 9"),
    ),
    GoldenCase(
        "C81",
        "nobody stays where they can enter",
        {"senet-formation": "first: +29 7-5"},
        position=on({1, 7}, (), "first t2 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-9 C81",
        "or where a pawn can move that is on no target",
        {"senet-formation": "first: 7-5 8-6"},
        position=on({1, 7, 8}, {29}, "first t2 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-9 C81",
        "or where nothing can be done at all: that is a pass",
        {"senet-formation": "first: pass"},
        position=on({1, 3}, {29}, "first t2 open first - 0 9"),
    ),
    GoldenCase(
        "C81",
        "the same holds after the first formation",
        {"senet-formation": "second: 4-2 stay", MUST_ACT: "second: 4-2"},
        position=on(ODD, EVERY_SECOND | {4}, "second t2 open first first 3 9"),
    ),
    GoldenCase(
        "SA2-11 C84",
        "a pawn on its target can be hit, or not",
        {"senet-formation": "can 8x6", SAFE: "cannot 8x6"},
        position=on({1, 8}, {6}, "first t2 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-11 C84",
        "the leader's as well",
        {"senet-formation": "can 9x7", SAFE: "cannot 9x7"},
        position=on({1, 7}, {9}, "second t2 open first - 0 9"),
    ),
    GoldenCase(
        "C84",
        "elsewhere it can in any case",
        {SAFE: "can 9x7"},
        position=on({1, 9}, {7}, "first t2 open first - 0 9"),
    ),
    GoldenCase(
        "C84",
        "and before there is a leader",
        {SAFE: "first: +29 10x8 9x7"},
        position=on({9, 10}, {7, 8}, "first t2 open - - 0 9"),
    ),
    GoldenCase(
        "SA2-12",
        "the leader's pawn on 2 is stuck",
        {"senet-formation": "first: +30"},
        position=on({1, 2}, (), "first t1 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-12",
        "until dark hits it there, so it can enter again",
        {SAFE: f"at {on({1}, {2}, 'first - open first - 0 10')}"},
        line="5x2",
        position=on({1, 2}, {5}, "second t3 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-14 C80 C85 C79",
        "the first side to fill its ten squares has won; then the other throws on, or the game is over",
        {
            "senet-formation": f"at {on(ODD, {30}, 'second - open first first 0 10')}",
            NO_SOLO: "p1win formation 15,0",
        },
        line="21-19",
        position=on(ODD - {19} | {21}, {30}, "first t2 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-13",
        "the leader's squares are the odd ones from 1 to 19, not those of the last row",
        {"senet-formation": f"at {on(ODD - {19} | {21}, {30}, 'second - open first - 0 10')}"},
        line="22-21",
        position=on(ODD - {19} | {22}, {30}, "first t1 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-13 SA2-14 C85",
        "the other's are the even ones from 2 to 20",
        {
            "senet-formation": f"at {on(EVEN, {1}, 'second - open second first 0 10')}",
            NO_SOLO: "p1win formation 10,5",
        },
        line="21-20",
        position=on(EVEN - {20} | {21}, {1}, "first t1 open second - 0 9"),
    ),
    GoldenCase(
        "C79 C85",
        "the leader is found before the formations, so light's move may complete dark's; that throw is no point yet",
        {
            "senet-formation": f"at {on({1}, EVEN, 'first - open first second 0 10')}",
            NO_SOLO: "p2win formation 5,10",
        },
        line="3-1",
        position=on({3}, EVEN, "first t2 open - - 0 9"),
    ),
    GoldenCase(
        "SA2-14 C84",
        "the winner's pawns cannot be hit",
        {"senet-formation": "second: +29"},
        position=on(ODD, {21}, "second t2 open first first 0 9"),
    ),
    GoldenCase(
        "C84",
        "before that they can",
        {"senet-formation": "second: +29 21x19"},
        position=on(ODD - {9}, {21}, "second t2 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-15",
        "a throw with which nothing can be moved is a point too, and the same player throws on",
        {"senet-formation": f"at {on(ODD, EVERY_SECOND | {2, 4}, 'second - open first first 4 10')}"},
        line="pass",
        position=on(ODD, EVERY_SECOND | {2, 4}, "second t2 open first first 3 9"),
    ),
    GoldenCase(
        "SA2-15 C48 C79 C85",
        "the last throw is a point as well: 5 for the leader, 10 for the formation, 4 throws",
        {"senet-formation": "p1win formation 19,0"},
        line="22-20",
        position=on(ODD, EVEN - {20} | {22}, "second t2 open first first 3 9"),
    ),
    GoldenCase(
        "SA2-14 C85",
        "the first formation wins, even with fewer points",
        {NO_SOLO: "p2win formation 5,10"},
        line="21-20",
        position=on({1}, EVEN - {20} | {21}, "second t1 open first - 0 9"),
    ),
    GoldenCase(
        "C79 C86 C88",
        "a formation made with the last turn wins; the rest is not played",
        {TEN_TURNS: "p1win formation 15,0"},
        line="21-19",
        position=on(ODD - {19} | {21}, {30}, "first t2 open first - 0 9"),
    ),
    GoldenCase(
        "C86",
        "the cap breaks off what follows, all points kept",
        {"senet-formation": THROWS, TEN_TURNS: "p1win formation 19,0"},
        line="+27",
        position=on(ODD, (), "second t4 open first first 3 9"),
    ),
    GoldenCase(
        "SA2-17 C87 C85",
        "at the cap more pawns on targets win, without points; the leader keeps the five",
        {"senet-formation+max_turns=0": THROWS, "senet-formation": "p2win cap 5,0"},
        line="+26",
        position=on({1, 3}, {2, 4, 6}, "first t5 open first - 0 2999"),
    ),
    GoldenCase(
        "SA2-18 C87",
        "or nobody wins there, however many pawns are on their targets",
        {TEN_TURNS: "p2win cap 5,0", f"{TEN_TURNS}+at_cap=draw": "draw cap 5,0"},
        line="+26",
        position=on({1, 3}, {2, 4, 6}, "first t5 open first - 0 9"),
    ),
    GoldenCase(
        "C87",
        "pawns elsewhere do not count",
        {TEN_TURNS: "p2win cap 5,0"},
        line="+26",
        position=on({1, 6, 8, 10, 21, 23}, {2, 4}, "first t5 open first - 0 9"),
    ),
    GoldenCase(
        "C87",
        "the leader may be ahead",
        {TEN_TURNS: "p2win cap 0,5"},
        line="+26",
        position=on({2}, {1, 3}, "first t5 open second - 0 9"),
    ),
    GoldenCase(
        "SA2-17 C87",
        "equal is a draw",
        {TEN_TURNS: "draw cap 5,0"},
        line="+26",
        position=on({1, 3}, {2, 4}, "first t5 open first - 0 9"),
    ),
    GoldenCase(
        "SA2-17 C87 C85",
        "so is a game without a leader",
        {TEN_TURNS: "draw cap 0,0"},
        line="+26",
        position=on({3, 5, 7}, {4}, "first t5 open - - 0 9"),
    ),
    GoldenCase(
        "C88",
        "the cap comes with the turn's end, before the next throw",
        {TEN_TURNS: "draw cap 0,0", f"{EXTRA_THROWS}+max_turns=10": THROWS},
        line="+27",
        position=on((), (), "first t4 open - - 0 9"),
    ),
    GoldenCase(
        "C88",
        "not before that",
        {TEN_TURNS: "first: +27"},
        position=on((), (), "first t4 open - - 0 9"),
    ),
)

BEYOND_PLAY: dict[str, str] = {}
