"""The rulings of Seti-Aleph (docs/rulings.md section 1 and C1 to C13), each shown on a board.

White has no ship in reserve in most of them, so that only figures move.
"""

from tests.golden.golden_case import GoldenCase

START = "hph/3/3/3/3/3/3/3/3/HPH"
PHARAOH = "h1h/1p1/3/3/3/1P1/3/3/3/H1H"  # b5 among empty squares
CONQUERS = "h1h/1p1/3/3/1h1/1P1/3/3/3/H2"  # b5 can conquer b6
STEPS = "b5-a4 b5-a5 b5-a6 b5-b4 b5-c4 b5-c5 b5-c6"
ARRIVES = "p2/3/H2/3/3/3/3/3/1PH/HH1"  # a8 leaps to b10
REPLIES = "second: a10-a9 a10-b9 a10xb10=a10 a10xb10=c10"
SHUT_IN = "h2/2(HS)/1(HS)(HS)/3/3/3/3/3/P2/1P1 first 3,0 - 4 -"
WITH_SHIPS = "h2/2(HS)/1(HS)(HS)/3/3/3/3/3/P2/1P1 first 0,3 - 4 -"  # which can still be placed
WITH_A_SHIP = "h2/2(HS)/1(HS)(HS)/3/3/1s1/3/3/P2/1P1 first 2,0 - 4 -"  # which can be lifted
PLACES = "a10 a3 a4 a5 a6 a7 a8 a9 b10 b3 b4 b5 b6 b7 b9 c10 c2 c3 c4 c5 c6 c7"
ARRIVES_BESIDE = "h2/1P(HS)/1(HS)(HS)/3/3/3/3/3/P2/3 first 3,0 - 4 -"

CASES = (
    GoldenCase(
        "SETI-1",
        "the pharaoh steps like a king, or never diagonally",
        {
            "seti-aleph": "first: b5-a4 b5-a5 b5-a6 b5-b4 b5-b6 b5-c4 b5-c5 b5-c6",
            "seti-aleph-en": "first: b5-a5 b5-b4 b5-b6 b5-c5",
        },
        position="hhh/hp1/3/3/3/1P1/3/3/3/3 first 0,6 - 4 -",
    ),
    GoldenCase(
        "SETI-2 SETI-3",
        "the priest leaps, and never straight, or that too",
        {
            "seti-aleph": "first: a5-b3 a5-b7 a5-c3 a5-c4 a5-c6 a5-c7",
            "seti-aleph+priest_orthogonal=true": ("first: a5-a3 a5-a7 a5-b3 a5-b7 a5-c3 a5-c4 a5-c5 a5-c6 a5-c7"),
        },
        position="php/hh1/3/3/3/H2/3/3/3/3 first 0,6 - 4 -",
    ),
    GoldenCase(
        "SETI-3",
        "over whatever is between, and never one step",
        {"seti-aleph": "first: a5-b3 a5-b7 a5-c3 a5-c4 a5-c6 a5-c7"},
        position="p2/2p/3/3/1h1/Hh1/1h1/3/3/3 first 0,6 - 4 -",
    ),
    GoldenCase(
        "SETI-4 C4",
        "a ship goes under one's own figures, or under any",
        {"seti-aleph": "cannot +b9", "seti-aleph-literal": "can +b9"},
        position=f"{PHARAOH} first 3,3 - 4 -",
    ),
    GoldenCase("SETI-4", "one's own", {"seti-aleph": "can +b5"}, position=f"{PHARAOH} first 3,3 - 4 -"),
    GoldenCase(
        "C4",
        "never on the placer's goal row",
        {"seti-aleph-literal": "cannot +a10"},
        position=f"{PHARAOH} first 3,3 - 4 -",
    ),
    GoldenCase(
        "C4",
        "its owner lifts it from under the enemy",
        {"seti-aleph-literal": "can -b9"},
        position="h1h/1(pS)1/3/3/3/1P1/3/3/3/H1H first 2,3 - 4 -",
    ),
    GoldenCase(
        "C4",
        "the figure's owner does not",
        {"seti-aleph-literal": "cannot -b9"},
        position="h1h/1(pS)1/3/3/3/1P1/3/3/3/H1H second 2,3 - 4 -",
    ),
    GoldenCase(
        "C4 SETI-7",
        "any ship protects",
        {"seti-aleph-literal": "cannot b8xb9=b1"},
        position="h1h/1(pS)1/1P1/3/3/3/3/3/3/H1H first 2,3 - 4 -",
    ),
    GoldenCase(
        "SETI-5 C5",
        "a ship may lie on one's own start row, or not",
        {"seti-aleph": "can +b1", "seti-aleph+ship_rows=not_end_rows": "cannot +b1"},
        position=f"{PHARAOH} first 3,3 - 4 -",
    ),
    GoldenCase("SETI-5", "never on the goal row", {"seti-aleph": "cannot +b10"}, position=f"{PHARAOH} first 3,3 - 4 -"),
    GoldenCase(
        "SETI-6",
        "a figure may step onto its own lone ship, or not",
        {"seti-aleph": "can b5-b6", "seti-aleph+step_onto_ship=false": "cannot b5-b6"},
        position="h1h/1p1/3/3/1S1/1P1/3/3/3/H1H first 2,3 - 4 -",
    ),
    GoldenCase(
        "SETI-7",
        "a figure on a ship cannot be conquered, nor its square entered",
        {"seti-aleph": f"first: {STEPS}"},
        position="hh1/hp1/3/3/1(hs)1/1P1/3/3/3/3 first 0,5 - 4 -",
    ),
    GoldenCase(
        "SETI-8 C3",
        "a conquered figure re-enters on the conqueror's start row, where the conqueror likes, or in the middle first",
        {
            "seti-aleph": f"first: {STEPS} b5xb6=a1 b5xb6=b1 b5xb6=c1",
            "seti-aleph+reentry_choice=middle_first": f"first: {STEPS} b5xb6=b1",
        },
        position="hh1/hp1/3/3/1h1/1P1/3/3/3/3 first 0,6 - 4 -",
    ),
    GoldenCase(
        "SETI-9 C2",
        "with a full row, in the middle of the next",
        {"seti-aleph": "cannot b5xb6=a2"},
        position="1p1/3/3/3/1h1/1P1/3/3/3/HHH first 0,6 - 4 -",
    ),
    GoldenCase(
        "SETI-9 C2",
        "where that is empty",
        {"seti-aleph": "can b5xb6=b2"},
        position="1p1/3/3/3/1h1/1P1/3/3/3/HHH first 0,6 - 4 -",
    ),
    GoldenCase(
        "SETI-9 C2",
        "else beside it; a ship occupies it too",
        {"seti-aleph": "can b5xb6=a2"},
        position="1p1/3/3/3/1h1/1P1/3/3/1S1/HHH first 0,5 - 4 -",
    ),
    GoldenCase(
        "C1",
        "the square that the conqueror left counts as empty",
        {"seti-aleph": "can b1xb2=b1"},
        position="hp1/3/3/3/3/3/3/3/1h1/HPH first 0,6 - 4 -",
    ),
    GoldenCase(
        "SETI-10 SETI-15",
        "the figure is put down within the same move, and has not arrived by that",
        {"seti-aleph": "at h1h/1p1/3/3/1P1/3/3/3/3/HH1 second 0,6 - 0 -"},
        line="b5xb6=b1",
        position=f"{CONQUERS} first 0,6 - 4 -",
    ),
    GoldenCase(
        "SETI-11",
        "never on a ship",
        {"seti-aleph": "cannot b5xb6=b1"},
        position="h1h/1p1/3/3/1h1/1P1/3/3/3/HS1 first 0,5 - 4 -",
    ),
    GoldenCase(
        "SETI-12 C8",
        "a lone ship is conquered into the reserve; the quiet count starts again",
        {"seti-aleph": "at h1h/1p1/3/3/1P1/3/3/3/3/H1H second 1,5 - 0 -"},
        line="b5xb6",
        position="h1h/1p1/3/3/1s1/1P1/3/3/3/H1H first 0,5 - 4 -",
    ),
    GoldenCase(
        "SETI-13 C10",
        "an arrival awaits one reply, any one",
        {"seti-aleph": REPLIES},
        line="a8-b10",
        position=f"{ARRIVES} first 6,0 - 4 -",
    ),
    GoldenCase(
        "SETI-13 C7",
        "without conquest it has won",
        {"seti-aleph": "p1win goal"},
        line="a8-b10 a10-a9",
        position=f"{ARRIVES} first 6,0 - 4 -",
    ),
    GoldenCase(
        "SETI-13 C7",
        "also where the other player arrives in turn",
        {"seti-aleph": "p1win goal"},
        line="a8-b10 c2-c1",
        position="3/3/H2/3/3/3/3/HHH/P1p/3 first 6,0 - 4 -",
    ),
    GoldenCase(
        "SETI-13",
        "a conquest of it clears it",
        {"seti-aleph": "at hp1/3/3/3/3/3/3/3/1PH/HH1 first 6,0 - 0 -"},
        line="a8-b10 a10xb10=a10",
        position=f"{ARRIVES} first 6,0 - 4 -",
    ),
    GoldenCase(
        "SETI-14 C7",
        "without a legal move one loses, passes, or has drawn",
        {
            "seti-aleph": "p1win stalemate",
            "seti-aleph+stalemate=pass": "second: pass",
            "seti-aleph+stalemate=draw": "draw stalemate",
        },
        line="b1-b2",
        position=SHUT_IN,
    ),
    GoldenCase(
        "SETI-4 SETI-14",
        "placing a ship is a move",
        {"seti-aleph": f"second: {' '.join(f'+{square}' for square in PLACES.split())}"},
        line="b1-b2",
        position=WITH_SHIPS,
    ),
    GoldenCase("SETI-14 SETI-16", "lifting one too", {"seti-aleph": "second: -b5"}, line="b1-b2", position=WITH_A_SHIP),
    GoldenCase(
        "C11",
        "with an arrival pending the arrived player wins, after the pass if there is one",
        {"seti-aleph": "p1win goal", "seti-aleph+stalemate=pass": "second: pass"},
        line="b9-b10",
        position=ARRIVES_BESIDE,
    ),
    GoldenCase(
        "C11", "with draw too", {"seti-aleph+stalemate=draw": "p1win goal"}, line="b9-b10", position=ARRIVES_BESIDE
    ),
    GoldenCase(
        "C11",
        "and after the pass",
        {"seti-aleph+stalemate=pass": "p1win goal"},
        line="b9-b10 pass",
        position=ARRIVES_BESIDE,
    ),
    GoldenCase("SETI-15", "ships do not arrive", {"seti-aleph": "cannot +b10"}),
    GoldenCase(
        "SETI-16 C8",
        "placing and lifting is free, and quiet",
        {"seti-aleph": f"at {START} first 3,3 - 4 -"},
        line="+b4 +b7 -b4 -b7",
    ),
    GoldenCase(
        "C9 section-0",
        "the third occurrence is a draw, the start included",
        {"seti-aleph": "draw repetition", "seti-aleph+repetition=off": f"at {START} first 3,3 - 8 -"},
        line="+b4 +b7 -b4 -b7 +b4 +b7 -b4 -b7",
    ),
    GoldenCase(
        "C7 C8 section-0",
        "a hundred moves without conquest are a draw, or as many as one says",
        {"seti-aleph": "draw no_progress", "seti-aleph+no_progress_plies=0": "can +b7"},
        line="+b4",
        position=f"{START} first 3,3 - 99 -",
    ),
    GoldenCase(
        "C6",
        "not while an arrival is pending",
        {"seti-aleph": REPLIES},
        line="a8-b10",
        position=f"{ARRIVES} first 6,0 - 99 -",
    ),
    GoldenCase(
        "C6",
        "after which the reply decides",
        {"seti-aleph": "p1win goal"},
        line="a8-b10 a10-a9",
        position=f"{ARRIVES} first 6,0 - 99 -",
    ),
    GoldenCase(
        "C7",
        "without a figure one has lost",
        {"seti-aleph": "p1win no_figures"},
        line="b5xb6=b1",
        position="3/3/3/3/1h1/1P1/3/PHH/3/H2 first 0,6 - 4 -",
    ),
    GoldenCase(
        "C13",
        "a conquest that arrives is an arrival",
        {"seti-aleph": "at pP1/3/3/3/3/3/3/3/1H1/HHH second 6,0 b10 0 -"},
        line="b9xb10=b1",
        position="ph1/1P1/3/3/3/3/3/3/1H1/H1H first 6,0 - 4 -",
    ),
)

BEYOND_PLAY: dict[str, str] = {}
