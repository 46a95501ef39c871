"""Studies read from text, errors of invalid ones, and the games of the project's own study."""

from pathlib import Path

import pytest

import ibau
from ibau.core.completion_rates import BOOKKEEPING, too_few_ended
from ibau.lab.studies import Study, StudyError
from tests.lab.studies.small_study import SMALL

BAD = {
    "[[matchups]\n": "The study is wrong: ",
    SMALL.replace("seed", "sead"): "unknown field `sead`",
    SMALL.replace("seed = 3", "seed = -3"): "`int` >= 0 - at `$.seed`",
    SMALL.replace("games = 40", "games = 0"): "at `$.matchups[0].games`",
    SMALL.replace("seti-beth", "seti-bet"): "Unknown ruleset 'seti-bet'. Did you mean 'seti-beth'",
    SMALL.replace('"greedy", "greedy"', '"greedy", "gredy"'): "Unknown player 'gredy'",
    SMALL.replace('"greedy", "greedy"', '"mcts", "mcts"'): "mcts has a time limit in seti-beth",
    SMALL.replace('"greedy", "greedy"', '"mcts:nodes=9,threads=2", "greedy"'): "several threads",
    SMALL.replace('["seti-beth"]', "[]"): "at `$.rulesets`",
    SMALL.split("[[matchups]]", maxsplit=1)[0]: "missing required field `matchups`",
}


@pytest.mark.parametrize("text", BAD)
def test_a_bad_study_is_told(text: str) -> None:
    with pytest.raises(StudyError) as error:
        Study.of(text.encode()).jobs(ibau.game)
    assert BAD[text] in str(error.value)


def rulesets(text: str) -> list[str]:
    return [job.ruleset for job in Study.of(text.encode()).jobs(ibau.game)]


def test_readings_are_presets_and_changes_of_one_option_without_bookkeeping() -> None:
    names = rulesets(SMALL)
    assert names[0] == "seti-beth"
    assert "seti-beth+pharaohs=2" in names  # which has a name of its own, and is played once
    assert len(set(names)) == len(names)
    assert not any(option in name for name in names for option in BOOKKEEPING)
    every = rulesets(SMALL + 'variants = "changes"\n')
    assert {name for name in every if any(option in name for option in BOOKKEEPING)} == set(every) - set(names)


def test_under_the_base_alone() -> None:
    assert rulesets(SMALL + 'variants = "base"\n') == ["seti-beth"]


def test_what_is_known_not_to_end_is_left_out() -> None:
    names = rulesets(SMALL.replace("seti-beth", "senet-formation-settled"))
    assert "senet-formation-settled+entry_phase=fill_first" in names
    assert "senet-formation-settled+settled_safe=false" not in names


@pytest.mark.parametrize("file", sorted(Path("examples/studies").glob("*.toml")), ids=lambda file: file.stem)
def test_the_studies_of_the_project_can_be_read(file: Path) -> None:
    jobs = Study.read(file).jobs(ibau.game)
    if file.stem == "readings":
        played = {job.ruleset for job in jobs if job.matchup.name == "greedy" and job.matchup.variants == "changes"}
        for system in ibau.systems().values():
            changes = ibau.game(system.default_preset.id).ruleset.one_option_changes()
            presets = (system.ruleset_with(ibau.game(preset.id).ruleset.values) for preset in system.presets)
            wanted = {str(ruleset) for ruleset in (*changes, *presets) if not too_few_ended(ibau.game(str(ruleset)))}
            assert wanted <= played
