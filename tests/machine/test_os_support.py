"""What is asked of the operating system; that nothing is asked which Windows has not, the type checker sees."""

import os
import subprocess
import sys

import pytest

from ibau.machine.os_support import KIB, command_text, command_words, is_graphical, memory_used, total_memory

MIB = KIB * KIB


def test_memory_is_told_in_bytes() -> None:
    there = total_memory()
    assert there is not None
    assert 5 * MIB < memory_used() < there


@pytest.mark.posix
def test_anyone_who_gives_way_goes_behind_others() -> None:
    asked = "import os; from ibau.machine.os_support import lower_priority; lower_priority(5); print(os.nice(0))"
    run = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    assert int(run.stdout) == min(19, os.nice(0) + 5)


# --- Commands --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "posix", "windows"),
    [
        ("ibau engine", ("ibau", "engine"), ("ibau", "engine")),
        (r"C:\engines\x.exe -t 1", ("C:enginesx.exe", "-t", "1"), (r"C:\engines\x.exe", "-t", "1")),
        (r'"C:\my games\x.exe" a', (r"C:\my games\x.exe", "a"), (r"C:\my games\x.exe", "a")),
        ('sh -c "a b" #1', ("sh", "-c", "a b", "#1"), ("sh", "-c", "a b", "#1")),
        ("/o'brien'/x", ("/obrien/x",), ("/o'brien'/x",)),
        ("", (), ()),
    ],
)
def test_a_command_is_read_as_the_shell_does(text: str, posix: tuple[str, ...], windows: tuple[str, ...]) -> None:
    assert command_words(text, windows=False) == posix
    assert command_words(text, windows=True) == windows
    assert command_words(command_text(posix, windows=False), windows=False) == posix
    assert command_words(command_text(windows, windows=True), windows=True) == windows


def test_a_quotation_without_an_end_is_no_command() -> None:
    for windows in (False, True):
        with pytest.raises(ValueError, match="No closing quotation"):
            command_words('"x', windows=windows)


# --- Screens ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "graphical"),
    [
        ({}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, False),
    ],
)
def test_a_browser_is_opened_only_before_a_screen(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], *, graphical: bool
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert is_graphical() is graphical
