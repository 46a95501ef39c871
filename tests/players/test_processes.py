"""Processes that end with those that began them, and in good order."""

import signal
import threading
from types import FrameType

import pytest

from ibau.players.processes import ENDINGS, endings_handled, interruptions_ignored


def test_endings_are_handled_within_the_block() -> None:
    heard: list[int] = []

    def hear(number: int, _: FrameType | None) -> None:
        heard.append(number)

    before = signal.getsignal(signal.SIGTERM)
    with endings_handled(hear):
        signal.raise_signal(signal.SIGTERM)
    assert heard == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize("number", ENDINGS)
def test_what_is_ignored_stays_so(number: int) -> None:
    before = signal.signal(number, signal.SIG_IGN)
    try:
        with endings_handled(signal.default_int_handler):
            signal.raise_signal(number)
        assert signal.getsignal(number) == signal.SIG_IGN
    finally:
        signal.signal(number, before)


def test_interruptions_are_ignored_within_the_block() -> None:
    with interruptions_ignored():
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_another_thread_may_begin_processes_too() -> None:
    entered: list[bool] = []

    def enter() -> None:
        with interruptions_ignored():
            entered.append(True)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert entered == [True]
