"""The rulings of Seti-Beth (docs/rulings.md section 2, and what it shares with section 1), each shown on a board."""

from tests.golden.golden_case import GoldenCase

REST = "5/5/5/5"
PHARAOH = f"hhphh/{REST}/2P2/{REST} first - 4 -"  # c5 among empty squares
CONQUERS = "hhp1h/5/5/5/2h2/2P2/5/5/5/H4"  # c5 can remove c6
ARRIVES = "p4/5/H4/5/5/5/5/5/2P2/5"  # a8 leaps to b10
CYCLE = "c5-c4 a10-a9 c4-c5 a9-a10"

CASES = (
    GoldenCase(
        "BETH-1 BETH-2 BETH-3",
        "five figures a side, or six, on two rows or over the edge",
        {
            "seti-beth": "at hhphh/5/5/5/5/5/5/5/5/HHPHH first - 0 -",
            "seti-beth+pharaohs=2": "at 1hph1/1hph1/5/5/5/5/5/5/1HPH1/1HPH1 first - 0 -",
            "seti-beth+pharaohs=2+setup_two=overflow": "at hhphh/2p2/5/5/5/5/5/5/2P2/HHPHH first - 0 -",
        },
    ),
    GoldenCase(
        "SETI-1 BETH-5",
        "the pharaoh steps like a king, or never diagonally",
        {
            "seti-beth": "first: c5-b4 c5-b5 c5-b6 c5-c4 c5-c6 c5-d4 c5-d5 c5-d6",
            "seti-beth+pharaoh_diagonal=false": "first: c5-b5 c5-c4 c5-c6 c5-d5",
        },
        position=PHARAOH,
    ),
    GoldenCase(
        "SETI-2 SETI-3 BETH-5",
        "the priest leaps over whatever is between, and never straight, or that too",
        {
            "seti-beth": "first: c5-a3 c5-a4 c5-a6 c5-a7 c5-b3 c5-b7 c5-d3 c5-d7 c5-e3 c5-e4 c5-e6 c5-e7",
            "seti-beth+priest_orthogonal=true": (
                "first: c5-a3 c5-a4 c5-a5 c5-a6 c5-a7 c5-b3 c5-b7 c5-c3 c5-c7 c5-d3 c5-d7 c5-e3 c5-e4 c5-e5 c5-e6 c5-e7"
            ),
        },
        position="2p2/5/5/5/1hh2/2Hh1/2h2/5/5/5 first - 4 -",
    ),
    GoldenCase(
        "BETH-4 C8",
        "a conquered figure leaves the game; the quiet count starts again",
        {"seti-beth": "at hhp1h/5/5/5/2P2/5/5/5/5/H4 second - 0 -"},
        line="c5xc6",
        position=f"{CONQUERS} first - 4 -",
    ),
    GoldenCase(
        "BETH-4 C7",
        "without a figure one has lost",
        {"seti-beth": "p1win no_figures"},
        line="c5xc6",
        position="5/5/5/5/2h2/2P2/5/5/5/5 first - 4 -",
    ),
    GoldenCase(
        "SETI-13 SETI-15 C10",
        "an arrival awaits one reply, any one",
        {"seti-beth": "second: a10-a9 a10-b9 a10xb10"},
        line="a8-b10",
        position=f"{ARRIVES} first - 4 -",
    ),
    GoldenCase(
        "SETI-13 C7",
        "without conquest it has won",
        {"seti-beth": "p1win goal"},
        line="a8-b10 a10-a9",
        position=f"{ARRIVES} first - 4 -",
    ),
    GoldenCase(
        "SETI-13",
        "a conquest of it clears it",
        {"seti-beth": "at 1p3/5/5/5/5/5/5/5/2P2/5 first - 0 -"},
        line="a8-b10 a10xb10",
        position=f"{ARRIVES} first - 4 -",
    ),
    GoldenCase(
        "SETI-13 C7",
        "also where the other player arrives in turn",
        {"seti-beth": "p1win goal"},
        line="a8-b10 e2-e1",
        position="5/5/H4/5/5/5/5/5/4p/5 first - 4 -",
    ),
    GoldenCase(
        "C13",
        "a conquest that arrives is an arrival",
        {"seti-beth": "at p1P2/5/5/5/5/5/5/5/5/5 second c10 0 -"},
        line="c9xc10",
        position="p1h2/2P2/5/5/5/5/5/5/5/5 first - 4 -",
    ),
    GoldenCase(
        "C6",
        "no draw while an arrival is pending",
        {"seti-beth": "second: a10-a9 a10-b9 a10xb10"},
        line="a8-b10",
        position=f"{ARRIVES} first - 99 -",
    ),
    GoldenCase(
        "C7 C8 section-0",
        "a hundred moves without conquest are a draw, or as many as one says",
        {"seti-beth": "draw no_progress", "seti-beth+no_progress_plies=0": "second: a10-a9 a10-b10 a10-b9"},
        line="c5-c4",
        position="p4/5/5/5/5/2P2/5/5/5/5 first - 99 -",
    ),
    GoldenCase(
        "C9 section-0",
        "the third occurrence is a draw, the first position included",
        {"seti-beth": "draw repetition", "seti-beth+repetition=off": "at p4/5/5/5/5/2P2/5/5/5/5 first - 12 -"},
        line=f"{CYCLE} {CYCLE}",
        position="p4/5/5/5/5/2P2/5/5/5/5 first - 4 -",
    ),
)

NO_SHIPS = "it concerns ships or re-entry, and Beth has neither"
ALWAYS_A_MOVE = (
    "the foremost figure of a player to act can always advance: one on the goal row has ended the game before"
)

BEYOND_PLAY = {
    "SETI-4": NO_SHIPS,
    "SETI-5": NO_SHIPS,
    "SETI-6": NO_SHIPS,
    "SETI-7": NO_SHIPS,
    "SETI-8": NO_SHIPS,
    "SETI-9": NO_SHIPS,
    "SETI-10": NO_SHIPS,
    "SETI-11": NO_SHIPS,
    "SETI-12": NO_SHIPS,
    "SETI-16": NO_SHIPS,
    "C1": NO_SHIPS,
    "C2": NO_SHIPS,
    "C3": NO_SHIPS,
    "C4": NO_SHIPS,
    "C5": NO_SHIPS,
    "SETI-14": ALWAYS_A_MOVE,
    "C11": ALWAYS_A_MOVE,
    "stalemate": ALWAYS_A_MOVE,
}
