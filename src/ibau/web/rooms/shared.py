"""What all rooms work with."""

from dataclasses import dataclass, field

from ibau.web.log.store import Store
from ibau.web.metrics import Measures
from ibau.web.rooms.slices import Slices
from ibau.web.thinking.engines import Engines


@dataclass(frozen=True)
class Shared:
    """The log, those who think, and the measures.

    `pace` is in how many seconds a computer acts after the action before; `checks` whether throws can be checked: they
    need not be where the server is the player's own page.
    """

    store: Store
    engines: Engines
    pace: float
    checks: bool
    slices: Slices = field(default_factory=Slices)
    measures: Measures = field(default_factory=Measures)
