"""Seega in a terminal: hollows in the sand."""

from ibau.core.look import Look, Material, Sign

SAND = Material(ground="#a98546", line="#74582a", ink="#2a1e0a")

LOOK = Look(SAND, marks={"centre": Sign("◇", "*")})
