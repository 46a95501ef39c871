"""What all Senet rulesets share in a terminal."""

from ibau.core.look import Material, Sign

FAIENCE = Material(ground="#2f7479", line="#5fa6a4", ink="#dcf1ec")

SUN, WATER = Sign("☉", "*"), Sign("≈", "~")
