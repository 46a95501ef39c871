"""What the available tables say to a player."""

from ibau.core.game import State
from ibau.players.base import Choice
from ibau.tables.probing import probe, tables_at_hand
from ibau.tables.tablebase import Exact

ANYTHING = Exact(0.5, 0.0, 1.0)  # what an action may be worth of which nothing is known


def unsurpassed(state: State) -> tuple[int, ...]:
    """The legal actions that none surpasses by the available tables: the best, or all that may be."""
    tablebase = tables_at_hand(state.game)
    if tablebase is None:
        return state.legal
    known = [(probe(state.after(action)) or ANYTHING).seen_by(state.turn) for action in state.legal]
    if all(value.is_narrow for value in known):
        return tuple(state.action(text) for text in tablebase.best(state))
    floor = max(value.lower for value in known)
    return tuple(action for action, value in zip(state.legal, known, strict=True) if value.upper >= floor)


def valued(state: State, choice: Choice) -> Choice:
    """A choice, at the value that available tables give it, if they do."""
    tabled = probe(state.play(choice.action))
    return choice._replace(value=tabled.seen_by(state.turn).value) if tabled and tabled.is_narrow else choice
