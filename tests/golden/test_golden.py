"""Every ruling of docs/rulings has a golden case, or a reason why not."""

import importlib
from typing import Any

import pytest

from ibau.core.ruling import DEFINED, rulings_text
from ibau.games import game, systems
from tests.golden.golden_case import GoldenCase, outcome_of

ALEPH_AND_BETH = ("seti-aleph", "seti-beth")
BY_LETTERS = {
    "SETI": ALEPH_AND_BETH,
    "BETH": ("seti-beth",),
    "SENETI": ("seneti",),
    "SG": ("senet-geoludie",),
    "SA1": ("senet-race",),
    "SA2": ("senet-formation",),
    "SEEGA": ("seega",),
}
"""The systems that rulings concern, by the letters of their numbers."""

CLARIFICATIONS = {
    range(1, 14): ALEPH_AND_BETH,
    range(14, 22): ("seneti",),
    range(23, 42): ("seega",),
    range(44, 45): ("senet-geoludie",),
    range(43, 44): ("senet-race",),
    range(45, 46): ("senet-race",),
    range(46, 47): ("senet-geoludie",),
    range(47, 48): ("senet-race", "senet-geoludie", "senet-formation"),
    range(48, 49): ("senet-formation",),
    range(49, 69): ("senet-geoludie",),
    range(69, 70): ("senet-race", "senet-geoludie"),
    range(71, 73): ("senet-race", "senet-geoludie"),
    range(73, 79): ("senet-race",),
    range(79, 88): ("senet-formation",),
    range(88, 89): ("senet-race", "senet-geoludie", "senet-formation"),
}
"""The systems that the clarifications C1, C2, … concern."""

NO_POSITION = {
    "C12": "tests/core/test_options.py: which options an id has",
    "C21": "tests/core/test_options.py: which options an id has",
    "C22": "tests/core/test_options.py: ruleset texts",
    "C42": "tests/core/test_options.py: ruleset texts",
    "C70": "withdrawn",
    "C89": "tests/core/test_options.py: ruleset texts",
    "C90": "tests/core/test_player_end.py: ends that no position brings about",
    "C91": "tests/core/test_player_end.py: ends that no position brings about",
    "C92": "tests/core/test_player_end.py: ends that no position brings about",
    "SETI-17": "the name of a colour",
    "SG-19": "no consequence",
}
"""Rulings that no position can show."""


def rulings() -> list[str]:
    """All numbers of rulings, page by page."""
    return [code for name in ("", *systems()) for code in DEFINED.findall(rulings_text(name))]


def systems_of(ruling: str) -> tuple[str, ...]:
    """The systems that a ruling concerns."""
    if ruling in NO_POSITION:
        return ()
    letters, _, _ = ruling.partition("-")
    if letters in BY_LETTERS:
        return BY_LETTERS[letters]
    return next(concerned for numbers, concerned in CLARIFICATIONS.items() if int(ruling[1:]) in numbers)


def golden_file(system: str) -> Any:
    """The module with a system's CASES, and with the rulings and options BEYOND_PLAY and why."""
    return importlib.import_module(f"tests.golden.{system.replace('-', '_')}_cases")


CASES = [
    pytest.param(system, case, id=f"tests.golden.{system}-{case.rulings}")
    for system in systems()
    for case in golden_file(system).CASES
]


@pytest.mark.parametrize(("system", "case"), CASES)
def test_golden(system: str, case: GoldenCase) -> None:
    """The expected outcome is reached, and another one under other values of the option."""
    assert {ruleset: outcome_of(ruleset, case) for ruleset in case.expected} == dict(case.expected)
    assert len(set(case.expected.values())) == len(case.expected)
    assert {game(ruleset).system.id for ruleset in case.expected} == {system}


@pytest.mark.parametrize("system", systems())
def test_every_ruling_is_shown(system: str) -> None:
    module = golden_file(system)
    shown = {ruling for case in module.CASES for ruling in case.rulings.split()}
    wanted = {ruling for ruling in rulings() if system in systems_of(ruling)}
    assert wanted - shown - set(module.BEYOND_PLAY) == set()
    assert shown - {"section-0"} <= wanted, "a case cites what concerns another system"
    assert not shown & set(module.BEYOND_PLAY)
    assert set(module.BEYOND_PLAY) <= wanted | {option.name for option in systems()[system].options}


@pytest.mark.parametrize("system", systems())
def test_every_value_of_every_option_is_shown(system: str) -> None:
    """Each other value of an option differs from another in a case with several rulesets."""
    module = golden_file(system)
    compared = [case.expected for case in module.CASES if len(case.expected) > 1]
    tried = {value for rulesets in compared for text in rulesets for value in game(text).ruleset.values.items()}
    for option in systems()[system].options:
        if option.name in module.BEYOND_PLAY:
            continue
        others = {value for name, value in tried if name == option.name} - {option.default}
        assert others if option.is_number else others == set(option.alternatives(option.default)), option.name


def test_all_rulings_are_known() -> None:
    found = rulings()
    assert len(found) == len(set(found))
    assert {"SEEGA-15a", "SA1-1", "SETI-1", "BETH-1", "SENETI-1", "SG-1", "SA2-1", "C1", "C89"} <= set(found)
    assert set(NO_POSITION) <= set(found)
    for ruling in found:
        assert ruling in NO_POSITION or systems_of(ruling)
