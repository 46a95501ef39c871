"""Where an extra is missing, a line to type is named that installs it in this environment."""

import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec

import pytest

from ibau.machine import extras
from ibau.machine.extras import EXTRA_MODULES, ExtraError, check_installed, install_command


def test_what_is_installed_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: ModuleSpec(name, None))
    for extra in EXTRA_MODULES:
        check_installed(extra)


@pytest.mark.parametrize(
    ("missing", "line"),
    [("typst", '{} -m pip install "ibau[print]"'), ("pip", 'uv pip install --python {} "ibau[print]"')],
)
def test_the_line_is_for_this_environment(monkeypatch: pytest.MonkeyPatch, missing: str, line: str) -> None:
    def found(name: str) -> ModuleSpec | None:
        return None if name in {missing, "typst"} else find_spec(name)

    monkeypatch.setattr(extras, "find_spec", found)
    assert install_command("print") == line.format(sys.executable)
    with pytest.raises(ExtraError) as error:
        check_installed("print")
    assert str(error.value).endswith(line.format(sys.executable))


def test_a_folder_with_a_space_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/my games/python")
    assert install_command("lab").startswith("'/my games/python' -m pip install")
