"""What is measured while a server runs, beside what the log and the limits count themselves."""

import asyncio
import time
from collections import Counter

from ibau.web.histogram import Histogram

SECONDS_BETWEEN = 0.5  # two looks at how late the event loop is

SOON = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


class Measures:
    """How soon, how late, how often and how much."""

    def __init__(self) -> None:
        self.steps = Histogram(*SOON)  # seconds from a message that changes a game until everybody is told
        self.openings = Histogram(*SOON, 2.0, 5.0)  # seconds until a game that was not in memory is
        self.lags = Histogram(*SOON)  # seconds that something waits until the event loop turns to it
        self.welcomes: Counter[str] = Counter()  # by what a page is told: everything, or what is new to it
        self.sent = 0  # bytes, to those who have gone


async def watch_the_loop(measures: Measures) -> None:
    """Look again and again how late the event loop is, until cancelled."""
    while True:
        due = time.perf_counter() + SECONDS_BETWEEN
        await asyncio.sleep(SECONDS_BETWEEN)
        measures.lags.add(max(0.0, time.perf_counter() - due))
