#!/usr/bin/env python
"""The words of all position texts, as docs/notation.md has them: a table a game, from what its form declares.

python scripts/notation.py    # after a form has changed; a test fails while the page says otherwise
"""

import random
from pathlib import Path

from ibau.core.contract import System
from ibau.core.form import Word
from ibau.games import game, systems

PAGE = Path(__file__).resolve().parents[1] / "docs/notation.md"
BEGIN, END = "<!-- from the forms of all games, by scripts/notation.py -->\n", "<!-- until here -->\n"
PLIES = 40  # of the game whose position is the example
FEW = 10  # words that are named one by one
TYPED = {"number": "a number", "list": "numbers with commas between, or `-`"}


def text() -> str:
    """The page as it should be."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "".join(map(table, systems().values())) + "\n" + END + after


def table(system: System) -> str:
    """A game's heading, an example and a row for each word."""
    rows = (
        f"| {word.name}{', after a comma' * word.after_comma} | {meaning(word)} | {words(word)} |\n"
        for word in system.form.words
    )
    return (
        f"\n`{system.id}`, for example `{example(system)}`\n\n"
        "| word | what it says | how it is written |\n|---|---|---|\n"
        f"| board | what is where | {system.form.squares.said} |\n{''.join(rows)}"
    )


def meaning(word: Word) -> str:
    """Its label, without its first capital."""
    return word.label[:1].lower() + word.label[1:]


def words(word: Word) -> str:
    """What may stand there."""
    if not word.choices:
        return TYPED[word.typed]
    if len(word.choices) > FEW:
        none, first, *_, last = word.choices
        return f"`{none[0]}` {none[1]}, or `{first[0]}` to `{last[0]}`"
    return ", ".join(f"`{choice}` {said}" for choice, said in word.choices)


def example(system: System) -> str:
    """A position of a random game, always the same."""
    state, generator = game(system.id).initial(), random.Random(1)  # noqa: S311 - an example
    for _ in range(PLIES):
        state = state.after(generator.choice(state.legal))
    return str(state)


if __name__ == "__main__":
    PAGE.write_text(text(), "utf-8")
