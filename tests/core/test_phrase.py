"""Phrases: translated, addressed to a player, and with names filled in."""

from ibau.core.phrase import Phrase

SIDE, OTHER = Phrase("Light"), Phrase("Dark")


def test_a_sentence_is_said_in_a_language() -> None:
    turn = Phrase("{player} to move.", {"player": SIDE})
    assert str(turn) == "Light to move."
    assert (
        turn.to_text({"Light": "Hell", "{player} to move.": "{player} ist am Zug."}.__getitem__) == "Hell ist am Zug."
    )


def test_the_player_it_speaks_of_is_told_otherwise() -> None:
    blocked = Phrase(
        "{other} is blocked: {player} moves again.", {"player": SIDE, "other": OTHER}, "{other} is blocked."
    )
    assert str(blocked.in_second_person) == "Dark is blocked."
    assert str(Phrase("Decided by lot.").in_second_person) == "Decided by lot."


def test_sides_are_called_by_names() -> None:
    taken = Phrase("{player} takes {n} from {other}.", {"player": SIDE, "other": OTHER, "n": 2})
    assert str(Phrase("{Ada}")) == "{Ada}"
    named = taken.with_names({"Light": "{Ada}", "Dark": Phrase("the computer")})
    assert str(named) == "{Ada} takes 2 from the computer."
    assert taken.with_names({}) == taken
