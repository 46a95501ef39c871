"""The texts on the houses of Senet agree with the ruleset."""

import pytest

from ibau.games import game

SAFE = "No pawn can be hit here."


def effects(ruleset: str, house: int) -> tuple[str, ...]:
    [square] = (square for square in game(ruleset).board.squares if square.name == str(house))
    return square.effects


def test_every_marked_house_does_something_and_no_other_does() -> None:
    for ruleset in ("senet-race", "senet-geoludie", "senet-formation"):
        squares = game(ruleset).board.squares
        assert any(square.mark for square in squares)
        assert not all(square.mark for square in squares)
        for square in squares:
            assert bool(square.mark) == bool(square.label) == bool(square.effects), (ruleset, square.name)


@pytest.mark.parametrize(("option", "how"), [("on_30", "as soon as all"), ("beyond_30", "with any throw")])
def test_the_way_out_of_the_race(option: str, how: str) -> None:
    safe, leaves = effects(f"senet-race+bear_off={option}", 30)
    assert safe == SAFE
    assert how in leaves


def test_options_add_to_what_houses_do() -> None:
    whole, more = "It takes a whole throw.", "A player's last pawn also leaves with more."
    leaves = "A pawn leaves the board from here with a 3."
    assert effects("senet-geoludie", 28) == (leaves, whole)
    assert effects("senet-geoludie+exit_by=share", 28) == (leaves,)
    assert effects("senet-geoludie+exit_by=share+no_split_in_houses=true", 28) == (leaves, whole)
    assert effects("senet-geoludie-recommended", 28) == (leaves, whole, more)
    assert effects("senet-geoludie+safe_houses=houses", 28) == (leaves, whole, SAFE)
    assert SAFE in effects("senet-geoludie+safe_houses=houses", 15)
    assert SAFE not in effects("senet-geoludie+safe_houses=houses", 27)  # no pawn stays there


def test_a_formation_has_squares_to_fill_once_there_is_a_leader() -> None:
    formation = game("senet-formation")
    assert formation.initial().goals == ((), ())
    for pawns, leader, light in (("L29", "first", 1), ("D29", "second", 2)):
        squares = formation.state(f"{pawns} first t2 open {leader} - 0 150").goals[0]
        assert squares == tuple(str(n) for n in range(light, 21, 2))
