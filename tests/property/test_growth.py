"""What strangers send is read in time and memory that grow with its size and no faster, and hardly repeated."""

import gc
import math
import re
import subprocess
import sys
import time

import pytest
from starlette.exceptions import HTTPException

from ibau.core.errors import IbauError
from ibau.web.refusals import Refusal
from tests.property.input_shapes import SHAPES, InputShape

TIMES = 10
MOST = 3 * TIMES  # times as long for ten times the size; a hundred would be its square
MEASURABLE = 0.004  # seconds
SPARE = 1 << 28  # bytes of memory for all that a shape needs, itself included


def error_text(shape: InputShape, given: object) -> str:
    """The error message for refused input; '' if it is read."""
    try:
        shape.read(given)
    except (IbauError, Refusal, HTTPException) as error:
        return str(error)
    return ""


def seconds(shape: InputShape, size: int) -> float:
    """How long a processor takes for a shape."""
    given = shape.make(size)
    gc.disable()
    began = time.process_time()
    error_text(shape, given)
    took = time.process_time() - began
    gc.enable()
    return took


def assert_linear(shape: InputShape, least: int) -> None:
    """Measured again where it seems not to be: others are at work too."""
    before = seconds(shape, least)
    for size in (TIMES * least, TIMES * TIMES * least):
        allowed = MOST * max(before, MEASURABLE)
        before = next((took for _ in range(3) if (took := seconds(shape, size)) <= allowed), math.inf)
        assert before <= allowed, f"at size {size} it is more than {MOST} times what it was at a tenth of it"


@pytest.mark.parametrize("part", [pytest.param(4, id="a quarter"), pytest.param(1, id="all", marks=pytest.mark.slow)])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_ten_times_as_much_takes_ten_times_as_long(shape: InputShape, part: int) -> None:
    assert_linear(shape, shape.size // part)


def test_what_grows_faster_would_be_noticed() -> None:
    squares = InputShape(lambda n: n, lambda n: sum(1 for _ in range(n * n // 5000)))
    with pytest.raises(AssertionError):
        assert_linear(squares, squares.size // 4)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_little_is_repeated_of_what_is_refused(shape: InputShape) -> None:
    """Two hundred letters of it at most."""
    text = error_text(shape, shape.make(TIMES * shape.size))
    assert len(text) < 700
    assert not re.search(r"(.{1,12})\1{200}", text)
    assert len(re.sub(r"(.{1,12}?)\1{10,}", "", text)) > len(text) - 2 * 200


PROGRAM = f"""
import gc, resource
from tests.property.input_shapes import SHAPES
from tests.property.test_growth import error_text

for shape in SHAPES.values():
    error_text(shape, shape.make(shape.size))
for name, shape in SHAPES.items():
    gc.collect()
    with open("/proc/self/statm") as held:
        taken = int(held.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + {SPARE}, -1))
    try:
        error_text(shape, shape.make({TIMES * TIMES} * shape.size))
    except MemoryError:
        resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
        print("too much:", name)
    resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
print("done")
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not bound a process so")
def test_no_shape_takes_more_memory_than_there_is_reason_for() -> None:
    """A million letters and the like, each in this many bytes of addresses."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=280, check=False)  # noqa: S603 - our own
    assert done.stdout.splitlines() == ["done"], done.stderr
