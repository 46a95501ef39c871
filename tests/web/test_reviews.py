"""Reviews on the server: line by line, the same as `ibau review`, and computed once."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.core.line import Line
from ibau.core.record import RULES_VERSION
from ibau.games import game
from ibau.learn import review
from ibau.learn.advice import search_settings
from ibau.learn.game_review import SMALL, PlyEvaluation, evaluate_ply
from ibau.learn.review_text import good_means, review_summary
from ibau.players import Budget
from ibau.records.record_files import read_records
from ibau.search.network import SHIPPED
from ibau.web.app import Settings, create_app
from ibau.web.hosted.game import HostedGame
from ibau.web.log.events import Created, PersonSeat, Played, TakenBack
from ibau.web.log.store import StreamChange, require_stored
from ibau.web.notes import Note
from ibau.web.refusals import Refusal
from ibau.web.rooms import review_jobs as reviews_module
from ibau.web.rooms.review_jobs import FAILED, REVIEW, TOO_MANY, ReviewJob, ReviewJobs, review_fingerprint
from ibau.web.thinking.engines import EngineError, Engines
from ibau.web.thinking.questions import ReviewQuestion
from tests.game_lines import random_line
from tests.records.test_record import random_actions
from tests.web.browser_tables import PageStore
from tests.web.clients import WEAK, ServerGame
from tests.web.stored_events import TIME
from tests.web.test_play import play_out

FEW = Budget(nodes=60)
GAMES = ("senet-race+max_turns=12", "seega+max_turns=6", "seti-beth+no_progress_plies=10")


def played(table: ServerGame, seed: int = 1) -> None:
    """Play both sides to the end."""
    with table.enter() as guest:
        play_out(guest, seed)


def review_lines(table: ServerGame, lang: str = "en") -> list[dict[str, Any]]:
    answer = table.server.get(f"/api/games/{table.id}/review?lang={lang}")
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize(
    "ruleset", [pytest.param(name, marks=() if name.startswith("seega") else pytest.mark.slow) for name in GAMES]
)
def test_it_says_what_the_terminal_says(server: TestClient, monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    monkeypatch.setattr(reviews_module, "DEFAULT_BUDGET", FEW)
    table = ServerGame(server, ruleset)
    played(table)
    begun, *lines = review_lines(table)
    assert begun["type"] == "begun"
    plies = {line["index"]: line for line in lines if line["type"] == "ply"}
    (record,) = read_records([table.record().encode()])
    expected = review(record, FEW)
    assert sorted(plies) == list(range(len(expected.plies)))
    for ply in expected.plies:
        sent = plies[ply.number]
        known = {name: sent.get(name, 0.0) for name in ("before", "after", "mistake", "luck", "certainty")}
        assert known == {name: getattr(ply, name) for name in known}
        assert (sent.get("size", ""), tuple(sent.get("line", ()))) == (ply.size, ply.line)
    summed = lines[-1]
    assert summed["complete"]
    assert summed["lot"] == expected.lot
    assert summed["totals"]["second"]["mistakes"] == expected.second.mistakes
    assert summed["turning_points"] == [one.number for one in expected.turning_points]
    assert summed["summary"] == [str(phrase) for phrase in review_summary(expected, record.game.system)]
    assert summed["good"] == str(good_means(expected.first))
    if not record.game.has_chance or "seega" in ruleset:
        assert next(line for line in lines if line["type"] == "ply")["index"] >= len(plies) - 3  # from the end on


def test_small_mistakes_are_shown_once_all_doubtful_plies_are_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "DEFAULT_BUDGET", Budget(nodes=300))
    line = random_line("seti-beth", 12, seed=6)
    found, budgets = ReviewJob(line), list[Budget]()
    while not found.is_complete:
        plies, budget = found.remaining
        budgets.append(budget)
        for at in plies:
            assert not any(known.size == SMALL for known in found.known.values())
            found.add(
                at, evaluate_ply(line.plies[at], search_settings(found.remaining[1], 0, 1, None, SHIPPED), opens=False)
            )
    assert budgets == [Budget(nodes=300), Budget(nodes=3000)]
    expected = review(line, Budget(nodes=300))
    small = {ply.number for ply in expected.plies if ply.size == SMALL}
    assert small == {at for at, known in found.known.items() if known.size == SMALL}
    assert small
    assert found.summary() == expected
    kept = ReviewJob(line, kept=found.evaluations)
    assert (kept.is_complete, kept.known) == (True, found.known)


def test_it_is_worked_out_once_and_kept(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "DEFAULT_BUDGET", FEW)
    with TestClient(create_app(settings)) as server:
        table = ServerGame(server, GAMES[0])
        played(table)
        first = review_lines(table)

    async def never(*_: object) -> None:
        raise AssertionError("asked again")

    monkeypatch.setattr(Engines, "ask", never)
    with TestClient(create_app(settings)) as server:
        table.server = server
        again = review_lines(table)
        french = review_lines(table, "fr")
    assert again[-1] == first[-1]
    unfinished = [line for line in first if line["type"] == "summed" and not line["complete"]]
    assert sorted(map(str, again)) == sorted(str(line) for line in first if line not in unfinished)
    assert french[0]["title"] != again[0]["title"] or french[0]["seats"] != again[0]["seats"]


def test_only_a_finished_game_is_looked_back_on(server: TestClient) -> None:
    table = ServerGame(server, "seega", second=WEAK)
    answer = server.get(f"/api/games/{table.id}/review?lang=de")
    assert answer.status_code == 409
    assert "error" in answer.json()
    assert server.get("/api/games/nothing/review").status_code == 404


def test_a_game_without_a_ply_has_nothing_to_look_back_on(server: TestClient) -> None:
    table = ServerGame(server, "seega")
    with table.enter() as guest:
        guest.change(type="resign")
    answer = server.get(f"/api/games/{table.id}/review")
    assert (answer.status_code, answer.json()) == (409, {"error": "Nothing has been played yet."})


@pytest.mark.parametrize("failure", [EngineError("broken"), ArithmeticError("a fault of ours")])
def test_a_failure_is_reported_and_can_be_tried_again(
    server: TestClient, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    monkeypatch.setattr(reviews_module, "DEFAULT_BUDGET", FEW)
    ask = Engines.ask

    async def fail(*_: object) -> None:
        raise failure

    table = ServerGame(server, GAMES[0])
    played(table)
    monkeypatch.setattr(Engines, "ask", fail)
    assert review_lines(table)[-1]["type"] == "failed"
    monkeypatch.setattr(Engines, "ask", ask)
    assert review_lines(table)[-1]["complete"]


def test_what_is_forced_waits_for_what_was_before_it() -> None:
    """The order in which plies are analysed does not change the result."""
    start = game("senet-race").initial()
    line = Line.of(start, random_actions(start, 40, seed=3))
    judged = {
        ply.ply_index: PlyEvaluation(ply.ply_index / 100, ply.ply_index / 90, (ply.text,), 0.0, 3, "sure")
        for ply in line.plies
    }
    found = []
    for order in (sorted(judged), sorted(judged, reverse=True), random.Random(2).sample(sorted(judged), len(judged))):
        known = ReviewJob(line)
        for at in order:
            assert known.is_complete is False
            known.add(at, judged[at])
        assert sorted(known.known) == sorted(judged)
        found.append((known.summary(), [known.known[at].after for at in sorted(judged)]))
    assert found[0] == found[1] == found[2]
    assert found[0][1] == [ply.after for ply in found[0][0].plies]


class Slow:
    """Slow analysts."""

    workers = (None,)

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def ask(self, question: ReviewQuestion, hear: Any, _asker: Any) -> None:
        self.asked.append(question.ply.ply_index)
        await asyncio.sleep(0.001)
        hear(PlyEvaluation(0.0, 0.0, (question.ply.text,), 0.0, 1, "sure"))


def played_out() -> HostedGame:
    """A game of random actions, to its end."""
    created = Created("seega+max_turns=6", PersonSeat(), PersonSeat(), "hash", RULES_VERSION, "2026-11-22")
    hosted = HostedGame.new(created, TIME)
    for action in random_actions(hosted.state, 1000, seed=3):
        hosted = hosted.after(Played(action), TIME)
    return hosted


async def test_work_rests_without_followers_and_is_not_done_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "LEAVE_GRACE", 0.0)
    hosted = played_out()
    slow, store = Slow(), PageStore()
    require_stored(await store.append([StreamChange("a game", 0, (hosted.created,))]))
    reviews = ReviewJobs(store, slow)  # type: ignore[arg-type]  # stands in for Engines
    growing = reviews.follow("a game", await reviews.open("a game", hosted))
    while len((await anext(growing)).known) < 5:
        pass
    await growing.aclose()
    await asyncio.sleep(0.02)
    before = list(slow.asked)
    await asyncio.sleep(0.02)
    assert slow.asked == before
    assert len(before) < hosted.ply_count
    leaving = reviews.follow("a game", await reviews.open("a game", hosted))
    await anext(leaving)
    async with asyncio.timeout(20):
        async for found in reviews.follow("a game", await reviews.open("a game", hosted)):
            await leaving.aclose()
            last = found
    assert last.is_complete
    assert await store.load_derived("a game", REVIEW, review_fingerprint(hosted.line))
    assert (await reviews.open("a game", hosted)).evaluations == last.evaluations
    other = hosted.after(TakenBack(hosted.ply_count - 1), TIME)
    other = other.after(Played(next(text for text in other.state.actions if text != hosted.line.actions[-1])), TIME)
    assert other.is_over
    assert not (await reviews.open("a game", other)).is_complete
    assert len(slow.asked) <= hosted.ply_count + 1  # the question that was stopped is asked again
    await reviews.close()


async def test_a_slow_client_gets_all_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last plies become known while the first are being sent."""
    start = game("seega+max_turns=6").initial()
    line = Line.of(start, random_actions(start, 5, seed=3))

    async def never(*_: object) -> None:
        await asyncio.sleep(3600)

    reviews, found, sent = ReviewJobs(PageStore(), Slow()), ReviewJob(line), list[bool]()  # type: ignore[arg-type]
    monkeypatch.setattr(reviews, "_run", never)
    async for growing in reviews.follow("a game", found):
        sent.append(growing.is_complete)
        if not growing.is_complete:
            for ply in reversed(line.plies):
                found.add(ply.ply_index, PlyEvaluation(0.0, 0.0, (ply.text,), 0.0, 1, "sure"))
            reviews._tasks.pop("a game").cancel()
    assert sent == [False, True]


@pytest.mark.parametrize("ending", [ReviewJobs.close, partial(ReviewJobs._stop, name="a game")])
async def test_no_client_waits_for_work_that_is_stopped(ending: Callable[[ReviewJobs], Awaitable[None] | None]) -> None:
    start = game("seega+max_turns=6").initial()
    line = Line.of(start, random_actions(start, 5, seed=3))
    reviews, found = ReviewJobs(PageStore(), Slow()), ReviewJob(line)  # type: ignore[arg-type]
    growing = reviews.follow("a game", found)
    assert not (await anext(growing)).problem
    if stopped := ending(reviews):
        await stopped
    *_, last = [one async for one in growing]
    assert last.problem == FAILED


async def test_a_game_is_looked_back_on_by_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one waits for what that finds, or goes on where that has ended."""
    monkeypatch.setattr(reviews_module, "LEASE_PAUSE", 0.01)
    store, hosted, analysts = PageStore(), played_out(), (Slow(), Slow())
    require_stored(await store.append([StreamChange("a", 0, (hosted.created,))]))

    async def review_lines(by: Slow) -> bool:
        reviews = ReviewJobs(store, by)  # type: ignore[arg-type]
        return [job.is_complete async for job in reviews.follow("a", await reviews.open("a", hosted))][-1]

    assert await asyncio.gather(*map(review_lines, analysts)) == [True, True]
    assert [bool(each.asked) for each in analysts] == [True, False]
    with monkeypatch.context() as full:
        full.setattr(reviews_module, "MAX_REVIEWS", 0)
        assert (await ReviewJobs(store, Slow()).open("a", hosted)).is_complete  # type: ignore[arg-type]
    monkeypatch.setattr(reviews_module, "LEASE_MS", 100)
    monkeypatch.setattr(reviews_module, "review_fingerprint", lambda _: "another judge")
    await store.update_note("review a", lambda _: Note("a process that has ended", store.now() + 100))
    assert await review_lines(analysts[1])
    assert analysts[1].asked


async def test_only_so_many_games_are_looked_back_on_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is no longer followed makes room, or one of the client with the most."""
    monkeypatch.setattr(reviews_module, "MAX_REVIEWS", 1)
    hosted = played_out()
    reviews = ReviewJobs(PageStore(), Slow())  # type: ignore[arg-type]
    growing = reviews.follow("one", await reviews.open("one", hosted))
    await anext(growing)
    with pytest.raises(Refusal, match="Too many games"):
        await reviews.open("two", hosted)
    await growing.aclose()
    assert not (await reviews.open("two", hosted, ("a",))).is_complete
    monkeypatch.setattr(reviews_module, "MAX_REVIEWS", 2)
    looking = [reviews.follow(name, await reviews.open(name, hosted, ("a",))) for name in ("two", "three")]
    for each in looking:
        await anext(each)
    await reviews.open("four", hosted, ("b",))
    assert [found.problem async for found in looking[0]][-1] == TOO_MANY
    await reviews.close()


def test_results_of_another_analysis_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stored review is found by the budget of its analysis, and by the line."""
    line = random_line("seega+max_turns=6", 5)
    makers = {review_fingerprint(line), review_fingerprint(line.back_to(4))}
    monkeypatch.setattr(reviews_module, "DEFAULT_BUDGET", Budget(nodes=61))
    assert len(makers | {review_fingerprint(line)}) == 3
