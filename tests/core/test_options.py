"""Ruleset texts, options and presets (C12, C21, C22, C42, C47, C89, section 9)."""

import re
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pytest

from ibau.core.errors import RulesetError
from ibau.core.options import LARGEST, OptionEnum, Preset, choice, options_of, read_changes, switch, whole_number
from ibau.games import base_ruleset, game, presets, systems

RULINGS = Path(__file__).parents[2] / "docs" / "rulings"


def in_rulings(system: str, heading: str) -> list[tuple[str, str]]:
    """The first two columns of the table below a heading of the rulings of a system, without marks in the first."""
    _, _, section = (RULINGS / f"{system}.md").read_text(encoding="utf-8").partition(f" {heading}\n")
    return re.findall(r"^\| `([a-z_-]+)` \| ([^|]*) \|", section.partition("\n## ")[0], re.MULTILINE)


def options_in_rulings() -> dict[str, dict[str, list[str]]]:
    """The options of every base ruleset with their values, the default first."""
    return {
        system: {name: re.findall("`([^`]+)`", values) for name, values in in_rulings(system, "Options")}
        for system in systems()
    }


@pytest.mark.parametrize("system", systems())
def test_options_are_those_of_the_rulings(system: str) -> None:
    """Names, values and defaults; so C12, C21 and C47 hold, and any other option is refused."""
    declared = {
        option.name: [option.default, *(value for value in option.values if value != option.default)]
        for option in systems()[system].options
    }
    assert declared == options_in_rulings()[system]
    for other in {name for options in options_in_rulings().values() for name in options} - set(declared):
        with pytest.raises(RulesetError, match=f"{system} has no option '{other}'"):
            game(f"{system}+{other}=true")


@pytest.mark.parametrize("preset", presets())
def test_every_option_of_a_preset_is_valid(preset: str) -> None:
    system, declared = presets()[preset]
    options = {option.name: option for option in system.options}
    for name, value in declared.values.items():
        options[name].check(value)
    assert str(base_ruleset(preset)) == preset


@pytest.mark.parametrize("system", systems())
def test_presets_are_those_of_the_rulings(system: str) -> None:
    named = [name for name, _ in in_rulings(system, "Presets")]
    built = [preset.id for preset in systems()[system].presets]
    beyond = ["seega-khamsawee"] if system == "seega" else []  # notation.md section 7
    assert sorted(named + beyond) == sorted(built)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("seega", "seega"),
        ("seega+chain=none", "seega+chain=none"),
        ("seega+chain=forced", "seega"),
        ("seega+max_turns=60+chain=none", "seega+chain=none+max_turns=60"),
        ("seega-lenient+chain=optional", "seega-lenient"),
        ("seega-lenient+chain=forced", "seega-lenient+chain=forced"),
        ("seega+no_progress_plies=0", "seega+no_progress_plies=0"),
        (f"seega+max_turns={10**30}", f"seega+max_turns={10**30}"),
    ],
)
def test_texts_are_written_in_one_way(text: str, canonical: str) -> None:
    """The id stays the one that was given; then what differs from it, in alphabetical order (C42)."""
    assert str(game(text).ruleset) == canonical
    assert game(text) == game(canonical)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Unknown ruleset ''"),
        ("senet", "senet is senet-formation, senet-geoludie or senet-race: name one of them"),
        ("Seti+no_progress_plies=0", "seti is seti-aleph or seti-beth: name one of them"),
        ("x" * 99, f"Unknown ruleset '{'x' * 40}…'"),
        (f"seega+{'x' * 99}=1", f"no option '{'x' * 40}…'"),
        (f"seega+chain={'x' * 99}", f"chain={'x' * 40}…: unknown value"),
        ("seega+chain=\x1b[31m", r"chain=\\x1b\[31m: unknown value"),
        ("sega", "Did you mean 'seega'"),
        ("Seega", "Did you mean 'seega'"),
        ("seega ", "Unknown ruleset 'seega '"),
        ("seega+", "ends with '\\+'"),
        ("seega+chain=none+", "ends with '\\+'"),
        ("seega+chain", "Option 'chain' lacks a value: write chain=forced"),
        ("seega+chain=", "known are forced, optional, none"),
        ("seega+chian=none", "Did you mean 'chain'"),
        ("seega+Chain=none", "Did you mean 'chain'"),
        ("seega+chain=None", "Did you mean 'none'"),
        ("seega+chain=non", r"chain=non: unknown value\. Did you mean 'none'\?$"),
        ("seega+chain=zz", "chain=zz: unknown value; known are forced, optional, none"),
        ("seega++chain=none", "no option ''"),
        ("seega+chain=none+chain=none", "'chain' is given twice"),
        ("seega+chain=none+chain=forced", "'chain' is given twice"),
        ("seega-lenient+chain=none+chain=none", "'chain' is given twice"),
        ("seega+forced_capture=1", "known are true, false"),
        ("seega+forced_capture=True", "Did you mean 'true'"),
        ("seega+max_turns=-1", "not a whole number"),
        ("seega+max_turns=+1", "'max_turns='|not a whole number"),
        ("seega+max_turns=007", "without sign or leading zeros"),
        ("seega+max_turns=1e3", "not a whole number"),
        ("seega+max_turns=٣", "not a whole number"),
        ("seega+max_turns=²", "not a whole number"),
        ("seega+max_turns=", "not a whole number"),
        ("senet-race+repetition=off", "no option 'repetition'"),
        ("senet-race+first_player=first", "no option 'first_player'"),
    ],
)
def test_bad_texts_are_refused_with_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        game(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("40", 40),
        (str(LARGEST), LARGEST),
        (str(LARGEST + 1), LARGEST),
        ("9" * 19, LARGEST),
        ("9" * 5000, LARGEST),
    ],
)
def test_numbers_beyond_a_word_act_as_the_largest(text: str, number: int) -> None:
    """C22: and are kept in the text, however long; Python refuses to read 5,000 digits, we need not."""
    ruleset = game(f"seega+max_turns={text}").ruleset
    assert ruleset.values["max_turns"] == text
    assert dict(zip(systems()["seega"].rulebook.Rules._fields, ruleset.numbers(), strict=True))["max_turns"] == number


class Mode(OptionEnum):
    LOW = "Low."
    HIGH = "High."
    FROM_1_TO_3 = "Between.", "1_3"


class Toy(NamedTuple):
    mode: Annotated[Mode, choice("What it does.", "T-1")]
    lamp: Annotated[bool, switch("Whether it shines.", "T-2", default=True)]
    n: Annotated[int, whole_number("How often.", "T-3", default="7")]


def test_values_become_numbers_in_the_order_of_declaration() -> None:
    options = options_of(Toy)
    assert [option.name for option in options] == ["mode", "lamp", "n"]
    assert options[0].values == {"low": Mode.LOW, "high": Mode.HIGH, "1_3": Mode.FROM_1_TO_3}
    assert (options[0].text, options[0].cites, options[0].value_texts) == (
        "What it does.",
        "T-1",
        ("Low.", "High.", "Between."),
    )
    ruleset = read_changes("mode=high+lamp=false", Preset("toy", ""), options)
    assert ruleset.numbers() == (1, 0, 7)
    assert [type(number) for number in ruleset.numbers()] == [int, int, int], "for others all loops compile again"
    assert [option.is_number for option in options] == [False, False, True]
    assert [option.is_switch for option in options] == [False, True, False]


def test_the_default_is_the_first_value() -> None:
    assert [option.default for option in options_of(Toy)] == ["low", "true", "7"]


@pytest.mark.parametrize("kind", [int, Annotated[int, "How often."]])
def test_a_field_that_declares_no_option_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match="n: a field of Rules declares its option"):
        options_of(NamedTuple("Undeclared", [("n", kind)]))


def test_one_option_changes_are_all_different_from_their_ruleset() -> None:
    for preset in presets():
        ruleset = base_ruleset(preset)
        changes = list(ruleset.one_option_changes())
        assert len({str(change) for change in changes}) == len(changes)
        for change in changes:
            assert change != ruleset
            assert sum(change.values[name] != value for name, value in ruleset.values.items()) == 1


def test_rulesets_are_values() -> None:
    ruleset = game("seega+chain=none").ruleset
    assert ruleset == game("seega").ruleset.with_value("chain", "none")
    assert hash(ruleset) == hash(game("seega+chain=none").ruleset)
    assert ruleset != "seega+chain=none"
