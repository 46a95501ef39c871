"""The Geoludie game where its sums are larger than its board; its vectors and golden cases test the rest."""

from ibau.games import game


def test_a_large_sum_is_shared_out_or_lost() -> None:
    """Sums beyond the board and beyond a word of bits stay sums."""
    fives = ",".join(["5"] * 40)
    state = game("senet-geoludie").state(f"L28D first plays 2,{fives} 202 - - 0")
    assert list(state.actions) == ["1-26"]
    alone = state.play("1-26")
    assert list(alone.actions) == ["pass"]
