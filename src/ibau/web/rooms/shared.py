"""What all rooms work with."""

from dataclasses import dataclass, field

from ibau.web.keyfile import Keys
from ibau.web.log.store import Store
from ibau.web.measures import Measures
from ibau.web.rooms.slices import Slices
from ibau.web.thinking.engines import Engines


@dataclass(frozen=True)
class Shared:
    """The log, the server's keys, those who think, and the measures.

    `pace` is in how many seconds a computer acts after the action before.
    """

    store: Store
    keys: Keys
    engines: Engines
    pace: float
    slices: Slices = field(default_factory=Slices)
    measures: Measures = field(default_factory=Measures)
