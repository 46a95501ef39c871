"""Seneti in a terminal: lapis lazuli, the inlays of the squares, stones open and closed."""

from ibau.core.look import Look, Material, Sign

LAPIS_LAZULI = Material(ground="#4e67a6", line="#8c9fd0", ink="#eef1fb")

LOOK = Look(
    LAPIS_LAZULI,
    marks={
        "rosette": Sign("❋", "*"),
        "five": Sign("∷", ":"),
        "zigzag": Sign("≷", "~"),
        "eyes": Sign("∞", "%"),
        "panels": Sign("▤", "="),
        "squares": Sign("▦", "#"),
    },
    pieces={
        ("stone", "closed"): (Sign("○", "o"), Sign("●", "x")),
        ("stone", "open"): (Sign("⊙", "O"), Sign("◉", "X")),
    },
)
