"""The option values of Seti-Aleph, its presets and its source (rulings.md section 1)."""

from ibau.core.options import OptionEnum, Preset
from ibau.core.phrase import N_
from ibau.games.seti.options import SOURCE

SOURCES = (SOURCE,)


class ReentryChoice(OptionEnum):
    ANY = N_("On any empty square.")
    MIDDLE_FIRST = N_("On the middle square if it is empty.")


class ShipRows(OptionEnum):
    NOT_GOAL = N_("On the row that one's own figures want to reach.")
    NOT_END_ROWS = N_("On either end row.")


class ShipUnder(OptionEnum):
    OWN = N_("Under one's own.")
    ANY = N_("Under anyone's, as the leaflet can be read.")


PRESETS = (
    Preset("seti-aleph", N_("Our reading of the German and French texts.")),
    Preset(
        "seti-aleph-en",
        N_("Our reading of the English text: the pharaoh does not step diagonally."),
        {"pharaoh_diagonal": "false"},
    ),
    Preset(
        "seti-aleph-literal",
        N_("The leaflet's words taken literally: a ship may go under any figure."),
        {"ship_under": "any"},
    ),
)
