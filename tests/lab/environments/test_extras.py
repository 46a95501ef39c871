"""What an extra brings is asked for by its adapter only."""

import subprocess
import sys

import pytest

from ibau.machine.extras import install_command


def python(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603 - our own program


@pytest.mark.parametrize(
    ("adapter", "module", "name", "extra"),
    [
        ("open_spiel", "pyspiel", "OpenSpiel", "openspiel"),
        ("pettingzoo", "pettingzoo", "PettingZoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "Gymnasium", "gymnasium"),
    ],
)
def test_a_missing_extra_is_named(adapter: str, module: str, name: str, extra: str) -> None:
    run = python(f"import sys; sys.modules[{module!r}] = None; import ibau.lab.environments.{adapter}")
    text = f"ModuleNotFoundError: {name} is not installed; get it by: {install_command(extra)}"
    assert run.stderr.rstrip().endswith(text)


def test_the_library_brings_none() -> None:
    run = python(
        "import sys, ibau; ibau.game('seega').initial()\n"
        "print([name for name in ('pyspiel', 'pettingzoo', 'gymnasium', 'PIL') if name in sys.modules])"
    )
    assert run.stdout == "[]\n"
