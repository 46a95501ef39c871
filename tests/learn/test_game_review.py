"""Reviews: mistakes apart from luck, and sums that come out."""

import json
import threading
from dataclasses import replace

import pytest

from ibau.core.contract import System
from ibau.core.errors import RecordError
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.record import OPENING
from ibau.games import game, systems
from ibau.learn import Review, advise, expected_value, review
from ibau.learn.advice import search_settings
from ibau.learn.game_review import (
    SIZES,
    SMALL,
    PlyReview,
    doubtful_plies,
    is_forced,
    linked_reviews,
    review_ply,
    size_of,
    summarize,
    turning_points,
)
from ibau.players import Budget
from ibau.search.network import SHIPPED
from ibau.tables.probing import tables_hidden
from tests.game_lines import random_line
from tests.slow import slow_but

NODES = Budget(nodes=200)
UNTABLED = "seega-lenient+no_progress_plies=60"  # by other rules tables know that there is time to win
MISSED_WIN = "5/5/LD1L1/5/5 first 24 - - 0 30 -"
WON_SOON_OR_LATER = "5/5/5/3p1/1P3/1h3/5/5/H4/5 second - 1 -"
LAST_THROW = "23L3D2 first - - 40"


def approx_sum(found: Review) -> None:
    """All luck, all mistakes, the drawing of lots, the opening and the drift are the change of the value."""
    luck = found.first.luck - found.second.luck + found.lot + found.opening
    mistakes = found.second.mistakes - found.first.mistakes
    assert found.value_after - found.value_before == pytest.approx(luck + mistakes + found.drift)


# --- Sums ------------------------------------------------------------------------------------------------------------


SUMMED = ("seega", "senet-race")  # in every run of the tests; the others take longer


@pytest.mark.parametrize("ruleset", slow_but(SUMMED, [system.default_preset.id for system in systems().values()]))
def test_everything_adds_up(ruleset: str) -> None:
    line = random_line(ruleset, 20)
    found = review(line, NODES)
    assert len(found.plies) == line.ply_count
    assert found.is_complete
    approx_sum(found)
    for ply, played in zip(found.plies, line.plies, strict=True):
        check_ply(ply, played.before)
    assert found.first.mistakes == pytest.approx(sum(ply.mistake for ply in found.plies if ply.seat == "first"))
    assert sum(found.second.counts.values()) == sum(ply.size in SIZES for ply in found.plies if ply.seat == "second")


def check_ply(ply: PlyReview, state: State) -> None:
    """A choice costs, a throw brings, and nothing does both."""
    sign = -1 if ply.seat == "second" else 1
    assert ply.mistake >= 0
    assert ply.after - ply.before == pytest.approx(sign * (ply.luck - ply.mistake))
    assert -1 <= ply.before <= 1
    assert -1 <= ply.after <= 1
    kinds = {"throw", "lot"} if state.to_move == "chance" else {"choice", "forced"}
    assert ply.kind in kinds
    if state.to_move == "chance":
        assert ply.mistake == 0
    else:
        assert ply.luck == 0
        assert ply.line[0] in state.actions
    if ply.kind == "forced":
        assert ply.mistake == 0
    if ply.mistake:
        assert ply.line[0] != ply.action


@pytest.mark.parametrize("ruleset", ["seega+max_turns=20", "senet-race+max_turns=12"])
def test_at_the_end_the_value_is_the_result(ruleset: str) -> None:
    line = random_line(ruleset, 2000)
    result = line.result
    assert result is not None
    assert review(line, Budget(nodes=20)).value_after == result.returns[0]


def test_the_values_of_a_ply_are_those_of_advice() -> None:
    line = random_line("senet-race", 30)
    for ply, state in zip(review(line, NODES).plies, line.states, strict=False):
        if ply.kind == "throw":
            assert abs(expected_value(state, NODES).value) == abs(ply.before)
        elif ply.kind == "choice":
            best = advise(state, NODES)[0]
            assert (abs(best.value), best.depth) == (abs(ply.before), ply.depth)


# --- Mistakes and luck -----------------------------------------------------------------------------------------------


def test_a_missed_win_is_a_blunder_and_the_win_is_shown() -> None:
    """By the features; a network may evaluate it differently."""
    state = game(UNTABLED).state(MISSED_WIN)
    found = review(Line.of(state, ["a3-a4"]), Budget(nodes=2000), evaluator="features")
    (ply,) = found.plies
    assert (ply.size, ply.line, ply.before) == ("blunder", ("d3-c3",), 1.0)
    assert ply.mistake == pytest.approx(1 - ply.after)
    assert found.first.counts == {"blunder": 1}
    assert [(point.number, point.cause) for point in found.turning_points] == [(0, "mistake")]


def test_the_best_play_is_no_mistake() -> None:
    state = game(UNTABLED).state(MISSED_WIN)
    found = review(Line.of(state, ["d3-c3"]), Budget(nodes=2000))
    assert found.first.mistakes == 0
    assert found.plies[0].line == ("d3-c3",)
    assert (found.value_before, found.value_after, found.turning_points) == (1.0, 1.0, ())


@pytest.mark.parametrize(
    ("position", "actions"),
    [
        (WON_SOON_OR_LATER, ["b5-a3", "b5-d3", "b5-d4", "d7-c6"]),  # won after 3 or 5 plies
        ("5/5/5/5/h2p1/5/1P3/5/H4/5 first - 6 -", ["a2-c1", "b4-a4", "b4-a5", "b4-a3"]),  # lost after 2, 6, 8 or 10
        ("5/5/2p2/5/h2H1/5/5/5/5/4P first - 15 -", ["d6xc8", "e1-d1", "e1-e2"]),  # drawn at once or later
    ],
    ids=["won", "lost", "drawn"],
)
def test_of_two_actions_that_end_alike_the_slower_is_no_mistake(position: str, actions: list[str]) -> None:
    for action in actions:
        (ply,) = review(Line.of(game("seti-beth").state(position), [action]), NODES).plies
        assert ply.exact
        assert (ply.mistake, ply.size) == (0.0, ""), action


def test_nor_is_it_where_a_search_sees_both_wins() -> None:
    state = game("seti-beth").state(WON_SOON_OR_LATER)
    with tables_hidden():
        for action in ("b5-a3", "b5-d3", "b5-d4"):
            (ply,) = review(Line.of(state, [action]), Budget(nodes=20_000)).plies
            assert (ply.certainty, ply.mistake, ply.size) == ("sure", 0.0, ""), action


def test_a_throw_that_decides_is_luck() -> None:
    """A pawn a side, first to throw, who has no choice: what each throw is worth is known, and so is their mean."""
    state = game("senet-race+max_turns=42").state(LAST_THROW)
    for throw in state.actions:
        (ply,) = review(Line.of(state, [throw]), Budget(depth=8)).plies
        known = expected_value(state, Budget(depth=8))
        brought = {chance.action: chance.value - known.value for chance in known.chances}
        assert ply.luck == brought[throw]
        assert ply.mistake == 0
    weighed = sum(float(chance.probability) * brought[chance.action] for chance in known.chances)
    assert weighed == pytest.approx(0)
    assert max(brought.values()) > 0.2


def test_luck_is_that_of_who_throws() -> None:
    """Seen from the other side of the board everything changes its sign but luck and mistakes."""
    one = review(random_line("senet-race", 20), NODES)
    assert {ply.seat for ply in one.plies} == {"first", "second"}
    thrown = [ply for ply in one.plies if ply.kind == "throw" and ply.luck]
    assert {ply.luck > 0 for ply in thrown} == {True, False}
    for ply in thrown:
        assert (ply.after > ply.before) == ((ply.luck > 0) == (ply.seat == "first"))


def test_the_lot_is_nobodys_luck() -> None:
    found = review(random_line("seega", 10), NODES)
    assert (found.plies[0].kind, found.plies[0].seat, found.plies[0].turn) == ("lot", "chance", 0)
    assert found.lot == found.plies[0].luck
    assert found.first.luck == found.second.luck == 0


@pytest.mark.parametrize("ruleset", [pytest.param("seega", marks=pytest.mark.slow), "senet-race"])
def test_an_opening_at_random_is_nobodys_mistake(ruleset: str) -> None:
    """What was decided there; chance is luck as ever, and later plies are what they are without an opening."""
    line = random_line(ruleset, 20)
    chosen = review(line, NODES)
    found = review(line.record({OPENING: "10"}), NODES)
    assert [replace(ply, size="", certainty="") for ply in found.plies[10:]] == [
        replace(ply, size="", certainty="") for ply in chosen.plies[10:]
    ]
    for ply, as_chosen in zip(found.plies[:10], chosen.plies[:10], strict=True):
        assert (ply.before, ply.after, ply.luck) == (as_chosen.before, as_chosen.after, as_chosen.luck)
        if ply.kind == "opening":
            assert as_chosen.kind in ("choice", "forced")
            assert (ply.mistake, ply.size, ply.line) == (0, "", ())
        else:
            assert ply == as_chosen
    assert any(ply.mistake for ply in chosen.plies[:10])
    assert found.opening == pytest.approx(
        sum(ply.mistake * (1 if ply.seat == "second" else -1) for ply in chosen.plies[:10])
    )
    assert (found.first.luck, found.second.luck, found.lot) == (chosen.first.luck, chosen.second.luck, chosen.lot)
    assert found.second.mistakes == pytest.approx(sum(ply.mistake for ply in chosen.plies[10:] if ply.seat == "second"))
    assert chosen.opening == 0
    approx_sum(found)


def test_an_opening_turns_nothing() -> None:
    state = game(UNTABLED).state(MISSED_WIN)
    found = review(Line.of(state, ["a3-a4"]).record({OPENING: "1"}), Budget(nodes=2000), evaluator="features")
    assert found.plies[0].before == 1.0
    assert found.plies[0].after < found.plies[0].before
    assert found.turning_points == ()
    assert found.first.counts == {"blunder": 0}
    approx_sum(found)


@pytest.mark.parametrize("text", ["King's", "-1", "", "9" * 10])
def test_an_opening_is_a_number(text: str) -> None:
    record = Line.of(game("seega").initial(), ["lot1"]).record({OPENING: text})
    with pytest.raises(RecordError, match=f"the tag OpeningPlies is a whole number of moves, not .*{text}"):
        review(record, NODES)


def test_sizes_have_names() -> None:
    with_throws, without = (game(ruleset).system for ruleset in ("senet-race", "seega"))
    lost = (0.0, 0.09, 0.1, 0.25, 0.39, 0.4, 2.0)
    assert [size_of(mistake, with_throws) for mistake in lost] == [
        "", "", "slip", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert [size_of(mistake, without) for mistake in lost] == ["", "", "", "", "", "blunder", "blunder"]
    assert list(SIZES.values()) == sorted(SIZES.values())


def test_turning_points_are_the_three_largest_changes_that_have_a_name() -> None:
    found = review(random_line("senet-formation-settled", 60), NODES)
    named = [ply for ply in found.plies if ply.size or ply.luck]
    largest = sorted((abs(ply.after - ply.before) for ply in named), reverse=True)[:3]
    assert sorted((abs(point.change) for point in found.turning_points), reverse=True) == largest
    assert [point.number for point in found.turning_points] == sorted(point.number for point in found.turning_points)
    for point in turning_points(found.plies):
        assert point.cause == ("luck" if found.plies[point.number].kind == "throw" else "mistake")


def test_what_has_no_name_is_no_turning_point() -> None:
    ply = review(random_line("senet-race", 2), NODES).plies[-1]
    race, seega = (game(ruleset).system for ruleset in ("senet-race", "seega"))

    def missed(lost: float, system: System) -> PlyReview:
        return replace(ply, before=0.1, after=0.1 - lost, mistake=lost, luck=0.0, size=size_of(lost, system))

    def drawn(luck: float) -> PlyReview:
        return replace(ply, before=0.1, after=0.1 + luck, mistake=0.0, luck=luck, size="")

    unnamed = [missed(0.09, race), missed(0.39, seega), drawn(-0.04)]
    assert turning_points(unnamed) == ()
    found = turning_points([*unnamed, missed(0.11, race), drawn(-0.06)])
    assert [point.cause for point in found] == ["mistake", "luck"]
    assert [point.change for point in found] == pytest.approx([-0.11, -0.06])


# --- What is in doubt ------------------------------------------------------------------------------------------------


def test_what_is_in_doubt_is_looked_at_again() -> None:
    """With ten times the nodes, where those are limited."""
    line = random_line("seega", 40)
    for budget, again in ((NODES, Budget(nodes=2000)), (Budget(depth=1), None)):
        once, twice = search_settings(budget), search_settings(again)
        looked = [review_ply(ply, once, opens=False) for ply in line.plies]
        doubted = doubtful_plies(line, linked_reviews(line, looked))
        assert 0 < len(doubted) < 30
        if again:
            looked = [
                review_ply(ply, twice, opens=False) if ply.ply_index in doubted else looked[ply.ply_index]
                for ply in line.plies
            ]
        assert review(line, budget) == summarize(line.start, linked_reviews(line, looked), SHIPPED, is_complete=True)


def test_what_costs_something_or_was_seen_too_late_is_in_doubt() -> None:
    line = random_line("seega", 400)
    at = next(ply.ply_index for ply in line.plies[9:] if is_forced(ply))
    *_, before, last = (ply.ply_index for ply in line.plies[:at] if not is_forced(ply))
    one = replace(review(line, Budget(nodes=1)).plies[1], before=0.1, after=0.1, drift=0.0, certainty="likely")
    calm = [replace(one, number=ply.ply_index) for ply in line.plies]

    def doubted(at: int, **changed: float | str) -> list[int]:
        return doubtful_plies(line, [*calm[:at], replace(calm[at], **changed), *calm[at + 1 :]])  # type: ignore[arg-type]

    assert doubted(at, drift=-0.1) == doubted(at + 1, drift=0.1) == [last, before]
    assert doubted(2, drift=0.1) == [1]  # the lot is no choice
    assert doubted(5, after=0.13) == doubted(5, after=0.07) == [5]
    assert doubted(at, drift=0.09) == doubted(5, after=0.12) == doubted(at, after=0.5) == doubted(0, after=0.5) == []
    assert doubted(5, after=0.13, certainty="exact") == []


def test_luck_is_not_in_doubt() -> None:
    line = random_line("senet-race", 40)
    assert doubtful_plies(line, [replace(ply, drift=0.5) for ply in review(line, Budget(nodes=1)).plies]) == []


# --- Small mistakes --------------------------------------------------------------------------------------------------


def lost_bit_by_bit(*costs: float, taken_back: float = 0.0, end: float = -1.0) -> Review:
    """A game of Seega in which the first seat loses this much at each ply, and the next search takes some back."""
    start, (*_, one) = game("seega").initial(), review(random_line("seega", 2), NODES).plies
    one = replace(one, seat="first", before=end, after=end, mistake=0.0, size="", drift=taken_back)
    plies = [
        replace(one, number=n, before=0.0, after=-cost, mistake=cost, size=size_of(cost, start.game.system))
        for n, cost in enumerate(costs)
    ]
    return summarize(start, [*plies, replace(one, number=len(costs), kind="forced")], "features", is_complete=True)


def test_small_mistakes_add_up_in_a_lost_game() -> None:
    found = lost_bit_by_bit(0.14, 0.02, 0.28, 0.41)
    assert [ply.size for ply in found.plies] == [SMALL, "", SMALL, "blunder", ""]
    assert found.first.small == pytest.approx(0.42)
    assert [found.plies[point.number].certainty for point in found.turning_points[:2]] == ["unsure"] * 2
    assert (found.first.counts, found.first.good, found.second.small) == ({"blunder": 1}, 3, 0.0)


def test_what_the_next_search_takes_back_does_not_count() -> None:
    """Forced plies and those that bring more bad news apart."""
    assert lost_bit_by_bit(0.28, 0.2, taken_back=0.05).first.small == pytest.approx(0.38)
    assert lost_bit_by_bit(0.28, 0.2, taken_back=-0.05).first.small == pytest.approx(0.48)
    assert lost_bit_by_bit(0.28, 0.2, taken_back=0.16).first.small == 0.0


@pytest.mark.parametrize(
    ("costs", "end"),
    [((0.12, 0.12), -1.0), ((0.28, 0.2), 0.0), ((0.02,) * 20, -1.0), ((0.2,) * 2 + (0.0,) * 26, -1.0), ((), 0.0)],
)
def test_small_mistakes_are_not_told_of_who_lost_little(costs: tuple[float, ...], end: float) -> None:
    """All together, or in the game, or by any one of them, or for so many choices."""
    found = lost_bit_by_bit(*costs, end=end)
    assert (found.first.small, [ply.size for ply in found.plies]) == (0.0, [""] * len(found.plies))


def test_a_blunder_leaves_small_mistakes_to_tell_where_it_cost_less_than_half() -> None:
    assert lost_bit_by_bit(0.45, 0.11).first.small == pytest.approx(0.11)
    assert lost_bit_by_bit(0.55, 0.11).first.small == 0.0
    assert lost_bit_by_bit(0.45, 0.09).first.small == 0.0
    assert lost_bit_by_bit(0.45, 0.11, *(0.0,) * 36).first.small == 0.0


# --- What is given, and how it comes out -----------------------------------------------------------------------------


def test_a_game_from_a_position() -> None:
    state = game(UNTABLED).state(MISSED_WIN)
    record = Line.of(state, ["a3-a4"]).record()
    assert record.start is not None
    assert review(record, NODES).start == str(state)


def test_a_game_without_plies_is_worth_what_it_looks() -> None:
    found = review(Line.of(game("seega").initial(), []).record(), NODES)
    assert (found.plies, found.turning_points, found.value_before, found.value_after) == ((), (), 0, 0)
    assert found.is_complete


def test_progress_and_stop() -> None:
    stop = threading.Event()
    seen: list[tuple[int, int]] = []

    def progress(done: int, plies: int) -> None:
        seen.append((done, plies))
        if done == 7:
            stop.set()

    found = review(random_line("seega", 20), NODES, stop=stop, progress=progress)
    assert seen == [(n, 20) for n in range(1, 8)]
    assert len(found.plies) == 7
    assert not found.is_complete
    approx_sum(found)


def test_json_says_everything() -> None:
    found = review(random_line("senet-race", 12), NODES)
    data = json.loads(found.as_json())
    assert data["ruleset"] == "senet-race"
    assert data["plies"][3]["after"] == found.plies[3].after
    assert data["first"]["counts"].keys() == SIZES.keys()
    assert [point["cause"] for point in data["turning_points"]] == [point.cause for point in found.turning_points]
