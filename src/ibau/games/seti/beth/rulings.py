"""What was decided about Seti-Beth, in a sentence each (rulings.md section 2), and what of Seti holds here too."""

from ibau.core.phrase import N_
from ibau.core.ruling import ADDITION, READING, SOURCE, Ruling
from ibau.games.seti.rulings import RULINGS as SETI

SHARED = {"SETI-1", "SETI-2", "SETI-3", "SETI-13", "SETI-14", "SETI-15", "SETI-17", "C8"}

RULINGS = (
    Ruling(
        "BETH-1",
        READING,
        N_(
            "Each side has one pharaoh and four priests, as in German and French; the English text gives it two "
            "pharaohs."
        ),
    ),
    Ruling("BETH-2", SOURCE, N_("The pharaoh is in the middle, with the priests on both sides, as in Seti-Aleph.")),
    Ruling(
        "BETH-3",
        READING,
        N_(
            "Two pharaohs and four priests stand in two rows, each priest, pharaoh, priest; the English text "
            "does not say how."
        ),
    ),
    Ruling("BETH-4", ADDITION, N_("A player without figures has lost at once; the leaflet does not say.")),
    Ruling("BETH-5", SOURCE, N_("The figures move as in Seti-Aleph.")),
    *(ruling for ruling in SETI if ruling.code in SHARED),
)
