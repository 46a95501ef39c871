"""The rulings of Seneti (docs/rulings.md section 3 and C14 to C20), each shown on a board."""

from tests.golden.golden_case import GoldenCase

STONES = 7  # of each player
ENTRIES = ("+2", "+4", "+6", "+8", "+10", "+12", "+13", "+16", "+18", "+20")  # on the empty board
EXITS = (2, 4, 6, 8, 10, 12, 13, 16, 18, 20)  # from where a lone stone may leave

LONE_STONES = {
    2: "2-4 2-6 2-8 2-10 2-12 2-13 2-16",
    4: "4-2 4-5 4-6 4-7 4-8 4-9 4-12 4-16",
    5: "5-2 5-4 5-6 5-8",
    6: "6-2 6-4 6-5 6-7 6-8 6-9 6-10 6-16",
    7: "7-4 7-8 7-10",
    8: "8-2 8-4 8-6 8-10 8-12 8-13 8-16",
    9: "9-6 9-8 9-12",
    10: "10-5 10-6 10-7 10-8 10-9 10-14 10-16",
    12: "12-4 12-5 12-7 12-8 12-9 12-14 12-16",
    13: "13-14",
    14: "14-5 14-7 14-9 14-19",
    16: "16-2 16-4 16-6 16-8 16-10 16-12 16-19",
    18: "18-16 18-20",
    19: "19-16 19-18 19-20",
    20: "20-16 20-18",
}
"""The moves of a stone from each square on a board that is otherwise empty (section 3.5)."""

NO_UTURN = "seneti+path_rule=no_uturn"
FREE = "seneti+path_rule=free"
FIVE_ON = "seneti+access_counts=false"
ANY = "seneti+rosette_doubling=any"


def on(to_act: str, stones: dict[int, str], plies: int = 9) -> str:
    """A position: some stacks, all other stones in hand."""
    placed = "".join(stones.values()).upper()
    squares = ",".join(stones.get(square, ".") for square in range(1, 21))
    return f"{squares} {to_act} {STONES - placed.count('W')},{STONES - placed.count('B')} {plies}"


def all_of(player: str, *actions: str, without: str = "") -> str:
    """Entries but for one, and further actions, in the form in which a case expects them."""
    words = {*ENTRIES, *" ".join(actions).split()} - {without}
    return f"{player}: {' '.join(sorted(words))}"


FOUR_DOORS_SHUT = {4: "w", 6: "w", 10: "w", 12: "w", 19: "W"}  # by 19-16 white shuts the fifth
ALL_BURIED = {2: "BBBBBw", 8: "Bw", 10: "W", 13: "B"}
IN_AND_OUT = "+2 +4 2-off 4-off"
TURNED_OVER = "18-16 4-7 16-19 7-8 19-18 8-4"  # both stones are back, with the other side up

CASES = (
    *(
        GoldenCase(
            "SENETI-2 SENETI-3 SENETI-5 SENETI-6 SENETI-7 SENETI-8 SENETI-9",
            f"a lone stone on {square}",
            {
                "seneti": all_of(
                    "first",
                    walks,
                    f"{square}-off" if square in EXITS else "",
                    without="+13" if square == 13 else "",
                )
            },
            position=on("first", {square: "W"}),
        )
        for square, walks in LONE_STONES.items()
    ),
    GoldenCase(
        "SENETI-1",
        "13 is worth one, or four",
        {
            "seneti": all_of("first", "13-14 13-off", without="+13"),
            "seneti-parity": all_of("first", "13-2 13-4 13-6 13-8 13-10 13-12 13-18 13-20 13-off"),
        },
        position=on("first", {13: "W"}),
    ),
    GoldenCase(
        "SENETI-1",
        "14 is worth four, or one",
        {"seneti": all_of("first", LONE_STONES[14]), "seneti-parity": all_of("first", "14-13 14-16")},
        position=on("first", {14: "W"}),
    ),
    GoldenCase(
        "SENETI-1 SENETI-6",
        "four steps from 8 end where they did",
        {"seneti-parity": all_of("first", LONE_STONES[8], "8-off")},
        position=on("first", {8: "W"}),
    ),
    GoldenCase(
        "SENETI-3 C15",
        "no square twice, or no step straight back, or any walk; the mover's own square may be walked over again",
        {
            "seneti": all_of("first", LONE_STONES[16], "16-off"),
            NO_UTURN: all_of("first", LONE_STONES[16], "16-13 16-18 16-20 16-off"),
            FREE: all_of("first", LONE_STONES[16], "16-13 16-14 16-18 16-20 16-off"),
        },
        position=on("first", {16: "W"}),
    ),
    GoldenCase(
        "C15",
        "even when it lies closed: it is lifted",
        {"seneti": "cannot 16-18", NO_UTURN: "can 16-18"},
        position=on("first", {16: "w"}),
    ),
    GoldenCase(
        "SENETI-3 C15",
        "single counts go by the same rule: 2-1-4-5-2-1-4",
        {"seneti": "cannot 2-4", NO_UTURN: "can 2-4"},
        position=on("first", {2: "W", 8: "b"}),
    ),
    GoldenCase(
        "C15",
        "entries too: 16-15-18-15-18",
        {"seneti": "cannot +18", FREE: "can +18"},
        position=on("first", {19: "b"}),
    ),
    GoldenCase(
        "C15",
        "and exits: 18-15-18-15-16",
        {"seneti": "cannot 18-off", FREE: "can 18-off"},
        position=on("first", {18: "W", 19: "b"}),
    ),
    GoldenCase(
        "C15 C16",
        "with five steps after the access square one may go round: 16-15-18-19-16-14",
        {FIVE_ON: "cannot +14", f"{FIVE_ON}+path_rule=no_uturn": "can +14"},
        position=on("first", {13: "b"}),
    ),
    GoldenCase(
        "C15 C16",
        "and likewise on the way out",
        {FIVE_ON: "cannot 14-off", f"{FIVE_ON}+path_rule=no_uturn": "can 14-off"},
        position=on("first", {13: "b", 14: "W"}),
    ),
    GoldenCase(
        "C15 C16",
        "straight back and forth only where that is free: 16-19-16-19-16-19",
        {f"{FIVE_ON}+path_rule=no_uturn": "cannot +19", f"{FIVE_ON}+path_rule=free": "can +19"},
        position=on("first", {10: "b", 12: "b", 18: "b", 20: "b"}),
    ),
    GoldenCase("C14", "no entry on the square it came over", {FREE: "cannot +16"}, position=on("first", {13: "b"})),
    GoldenCase("C14", "nor round four squares", {NO_UTURN: "cannot +16"}, position=on("first", {13: "b"})),
    GoldenCase("C14", "over another one it is reached", {FREE: "can +16"}, position=on("first", {18: "b"})),
    GoldenCase(
        "SENETI-5 C14",
        "from an access square one leaves over another one, or not at all",
        {"seneti": "cannot 16-off"},
        position=on("first", {13: "b", 16: "W"}),
    ),
    GoldenCase("C14", "under every path rule", {FREE: "cannot 16-off"}, position=on("first", {13: "b", 16: "W"})),
    GoldenCase("C14", "round four squares too", {NO_UTURN: "cannot 16-off"}, position=on("first", {13: "b", 16: "W"})),
    GoldenCase("C14", "no move ends where it began", {FREE: "cannot 18-18"}, position=on("first", {18: "W"})),
    GoldenCase(
        "SENETI-4 SENETI-12 C16",
        "the access square is the first of five steps in, or five follow it; then rosettes are no end and not doubled",
        {"seneti": all_of("first"), FIVE_ON: "first: +14 +19 +5 +7 +9"},
        line="lot1",
    ),
    GoldenCase(
        "SENETI-5 C16",
        "and likewise on the way out",
        {"seneti": "can 4-off", FIVE_ON: "cannot 4-off"},
        position=on("first", {4: "W"}),
    ),
    *(
        GoldenCase(
            "SENETI-5 C16",
            f"{square} is five steps away from an access square",
            {"seneti": f"cannot {square}-off", FIVE_ON: f"can {square}-off"},
            position=on("first", {square: "W"}),
        )
        for square in (5, 7, 9, 14, 19)
    ),
    GoldenCase("C16", "19 is reached from 10 or 12", {FIVE_ON: "can +19"}, position=on("first", {12: "b"})),
    GoldenCase("C16", "whichever is open", {FIVE_ON: "cannot +19"}, position=on("first", {10: "b", 12: "b"})),
    GoldenCase("C16", "with no closed stone on the way", {FIVE_ON: "cannot +19"}, position=on("first", {14: "b"})),
    GoldenCase("C16", "nor at its end", {FIVE_ON: "cannot +19"}, position=on("first", {19: "b"})),
    GoldenCase("C16", "which must not be full", {FIVE_ON: "cannot +19"}, position=on("first", {19: "B"})),
    GoldenCase("C16", "19 is left over 10 or 12", {FIVE_ON: "can 19-off"}, position=on("first", {12: "b", 19: "W"})),
    GoldenCase(
        "C16",
        "whichever is open: the fifth square must be passable",
        {FIVE_ON: "cannot 19-off"},
        position=on("first", {10: "b", 12: "b", 19: "W"}),
    ),
    GoldenCase(
        "SENETI-6 C17",
        "only three-fields double, or all",
        {
            "seneti": all_of("first", "13-14 13-off", without="+13"),
            ANY: all_of("first", "13-8 13-10 13-12 13-14 13-off", without="+13"),
        },
        position=on("first", {13: "W"}),
    ),
    GoldenCase(
        "SENETI-6 SENETI-7 C17",
        "that gives 14 nothing: eight steps end on a rosette, or where four do",
        {ANY: all_of("first", LONE_STONES[14])},
        position=on("first", {14: "W"}),
    ),
    GoldenCase(
        "C17",
        "nothing is doubled on the way in",
        {f"{FIVE_ON}+rosette_doubling=any": "first: +14 +19 +5 +7 +9"},
        line="lot1",
    ),
    GoldenCase(
        "C17",
        "nor on the way out",
        {f"{FIVE_ON}+rosette_doubling=any": "cannot 13-off"},
        position=on("first", {13: "W"}),
    ),
    GoldenCase(
        "SENETI-6 SENETI-10",
        "from 4 over the rosette on 11 to 16, past 7 where 8 is shut",
        {"seneti": "can 4-16"},
        position=on("first", {4: "W", 8: "b"}),
    ),
    GoldenCase(
        "SENETI-6 SENETI-10",
        "not where both are",
        {"seneti": "cannot 4-16"},
        position=on("first", {4: "W", 7: "b", 8: "b"}),
    ),
    GoldenCase(
        "SENETI-6 SENETI-10",
        "nor where the way is shut after the rosette",
        {"seneti": "cannot 4-16"},
        position=on("first", {4: "W", 13: "b"}),
    ),
    GoldenCase(
        "SENETI-10",
        "the enemy's closed stone bars the way",
        {"seneti": "cannot 18-20"},
        position=on("first", {18: "W", 19: "b"}),
    ),
    GoldenCase(
        "SENETI-10",
        "so does one's own",
        {"seneti": "cannot 18-20"},
        position=on("first", {18: "W", 19: "w"}),
    ),
    GoldenCase(
        "SENETI-10",
        "an open one does not, though its square is full",
        {"seneti": "can 18-20"},
        position=on("first", {18: "W", 19: "B"}),
    ),
    GoldenCase(
        "SENETI-10",
        "nobody lands on a closed stone",
        {"seneti": "cannot 18-20"},
        position=on("first", {18: "W", 20: "b"}),
    ),
    GoldenCase("SENETI-10", "be it one's own", {"seneti": "cannot 18-20"}, position=on("first", {18: "W", 20: "w"})),
    GoldenCase("SENETI-10", "on an open one it may", {"seneti": "can 18-20"}, position=on("first", {18: "W", 20: "B"})),
    GoldenCase(
        "SENETI-10", "a closed stone bars the way in", {"seneti": "cannot +18"}, position=on("first", {19: "b"})
    ),
    GoldenCase("SENETI-10", "and shuts its access square", {"seneti": "cannot +18"}, position=on("first", {16: "b"})),
    GoldenCase("SENETI-10", "one's own too", {"seneti": "cannot +18"}, position=on("first", {16: "w"})),
    GoldenCase(
        "SENETI-10",
        "for leaving as well",
        {"seneti": "cannot 18-off"},
        position=on("first", {16: "b", 18: "W"}),
    ),
    GoldenCase("SENETI-10", "a full one is open", {"seneti": "can +18"}, position=on("first", {16: "WBW"})),
    GoldenCase("SENETI-10", "both ways", {"seneti": "can 18-off"}, position=on("first", {16: "WBB", 18: "W"})),
    *(
        GoldenCase(
            "SENETI-1 SENETI-11",
            f"{square} holds no more than {len(stack)}, both colours counted",
            {"seneti": f"cannot +{square}"},
            position=on("first", {square: stack}),
        )
        for square, stack in ((2, "WBWBWB"), (4, "WBB"), (8, "WBWB"), (13, "B"), (16, "BWB"), (18, "WB"))
    ),
    *(
        GoldenCase(
            "SENETI-1 SENETI-11",
            f"{square} holds one more",
            {"seneti": f"can +{square}"},
            position=on("first", {square: stack}),
        )
        for square, stack in ((2, "WBWBW"), (4, "WB"), (8, "WBW"), (16, "BW"), (18, "W"))
    ),
    GoldenCase(
        "SENETI-1 SENETI-11",
        "on the bridge exchanged 13 holds more than one",
        {"seneti": "cannot +13", "seneti-parity": "can +13"},
        position=on("first", {13: "W"}),
    ),
    GoldenCase("SENETI-1 SENETI-11", "but four", {"seneti-parity": "cannot +13"}, position=on("first", {13: "WBWB"})),
    GoldenCase(
        "SENETI-1 SENETI-11",
        "and 14 no more than one",
        {"seneti": "can 10-14", "seneti-parity": "cannot 10-14"},
        position=on("first", {10: "W", 14: "B"}),
    ),
    GoldenCase(
        "SENETI-1 SENETI-11",
        "instead of four",
        {"seneti": "cannot 10-14"},
        position=on("first", {10: "W", 14: "WBWB"}),
    ),
    GoldenCase(
        "SENETI-11",
        "a stone that moves away makes room",
        {"seneti": "can +4"},
        line="4-9",
        position=on("first", {4: "BWW"}),
    ),
    GoldenCase(
        "section-0",
        "a lot decides who begins, or an option",
        {
            "seneti": "chance: lot1 lot2",
            "seneti+first_player=first": f"at {on('first', {}, 0)}",
            "seneti+first_player=second": f"at {on('second', {}, 0)}",
        },
    ),
    GoldenCase("section-0", "black stays the second player", {"seneti": f"at {on('second', {}, 0)}"}, line="lot2"),
    GoldenCase("SENETI-12", "at first one brings a stone in", {"seneti": all_of("second")}, line="lot2"),
    GoldenCase(
        "SENETI-12 SENETI-11",
        "so does the other player",
        {"seneti": all_of("second", without="+13")},
        line="lot1 +13",
    ),
    GoldenCase(
        "SENETI-13", "entering turns a stone open", {"seneti": f"at {on('second', {2: 'W'}, 1)}"}, line="lot1 +2"
    ),
    GoldenCase(
        "SENETI-13",
        "a move turns it closed",
        {"seneti": f"at {on('second', {18: 'w'}, 10)}"},
        line="20-18",
        position=on("first", {20: "W"}),
    ),
    GoldenCase(
        "SENETI-13",
        "and open again",
        {"seneti": f"at {on('first', {7: 'B'}, 10)}"},
        line="4-7",
        position=on("second", {4: "b"}),
    ),
    GoldenCase("SENETI-13", "only open stones leave", {"seneti": "cannot 4-off"}, position=on("first", {4: "w"})),
    GoldenCase(
        "SENETI-13",
        "which turns them closed; they come in open",
        {"seneti": f"at {on('second', {4: 'W', 18: 'B'}, 12)}"},
        line="18-off +18 +4",
        position=on("first", {18: "W"}),
    ),
    GoldenCase(
        "SENETI-16",
        "what a stone covered comes to light, open",
        {"seneti": f"at {on('second', {16: 'WB', 19: 'w'}, 10)}"},
        line="16-19",
        position=on("first", {16: "WBW"}),
    ),
    GoldenCase(
        "SENETI-16",
        "a stone that is landed on is covered",
        {"seneti": "cannot 20-18"},
        line="18-20",
        position=on("first", {18: "W", 20: "B"}),
    ),
    GoldenCase(
        "SENETI-16", "covered stones do not move", {"seneti": "cannot 16-12"}, position=on("second", {16: "BW"})
    ),
    GoldenCase(
        "SENETI-16",
        "until they are the top",
        {"seneti": "can 16-12"},
        line="16-19",
        position=on("first", {16: "BW"}),
    ),
    GoldenCase(
        "SENETI-16",
        "one's own below one's own is covered too: one stone of two has moved",
        {"seneti": f"at {on('second', {16: 'W', 19: 'w'}, 10)}"},
        line="16-19",
        position=on("first", {16: "WW"}),
    ),
    GoldenCase(
        "SENETI-14 C18",
        "a player who cannot act when their turn comes has lost, also at the cap",
        {"seneti": "p1win immobile"},
        line="19-16",
        position=on("first", FOUR_DOORS_SHUT, 999),
    ),
    GoldenCase(
        "SENETI-14 SENETI-16",
        "whatever they have on the board, if it is covered",
        {"seneti": "p1win immobile"},
        line="19-16",
        position=on("first", {**FOUR_DOORS_SHUT, 2: "BBBBBw"}),
    ),
    GoldenCase(
        "SENETI-14",
        "black too wins so",
        {"seneti": "p2win immobile"},
        line="19-16",
        position=on("second", {4: "b", 6: "b", 10: "b", 12: "b", 19: "B"}),
    ),
    GoldenCase(
        "SENETI-14",
        "a move is enough to go on",
        {"seneti": "second: 14-5 14-7 14-9"},
        line="19-16",
        position=on("first", {**FOUR_DOORS_SHUT, 14: "b"}),
    ),
    GoldenCase(
        "SENETI-14",
        "so is a way out",
        {"seneti": "second: 13-off"},
        line="10-14",
        position=on("first", ALL_BURIED),
    ),
    GoldenCase(
        "SENETI-13 SENETI-14",
        "for an open stone, that is",
        {"seneti": "p1win immobile"},
        line="19-18",
        position=on("first", {2: "BBBBBw", 8: "Bw", 13: "b", 14: "w", 19: "W"}),
    ),
    GoldenCase(
        "SENETI-14",
        "and a way in",
        {"seneti": "second: +8"},
        line="19-18",
        position=on("first", {4: "w", 6: "w", 10: "w", 12: "w", 19: "W"}),
    ),
    GoldenCase(
        "SENETI-15 C20",
        "the third occurrence is a draw, the first decision counted; or all goes on to the cap",
        {
            "seneti": "draw repetition",
            "seneti+repetition=off": all_of("first"),
            "seneti+max_plies=8+repetition=off": "draw cap",
        },
        line=f"lot1 {IN_AND_OUT} {IN_AND_OUT}",
    ),
    GoldenCase(
        "C18",
        "repetition goes before the cap",
        {"seneti+max_plies=8": "draw repetition"},
        line=f"lot1 {IN_AND_OUT} {IN_AND_OUT}",
    ),
    GoldenCase(
        "C20",
        "a second occurrence is none",
        {"seneti": all_of("first")},
        line=f"lot1 {IN_AND_OUT}",
    ),
    GoldenCase(
        "SENETI-13 SENETI-15 section-0",
        "with other sides up it is another position",
        {"seneti": "can 18-16"},
        line=f"{TURNED_OVER} {TURNED_OVER}",
        position=on("first", {4: "B", 18: "W"}),
    ),
    GoldenCase(
        "SENETI-15 section-0",
        "and the same after twice as many walks",
        {"seneti": "draw repetition"},
        line=" ".join([TURNED_OVER] * 4),
        position=on("first", {4: "B", 18: "W"}),
    ),
    GoldenCase(
        "SENETI-15 C19",
        "the cap counts the plies of both; 0 is none",
        {"seneti": "draw cap", "seneti+max_plies=0": all_of("second")},
        line="+2",
        position=on("first", {}, 999),
    ),
    GoldenCase(
        "C19",
        "drawing lots is no ply",
        {"seneti+max_plies=1": "draw cap", "seneti+max_plies=2": all_of("second")},
        line="lot1 +2",
    ),
    GoldenCase("C19", "so the first one is always played", {"seneti+max_plies=1": all_of("first")}, line="lot1"),
)

BEYOND_PLAY: dict[str, str] = {}
