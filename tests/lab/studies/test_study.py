"""Studies read from text, and what is said of bad ones."""

from pathlib import Path

import pytest

import ibau
from ibau.core.game import Game
from ibau.lab.studies import Study, StudyError
from ibau.lab.studies.readings import identity
from tests.lab.studies.studies import SMALL, study

OVER = "5/5/1p3/5/5/5/5/5/5/5 first - 0 -"  # of Seti-Beth: one side has no figures
NETWORK = ibau.game("seti-beth").system.folder / "network.npz"
BAD = {
    "[[plays]\n": "small.toml is no TOML: ",
    SMALL.replace("seed = 3", "sead = 3"): "small.toml, line 2: 'sead' is unknown here",
    SMALL.replace("seed = 3", "seed = -3"): "line 2: seed is a whole number from 0",
    SMALL.replace("seti-beth-box", "seti-bet"): "line 5: Unknown ruleset 'seti-bet'",
    SMALL.replace('base = "seti-beth"', 'base = "seega"'): "line 6: seti-beth cannot be compared with seega",
    SMALL.replace("balance.starter", "balance.white"): "line 10: there is no measure 'balance.white'",
    SMALL.replace("balance.starter", "skill.share"): "line 10: skill.share needs a judge",
    SMALL.replace('"seti-beth-box"]', f']\nposition = "{OVER}"'): "line 6: the game is over in this position",
    SMALL.replace("0.03", "0"): "line 10: the half-width of balance.starter is a number above 0, not 0",
    SMALL.replace("0.03", "nan"): "line 10: the half-width of balance.starter",
    SMALL.replace('"random"', '"randon"'): "line 9: Unknown player 'randon'",
    SMALL.replace('"random"', '"mcts 1s"'): "line 9: mcts 1s would think by the clock",
    SMALL.replace('"random"', '"mcts"'): "line 9: mcts thinks by the clock in seti-beth",
    SMALL.replace('"random"', '"mcts nodes=9 threads=2"'): "several threads",
    SMALL.replace('"random"', f"'mcts nodes=9 judge={NETWORK}'"): "would judge by a file",
    SMALL.replace("precision", "# precision"): "line 8: say how precisely",
    SMALL.replace("[[plays]]", "[[players]]"): "'players' is unknown here",
    SMALL.replace("base =", 'changes_of = "seega"\nbase ='): "line 4: a table of rulesets has either names",
    SMALL + '[[plays]]\nplayers = "random"\nprecision = { ends = 1 }\n': "random play twice",
    SMALL.split("[[plays]]", maxsplit=1)[0]: "somebody must play",
    "[[plays]]" + SMALL.split("[[plays]]")[1]: "a study needs rulesets",
}


@pytest.mark.parametrize("text", BAD)
def test_a_bad_study_is_told_with_its_line(text: str) -> None:
    with pytest.raises(StudyError) as error:
        study(text)
    assert BAD[text] in str(error.value)


def test_every_change_of_one_option() -> None:
    text = SMALL.replace('names = ["seti-beth", "seti-beth-box"]\nbase = "seti-beth"', 'changes_of = "seega"')
    readings = study(text).readings
    seega = ibau.game("seega")
    assert readings[0].is_base
    assert [str(reading.game.ruleset) for reading in readings[1:]] == list(map(str, seega.ruleset.one_option_changes()))
    assert (readings[1].option, readings[1].setting, readings[1].base) == ("blocked_rule", "extra_turns", seega)


def test_a_ruleset_with_two_names_is_played_once() -> None:
    text = SMALL.replace('"seti-beth-box"]\nbase', '"seti-beth+pharaohs=2", "seti-beth-box"]\nbase')
    assert [str(reading.game.ruleset) for reading in study(text).readings] == ["seti-beth", "seti-beth+pharaohs=2"]


def test_a_grid() -> None:
    grid = 'grid = { of = "seega", chain = ["forced", "none"], forced_capture = [true, false] }'
    text = SMALL.replace('names = ["seti-beth", "seti-beth-box"]\nbase = "seti-beth"', grid)
    found = [(str(reading.game.ruleset), reading.option) for reading in study(text).readings]
    assert found == [
        ("seega", None),
        ("seega+forced_capture=false", "forced_capture"),
        ("seega+chain=none", "chain"),
        ("seega+chain=none+forced_capture=false", None),
    ]
    with pytest.raises(StudyError, match=r"line 5: chain=sometimes: unknown value"):
        study(text.replace("none", "sometimes"))


@pytest.mark.parametrize("file", sorted(Path("studies").glob("*.toml")), ids=lambda file: file.stem)
def test_the_studies_of_the_project_can_be_read(file: Path) -> None:
    found = Study.read(file, ibau.game)
    assert {str(reading.base.ruleset) for reading in found.readings} <= set(ibau.presets())
    if file.stem == "readings":
        played = {identity(reading.game) for reading in found.readings}
        changes = (
            Game(system, ruleset)
            for system in ibau.systems().values()
            for ruleset in ibau.game(system.id).ruleset.one_option_changes()
        )
        assert {identity(game) for game in (*map(ibau.game, ibau.presets()), *changes)} == played
