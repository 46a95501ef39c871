"""The options, presets and source of Seti-Aleph (rulings.md sections 1 and 9)."""

from enum import IntEnum

from ibau.core.options import Preset, one_of, switch
from ibau.core.phrase import N_
from ibau.games.seti.options import NO_PROGRESS, PHARAOH_DIAGONAL, PRIEST_ORTHOGONAL, REPETITION, SOURCE, STALEMATE

SOURCES = (SOURCE,)


class ReentryChoice(IntEnum):
    ANY = 0
    MIDDLE_FIRST = 1


class ShipRows(IntEnum):
    NOT_GOAL = 0
    NOT_END_ROWS = 1


class ShipUnder(IntEnum):
    OWN = 0
    ANY = 1


OPTIONS = (
    NO_PROGRESS,
    PHARAOH_DIAGONAL,
    PRIEST_ORTHOGONAL,
    one_of(
        "reentry_choice",
        N_("Where a conquered figure re-enters on its conqueror's start row."),
        "SETI-8, C3, S0 §6",
        {
            ReentryChoice.ANY: N_("On any empty square."),
            ReentryChoice.MIDDLE_FIRST: N_("On the middle square if it is empty."),
        },
    ),
    REPETITION,
    one_of(
        "ship_rows",
        N_("Where no death ship may be placed."),
        "SETI-5, C5, S0 §5c",
        {
            ShipRows.NOT_GOAL: N_("On the row that one's own figures want to reach."),
            ShipRows.NOT_END_ROWS: N_("On either end row."),
        },
    ),
    one_of(
        "ship_under",
        N_("Under whose figure a death ship may be placed."),
        "SETI-4, C4, S0 §5c",
        {
            ShipUnder.OWN: N_("Under one's own."),
            ShipUnder.ANY: N_("Under anybody's, as the leaflet can be read."),
        },
    ),
    STALEMATE,
    switch(
        "step_onto_ship",
        N_("A figure may step onto a lone ship of its own side."),
        "SETI-6, S0 §5c",
        default=True,
    ),
)

PRESETS = (
    Preset("seti-aleph", N_("As the German and French texts say.")),
    Preset(
        "seti-aleph-en",
        N_("As the English text says: the pharaoh does not step diagonally."),
        {"pharaoh_diagonal": "false"},
    ),
    Preset(
        "seti-aleph-literal",
        N_("The leaflet's words taken literally: a ship may go under any figure."),
        {"ship_under": "any"},
    ),
)
