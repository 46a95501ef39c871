"""What both Seti games share in a terminal."""

from ibau.core.look import Material, Sign

LIMEWOOD = Material(ground="#ab7f50", line="#775632", ink="#2b1c0b")

FIGURES = {
    ("pharaoh", ""): (Sign("♔", "K"), Sign("♚", "Q")),
    ("priest", ""): (Sign("♗", "P"), Sign("♝", "B")),
}
