"""Arrays are what NumPy's are, as far as loops ask: the same numbers in the same places, formats and shapes."""

from typing import Any

import numpy as np
import pytest

from ibau.machine.arrays import LINE, SIZES, Shape, array_of, array_over, fill, numpy_zeros, zeros

SHAPES = [0, 1, 7, (3, 5), (1, 1)]


def written(made: Any, shape: Shape) -> Any:
    """An array with another number in each place."""
    if isinstance(shape, int):
        for n in range(shape):
            made[n] = n + 1
    else:
        for row in range(shape[0]):
            for column in range(shape[1]):
                made[row, column] = row * shape[1] + column + 1
    return made


@pytest.mark.parametrize("kind", SIZES)
@pytest.mark.parametrize("shape", SHAPES)
def test_an_array_is_like_one_of_numpy(shape: Shape, kind: str) -> None:
    plain, native = zeros(shape, kind), numpy_zeros(shape, kind)
    for made in (plain, native):
        assert not np.asarray(made).any()
        written(made, shape)
    assert np.array_equal(np.asarray(plain), native)
    assert (np.asarray(plain).dtype, plain.shape, len(plain)) == (native.dtype, native.shape, len(native))
    assert (plain.itemsize, plain.nbytes) == (native.itemsize, native.nbytes)


@pytest.mark.parametrize("shape", [(0, 4), (4, 0), (0, 0)])
def test_an_array_of_two_dimensions_is_never_empty(shape: Shape) -> None:
    """No `memoryview` is."""
    assert zeros(shape, "q").shape == numpy_zeros(shape, "q").shape


@pytest.mark.parametrize("kind", SIZES)
def test_numpy_s_array_begins_with_a_line_of_the_cache(kind: str) -> None:
    assert all(numpy_zeros(n, kind).ctypes.data % LINE == 0 for n in (1, 9, 1000))


@pytest.mark.parametrize("kind", SIZES)
def test_a_slice_shares_its_numbers(kind: str) -> None:
    plain, native = zeros(9, kind), numpy_zeros(9, kind)
    for made in (plain, native):
        made[2:5][1] = 7
    assert plain.tolist() == native.tolist() == [0, 0, 0, 7, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("kind", "numbers"), [("q", [1 << 62, -1]), ("H", [65535, 0]), ("d", [0.1, -2.5]), ("B", [])])
def test_an_array_of_numbers_holds_them(kind: str, numbers: list[float]) -> None:
    plain, native = array_of(numbers, kind), array_of(numbers, kind, numpy_zeros)
    assert plain.tolist() == native.tolist() == numbers


@pytest.mark.parametrize(("kind", "number"), [("B", 256), ("H", -1), ("i", 1 << 31), ("q", 1 << 63)])
def test_a_number_that_is_too_large_is_refused(kind: str, number: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        zeros(1, kind)[0] = number
    with pytest.raises(OverflowError):
        array_of([number], kind)


def test_a_room_can_be_shaped_twice() -> None:
    """The second array looks at the same bytes."""
    room = memoryview(bytearray(16))
    array_over(room, 2, "q")[0] = -1
    assert array_over(room, (2, 2), "i")[0, 1] == -1
    assert array_over(room, 16, "B").tolist() == [255] * 8 + [0] * 8


@pytest.mark.parametrize("maker", [zeros, numpy_zeros])
def test_numbers_are_copied_to_their_place(maker: Any) -> None:
    target = maker(6, "h")
    fill(target, 2, array_of([1, 2, 3], "h"))
    assert target.tolist() == [0, 0, 1, 2, 3, 0]
    wide = maker((2, 3), "i")
    fill(wide, 0, array_of(range(6), "i"))
    assert wide.tolist() == [[0, 1, 2], [3, 4, 5]]
    with pytest.raises(ValueError, match=r"."):
        fill(target, 4, array_of([1, 2, 3], "h"))
