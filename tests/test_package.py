"""The public names."""

import subprocess
import sys

import pytest

import ibau


def test_every_public_name_is_there() -> None:
    assert sorted(ibau._HOME_OF) == sorted(ibau.__all__)
    assert all(getattr(ibau, name).__module__.startswith("ibau.") for name in ibau.__all__)
    assert set(ibau.__all__) < set(dir(ibau))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'ibau' has no attribute 'gmae'"):
        _ = ibau.gmae


def test_playing_needs_neither_numpy_nor_numba() -> None:
    code = (
        "import sys, ibau; state = ibau.game('seega').initial().play('lot1'); list(state.actions);"
        "sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603 - our own text
