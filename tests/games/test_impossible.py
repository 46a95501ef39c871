"""What cannot be is refused with the reason of the rule that forbids it; what can be reached is not."""

import random

import pytest

from ibau.core.contract import System
from ibau.core.editing import put_together
from ibau.core.errors import PositionError
from ibau.core.face import Piece
from ibau.games import game, presets, systems

LIGHT_FORMED = "LDLDLDLDLDLDLDLDLDL2D8"

# For each system its rules in their order: a ruleset and a position that is so, and nothing before it is wrong.
CASES: dict[str, dict[str, tuple[str, str]]] = {
    "seega": {
        "too_many_pieces": ("", "LLLLL/LLLLL/LLL1D/5/5 first 24 - - 0 12 -"),
        "too_many_placed": ("", "L4/5/5/5/4D first 25 - - 0 12 -"),
        "nobody_left": ("", "5/5/5/5/5 first 24 - - 0 12 -"),
        "lot_without_option": ("+first_player=first", "5/5/5/5/5 lot 0 - - 0 0 -"),
        "placed_before_the_lot": ("", "L4/5/5/5/5 lot 0 - - 0 0 -"),
        "moved_while_placing": ("", "5/5/5/5/5 first 0 - - 3 0 -"),
        "placed_on_the_centre": ("", "5/5/2L2/5/5 first 1 - - 0 0 -"),
        "other_number_placed": ("", "L4/5/5/5/5 first 2 - - 0 1 -"),
        "other_turns_while_placing": ("", "5/5/5/5/5 first 0 - - 0 7 -"),
        "too_few_turns": ("", "L4/5/5/5/4D first 24 - - 0 10 -"),
        "turn_of_the_other": ("+first_player=first", "5/5/5/5/5 second 0 - - 0 0 -"),
        "chain_of_the_other": ("", "L4/5/5/5/4D first 24 e1 - 0 20 -"),
        "chain_without_prey": ("", "L4/5/5/5/4D first 24 a5 - 0 20 -"),
        "waits_without_option": ("+blocked_rule=pass", "L4/5/5/5/4D first 24 - waiting 0 20 -"),
        "waits_unblocked": ("", "L4/5/5/5/4D first 24 - waiting 0 20 -"),
        "small_without_wall": ("", "L4/5/5/5/4D first 24 - - 0 20 small"),
        "grand_without_waiting": ("", "L4/5/5/5/4D first 24 - - 0 20 grand"),
        "grand_unnoticed": ("", "DL3/L4/5/5/5 first 24 - waiting 0 20 grand"),
    },
    "senet-race": {
        "too_many_pawns": ("", "LLLLLL23D first - - 9"),
        "in_the_water": ("", "26L2D first - - 9"),
        "stays_on_30": ("", "D28L first - - 9"),
        "nobody_left": ("", "30 first - - 9"),
        "fewer_before_the_first_throw": ("", "LDLDLDLD1D20 first - fresh 1"),
        "fresh_too_late": ("", "LDLDLDLDL1D19 second - fresh 500"),
    },
    "senet-formation": {
        "too_many_pawns": ("", "1LLLLLLLLLLL18 first - open - - 0 9"),
        "second_lot": ("", "29L first lot open - - 0 0"),
        "filling_without_option": ("", "30 first - filling - - 0 0"),
        "filled_already": ("+entry_phase=fill_first", "25LDLDL first - filling - - 0 9"),
        "other_leader": ("", "L29 first - open - - 0 9"),
        "unnoticed_formation": ("", f"{LIGHT_FORMED} second - open first - 0 300"),
        "points_of_nobody": ("", "L29 first - open first - 4 9"),
        "winner_throws": ("", f"{LIGHT_FORMED} first - open first first 0 300"),
        "winner_without_formation": ("", "LDLDLDLDLDLDLDLDLDD2L8 first - open first second 0 300"),
    },
    "senet-geoludie": {
        "too_many_pawns": ("", "LDLDLDLDLDLDLDL15 first throws - 0 - - 0"),
        "in_the_water": ("", "26L2D first throws - 0 - - 0"),
        "nobody_left": ("", "30 first throws - 0 - - 0"),
        "shared_too_early": ("", "L28D first throws - 0 1 - 0"),
        "thrown_on": ("", "L28D first throws 2 2 - - 0"),
        "other_sum": ("", "L28D first throws 1,4 6 - - 0"),
        "not_at_once": ("", "L28D first t5 - 0 - - 0"),
        "played_after_the_end": ("", "L29 first plays 1,2 3 - - 0"),
        "nothing_to_play": ("", "L28D first plays 2 0 - - 0"),
        "two_last_throws": ("", "L28D first plays 2,3 5 - - 0"),
        "other_rest": ("", "L28D first plays 2 3 - - 0"),
        "no_last_throw": ("", "L28D first plays 4,4,5 13 - - 0"),
        "share_of_nobody": ("", "L28D first plays 1,2 2 5 advanced 0"),
        "share_not_forward": ("", "L28D first plays 1,2 3 1 - 0"),
        "shares_of_nothing": ("", "1L1L1L1L1L1L1L15D first plays 2 2 2,4,6,8,10,12,14 advanced 0"),
    },
    "seneti": {
        "other_stones": ("", ".,W,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. first 7,7 1"),
        "second_lot": ("", ".,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. lot 7,7 1"),
        "turn_of_the_other": ("+first_player=first", ".,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. second 7,7 0"),
    },
    "seti-aleph": {
        "other_figures": ("", "hph/3/3/3/3/3/3/3/3/HH1 first 3,3 - 0 -"),
        "other_ships": ("", "hph/3/3/3/3/3/3/S2/3/HPH first 3,3 - 0 -"),
        "ship_on_forbidden_row": ("", "hph/3/3/3/3/3/3/3/3/(Hs)PH first 3,2 - 0 -"),
        "ship_under_the_other": ("", "1ph/(hS)2/3/3/3/3/3/3/3/HPH first 2,3 - 0 -"),
        "arrived_nowhere": ("", "hph/3/3/3/3/3/3/3/3/HPH first 3,3 a5 0 -"),
        "nobody_asked": ("", "1ph/3/3/3/3/3/3/3/HP1/hH1 first 3,3 - 0 -"),
        "end_without_arrival": ("", "hph/3/3/3/3/3/3/3/3/HPH first 3,3 - 0 goal"),
        "arrival_without_end": ("", "Hph/h2/3/3/3/3/3/3/3/1PH first 3,3 - 0 -"),
    },
    "seti-beth": {
        "too_many_figures": ("", "5/5/5/5/5/5/5/5/5/HPPHH first - 0 -"),
        "nobody_left": ("", "5/5/5/5/5/5/5/5/5/5 first - 0 -"),
        "arrived_nowhere": ("", "hhphh/5/5/5/5/5/5/5/5/HHPHH first c5 0 -"),
        "nobody_asked": ("", "1hphh/5/5/5/5/5/5/5/5/hHPHH first - 0 -"),
        "end_without_arrival": ("", "hhphh/5/5/5/5/5/5/5/5/HHPHH first - 0 goal"),
        "arrival_without_end": ("", "Hhphh/5/5/5/5/5/5/5/5/1HPHH first - 0 -"),
    },
}


@pytest.mark.parametrize("system", systems().values(), ids=systems())
def test_every_rule_refuses_and_says_why(system: System) -> None:
    names = [forbids.__name__ for forbids in system.impossible]
    assert list(CASES[system.id]) == names
    for name, (options, text) in CASES[system.id].items():
        tested = game(f"{system.id}{options}")
        position = tested.system.form.read(tested.rules, text)
        refusing = [forbids for forbids in system.impossible if forbids(tested.rules, position)]
        assert refusing, name
        assert refusing[0].__name__ == name, text
        with pytest.raises(PositionError) as refused:
            tested.state(text)
        assert str(refused.value) == str(refusing[0](tested.rules, position))


ACCEPTED = {  # what docs/notation.md, section 9, says is not looked for
    "more quiet moves than turns": ("seega", "L4/5/5/5/4D first 24 - - 40 14 -"),
    "more captures than turns": ("seega", "L4/5/5/5/4D first 24 - - 0 12 -"),
    "stones in hand after plies": ("seneti", ".,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. first 7,7 9"),
    "pawns borne off before a throw": ("senet-race", "L18D10 first - - 0"),
    "who acts": ("seti-aleph", "hph/3/3/3/3/3/3/3/3/HPH second 3,3 - 0 -"),
    "quiet plies at the start": ("seti-aleph", "hph/3/3/3/3/3/3/3/3/HPH first 3,3 - 5 -"),
    "ships in any hands": ("seti-aleph", "hph/3/3/3/3/3/3/3/3/HPH first 6,0 - 0 -"),
    "many throws in a turn": ("senet-geoludie", f"L28D first throws {'1,' * 400}1 401 - - 0"),
}


@pytest.mark.parametrize("case", ACCEPTED)
def test_what_may_have_gone_before_is_hardly_looked_for(case: str) -> None:
    ruleset, text = ACCEPTED[case]
    assert str(game(ruleset).state(text)) == text


@pytest.mark.parametrize("preset", presets())
def test_what_is_reached_in_play_can_be_put_together(preset: str) -> None:
    """From its pieces and its words, and it is the same position."""
    tested = game(preset)
    form = tested.system.form
    squares = {square.name for square in tested.board.squares}
    for seed in range(3):
        generator = random.Random(seed)
        state = tested.initial()
        for _ in range(120):
            words = form.answers(str(state))
            assert len(words) == len(form.asked)
            pieces = [piece for piece in state.pieces if piece.place in squares]
            assert put_together(tested, pieces, words).position == state.position
            if state.result:
                break
            state = state.after(generator.choice(state.legal))


@pytest.mark.parametrize("system", systems().values(), ids=systems())
def test_the_words_of_an_empty_board_fit_it(system: System) -> None:
    """What is wrong with it is that nobody is there, where anything is."""
    tested = game(system.id)
    text = system.form.set_up((), [word.cleared for word in system.form.asked])
    position = system.form.read(tested.rules, text)
    reasons = {forbids.__name__ for forbids in system.impossible if forbids(tested.rules, position)}
    assert reasons <= {"nobody_left", "other_figures", "fewer_before_the_first_throw"}


def test_a_board_holds_its_pieces_only() -> None:
    tested = game("seega")
    words = [word.cleared for word in tested.system.form.asked]
    for pieces, reason in (
        ((Piece("c3", 0), Piece("c3", 1)), "There are two pieces on c3"),
        ((Piece("z9", 0),), "'z9' is not a square"),
        ((Piece("c3", 0, "pharaoh"),), "no piece 'pharaoh'"),
        ((Piece("c3", 2),), "no piece 'piece' of seat 2"),
    ):
        with pytest.raises(PositionError, match=reason):
            put_together(tested, pieces, words)
    with pytest.raises(PositionError, match="'x' is no number"):
        put_together(tested, (Piece("c3", 0),), ("first", "24", "-", "-", "x", "12", "-"))
