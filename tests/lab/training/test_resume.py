"""A training stopped at any point resumes to the same network; and the errors if it cannot."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ibau.core.game import Game
from ibau.games import game
from ibau.lab.training import RunSettings, TrainingError, TrainingPlan, TrainingResult, pipeline, train
from ibau.lab.training.generation_matches import MatchResult, MatchSettings
from ibau.lab.training.pipeline import Progress
from ibau.lab.training.training import Stopwatch
from tests.lab.training.small_training import Killed, numbers_in, quietly, tiny
from tests.slow import slow_but

BETH = game("seti-beth")
LONGER = tiny(pairs=2, final_pairs=2)
Step = tuple[str, int]
Whole = Callable[[str], tuple[Path, TrainingResult]]


def trained_in(folder: Path, plan: TrainingPlan | None = None, *, resume: bool = False) -> TrainingResult:
    return train(BETH, plan or tiny(), RunSettings(folder / "net.npz", resume), quietly)


def training_folder(folder: Path) -> Path:
    return folder / "net.training"


# --- Killed ----------------------------------------------------------------------------------------------------------


def stop_at(what: str, times: int) -> tuple[Callable[[str, int, int], None], list[Step]]:
    """A progress callback that ends a training at the n-th report of a phase, and its reports."""
    steps: list[Step] = []

    def kill(doing: str, done: int, _of: int) -> None:
        steps.append((doing, done))
        if [step[0] for step in steps].count(what) == times:
            raise Killed

    return kill, steps


KILLS = [
    ("seti-beth", "self-play", 2),
    ("seti-beth", "final match", 1),
    ("seti-beth", "self-play", 8),
    ("seti-beth", "learning", 3),
    ("seti-beth", "measuring", 3),
    ("seti-beth", "final match", 4),
    ("senet-geoludie", "learning", 1),
    ("senet-geoludie", "learning", 17),
    ("senet-geoludie", "learning", 20),
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Trainings that nothing has stopped."""
    known: dict[str, tuple[Path, TrainingResult]] = {}

    def trained(ruleset: str) -> tuple[Path, TrainingResult]:
        if ruleset not in known:
            file = tmp_path_factory.mktemp(ruleset) / "net.npz"
            plan = tiny(ruleset, pairs=2, final_pairs=2)
            known[ruleset] = file, train(game(ruleset), plan, RunSettings(file), quietly)
        return known[ruleset]

    return trained


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "what", "times"), KILLS)
def test_a_killed_training_goes_on_to_the_same_network(
    tmp_path: Path, whole: Whole, ruleset: str, what: str, times: int
) -> None:
    """In the middle of a step or at its end; what it finds is what it would have found, to the last digit."""
    played, plan, file = game(ruleset), tiny(ruleset, pairs=2, final_pairs=2), tmp_path / "net.npz"
    kill, _ = stop_at(what, times)
    with pytest.raises(Killed):
        train(played, plan, RunSettings(file), kill)
    assert not file.exists()
    resumed = train(played, plan, RunSettings(file, resume=True), quietly)
    whole_file, unstopped = whole(ruleset)
    assert resumed.generations == unstopped.generations
    assert resumed.final.equal_nodes == unstopped.final.equal_nodes
    assert numbers_in(file, played) == numbers_in(whole_file, played)


@pytest.mark.parametrize(
    ("ruleset", "what", "done"),
    slow_but([("seti-beth", "self-play", 3)], [("seti-beth", "self-play", 3), ("senet-geoludie", "learning", 4)]),
)
def test_what_was_done_is_not_done_again(tmp_path: Path, ruleset: str, what: str, done: int) -> None:
    """Pieces of self-play and rounds of lessons are kept within a generation, and no longer than it needs them."""
    played, plan, file = game(ruleset), tiny(ruleset, generations=1), tmp_path / "net.npz"
    kill, _ = stop_at(what, done)
    with pytest.raises(Killed):
        train(played, plan, RunSettings(file), kill)
    listen, steps = stop_at("", 1)
    train(played, plan, RunSettings(file, resume=True), listen)
    assert steps[0] == (what, done + 1)
    assert not any("part" in one.name or "rounds" in one.name for one in training_folder(tmp_path).iterdir())


@pytest.mark.slow
def test_more_generations_may_be_added(tmp_path: Path, whole: Whole) -> None:
    trained_in(tmp_path, LONGER._replace(generations=1))
    longer = trained_in(tmp_path, LONGER, resume=True)
    assert longer.generations == whole("seti-beth")[1].generations


# --- Time ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    """Ten seconds pass with each generation; its match is not played, as that takes most of the time of a training."""
    played: list[str] = []

    def match(_game: Game, _network: Path, settings: MatchSettings, _progress: Progress) -> MatchResult:
        played.append(settings.file.name)
        return MatchResult("alphabeta", (0, 0, settings.pairs, 0, 0), 0, 2 * settings.pairs)

    monkeypatch.setattr(pipeline, "play_match", match)
    return lambda: 10.0 * sum(name.endswith(".match.jsonl") for name in played)


@pytest.mark.parametrize(("seconds", "generations"), [(5, 1), (25, 2), pytest.param(30, 3, marks=pytest.mark.slow)])
def test_time_ends_a_training_between_generations(
    tmp_path: Path, clock: Callable[[], float], seconds: float, generations: int
) -> None:
    """One is always finished, two fit into 25 seconds, and three just into 30."""
    setting = RunSettings(tmp_path / "net.npz", seconds=seconds, clock=clock)
    assert len(train(BETH, tiny(generations=9), setting, quietly).generations) == generations


def test_of_a_training_that_goes_on_only_what_is_new_takes_time(tmp_path: Path, clock: Callable[[], float]) -> None:
    """Two generations are done, in ten seconds each: nothing fits into five more, another one into ten."""

    def generations(count: int, seconds: float | None, *, resume: bool = True) -> int:
        setting = RunSettings(tmp_path / "net.npz", resume, seconds, clock=clock)
        return len(train(BETH, tiny(generations=count), setting, quietly).generations)

    assert generations(2, None, resume=False) == 2
    assert generations(9, 5) == 2
    assert generations(9, 10) == 3


def test_all_parts_of_a_training_count(tmp_path: Path) -> None:
    """Of one that was killed what it had noted counts."""
    now = 0.0
    file = tmp_path / "time.json"
    first = Stopwatch(file, lambda: now)
    now = 60
    first.save()
    killed = Stopwatch(file, lambda: now)
    now = 90
    killed.save()
    now = 1000
    assert Stopwatch(file, lambda: now).seconds == 90


# --- Refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("clock")
def test_a_training_is_not_begun_where_one_is(tmp_path: Path) -> None:
    """Under way or ended, it stays as it is."""
    kill, _ = stop_at("learning", 3)
    with pytest.raises(Killed):
        train(BETH, tiny(), RunSettings(tmp_path / "net.npz"), kill)
    with pytest.raises(TrainingError, match=r"under way in .*, with 1 of its generations done: continue with --resume"):
        trained_in(tmp_path)
    trained_in(tmp_path, resume=True)
    with pytest.raises(TrainingError, match=r"has ended\. .*another --out, or extend this one with --resume"):
        trained_in(tmp_path)


def test_there_must_be_a_training_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"there is no '.*plan\.json'\. Begin one without --resume"):
        trained_in(tmp_path, resume=True)
    assert list(tmp_path.iterdir()) == []


def copied(whole: Whole, folder: Path) -> Path:
    """The files of a training that has ended, in another folder."""
    shutil.copytree(whole("seti-beth")[0].parent, folder, dirs_exist_ok=True)
    return training_folder(folder)


def test_a_training_goes_on_by_its_own_plan_only(tmp_path: Path, whole: Whole) -> None:
    copied(whole, tmp_path)
    with pytest.raises(TrainingError, match="another plan: seed 0, not 7; hidden 4, not 2"):
        trained_in(tmp_path, LONGER._replace(seed=7, hidden=2), resume=True)


def test_files_without_a_plan_are_left_alone(tmp_path: Path, whole: Whole) -> None:
    for file in (kept := copied(whole, tmp_path)).glob("*.final.json"):
        file.unlink()
    (kept / "plan.json").unlink()
    with pytest.raises(TrainingError, match=r"has files in it, but no plan\.json"):
        trained_in(tmp_path)


# --- Damage ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("torn", [b"", b'{"ruleset": "seti-b', b"[1]", b"\xff\xfe", b'{"ruleset": "\xff"}'])
def test_a_torn_plan_is_named_and_told(tmp_path: Path, whole: Whole, torn: bytes) -> None:
    """It is not changed; the error has the expected content."""
    kept = copied(whole, tmp_path) / "plan.json"
    kept.write_bytes(torn)
    with pytest.raises(TrainingError, match=r"plan\.json' holds no plan: .*it would be (\{.*\})\.") as raised:
        trained_in(tmp_path, LONGER, resume=True)
    assert kept.read_bytes() == torn
    text = str(raised.value)
    kept.write_text(text[text.index('{"ruleset":"seti-beth"') : -1])
    assert trained_in(tmp_path, LONGER, resume=True).generations == whole("seti-beth")[1].generations


DAMAGES = [
    ("00.json", b""),
    ("00.json", b'{"number": 1}'),
    ("00.study.json", b"[1]"),
    ("00.weights.npz", b"PK\x03\x04torn"),
    ("00.unseen.npz", b""),
    ("00.learnt.npz", b"[1]"),
    ("00.network.npz", b""),
]


def damaged_file(folder: Path, whole: Whole, name: str, torn: bytes) -> Path:
    """One of the files that a training left, which is damaged."""
    kept = copied(whole, folder)
    for later in [*kept.glob("01.*"), kept / "00.json"]:
        later.unlink()
    (kept / name).write_bytes(torn)
    return kept / name


@pytest.mark.parametrize(("name", "torn"), DAMAGES)
def test_a_damaged_file_is_named_and_stays(tmp_path: Path, whole: Whole, name: str, torn: bytes) -> None:
    damaged = damaged_file(tmp_path, whole, name, torn)
    with pytest.raises(TrainingError, match=rf"{name}' is damaged: .*\. Restore it, or move it"):
        trained_in(tmp_path, LONGER, resume=True)
    assert damaged.read_bytes() == torn
