"""Files that a process may open: as many as the boards need, or as the system allows."""

import logging

import pytest

from ibau.web import serving
from ibau.web.limits.descriptors import OTHER_DESCRIPTORS, boards_allowed
from ibau.web.serving import ServeError

resource = pytest.importorskip("resource")  # Windows has none

PLENTY = 4000


class Limit:
    """The limit of a process, as the system keeps it."""

    def __init__(self, soft: int, hard: int) -> None:
        self.now = (soft, hard)

    def get(self, _which: int) -> tuple[int, int]:
        return self.now

    def set(self, _which: int, limits: tuple[int, int]) -> None:
        self.now = limits


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> Limit:
    found = Limit(1024, 20_000)
    monkeypatch.setattr(resource, "getrlimit", found.get)
    monkeypatch.setattr(resource, "setrlimit", found.set)
    return found


@pytest.mark.parametrize(
    ("before", "after", "boards"),
    [
        ((1024, 20_000), (PLENTY + OTHER_DESCRIPTORS, 20_000), PLENTY),
        ((1024, resource.RLIM_INFINITY), (PLENTY + OTHER_DESCRIPTORS, resource.RLIM_INFINITY), PLENTY),
        ((20_000, 20_000), (20_000, 20_000), PLENTY),
        ((resource.RLIM_INFINITY,) * 2, (resource.RLIM_INFINITY,) * 2, PLENTY),
        ((256, 1024), (1024, 1024), 1024 - OTHER_DESCRIPTORS),
        ((100, 200), (200, 200), 0),
    ],
)
def test_the_limit_is_raised_as_far_as_need_be(
    limit: Limit, before: tuple[int, int], after: tuple[int, int], boards: int
) -> None:
    limit.now = before
    assert boards_allowed(PLENTY) == boards
    assert limit.now == after


def test_what_the_system_does_not_allow_is_said(limit: Limit, caplog: pytest.LogCaptureFixture) -> None:
    assert serving._board_count(PLENTY) == PLENTY
    assert not caplog.text
    limit.now = (1024, 1024)
    with caplog.at_level(logging.WARNING):
        assert serving._board_count(PLENTY) == 724
    assert (
        "At most 724 boards can be open at once, not 4000; for more, raise the limit of open files (`ulimit -n 4300`)."
        in caplog.text
    )
    limit.now = (100, 100)
    with pytest.raises(ServeError, match=r"too few open files: raise the limit of open files \(`ulimit -n 4300`\)\."):
        serving._board_count(PLENTY)
