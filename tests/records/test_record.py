"""Records: both forms round-trip, claims are checked, and errors name their line."""

import io
import json
import random
import re
import tracemalloc
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibau.core.errors import IllegalActionError, RecordError, join_names
from ibau.core.game import Game, State, is_among
from ibau.core.line import Line
from ibau.core.outcome import CHANCE
from ibau.core.record import DERIVED, WIDTH, Entry, Record, Turn, Variation, variation_words
from ibau.games import game, systems
from ibau.records.columns import columns
from ibau.records.jsonl import json_of, read_json
from ibau.records.record_text import read_text

FIELDS = ["ruleset", "rules_version", "tags", "start", "actions", "comments", "variations", "result"]
RULESETS = ("seega", "seega-lenient+chain=optional", "senet-race")
RACE = """\
[Ruleset "senet-race"]
[First "guest"]
[Second "computer 3"]
[Result "*"]

1. t2 8-10 {protected} 2. t4 9-13 t2
(t1 7-8 (5x6 {the other
way})) 13-15 *
"""


def read(text: str) -> list[Record]:
    return list(read_text(io.StringIO(text), game))


def read_one(text: str) -> Record:
    [record] = read(text)
    return record


def random_actions(state: State, n: int, seed: int) -> Iterator[str]:
    chooser = random.Random(seed)
    for _ in range(n):
        if state.outcome:
            return
        action = chooser.choice(state.actions)
        yield action
        state = state.play(action)


# --- Round trips ---------------------------------------------------------------------------------------------------

LAYOUT = "\t\n\r"  # the control characters that a tag may hold
words = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="}"), max_size=60)
tags = st.dictionaries(
    st.from_regex("[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(lambda name: name not in DERIVED),
    st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters=LAYOUT)),
    max_size=4,
)


@st.composite
def variations(draw: st.DrawFn, state: State, depth: int = 0) -> Variation:
    """Random actions with comments, and with variations here and there."""
    actions = list(random_actions(state, draw(st.integers(1, 12)), draw(st.integers(0, 99))))
    entries: list[Entry] = []
    for n, action in enumerate(actions):
        instead = draw(st.lists(variations(state, depth + 1), max_size=int(depth < 2 and n % 3 == 0)))
        entries.append(Entry(action, draw(words), tuple(instead)))
        state = state.play(action)
    return Variation(tuple(entries), draw(words))


@st.composite
def records(draw: st.DrawFn) -> Record:
    rules = game(draw(st.sampled_from(RULESETS)))
    before = list(random_actions(rules.initial(), draw(st.integers(0, 40)), 0))
    state = Line.of(rules.initial(), before).state
    start = str(state) if before else None
    return Record(rules, draw(variations(rules.state(start) if start else state)), draw(tags), start)


@given(st.lists(records(), max_size=3))
@settings(max_examples=15, deadline=None)
def test_what_is_written_is_read_back(several: list[Record]) -> None:
    text = "\n".join(map(str, several))
    found = read(text)
    assert found == several
    assert [list(record.tags) for record in found] == [list(record.tags) for record in several]
    assert list(read_json(map(json_of, several), game)) == several


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_keeps_its_result(ruleset: str) -> None:
    start = game(ruleset).initial()
    played = Line.of(start, random_actions(start, 10_000, seed=5)).record({"Date": "2026-11-21"})
    assert played.result
    back = read_one(str(played))
    assert back == played
    assert back.result == played.result
    assert f'[Result "{played.result.word}"]\n[Kind "{played.result.kind}"]' in str(played)
    assert str(played).endswith(f"{played.result.word}\n")
    assert all(len(line) <= WIDTH for line in str(played).splitlines())


def test_the_published_form_is_read_and_written() -> None:
    record = read_one(RACE)
    assert record.tags == {"First": "guest", "Second": "computer 3"}
    assert record.actions == ("t2", "8-10", "t4", "9-13", "t2", "13-15")
    assert [entry.comment for entry in record.mainline.entries if entry.comment] == ["protected"]
    [instead] = record.mainline.entries[4].variations
    assert [entry.action for entry in instead.entries] == ["t1", "7-8"]
    assert instead.entries[1].variations == (Variation((Entry("5x6", "the other way"),)),)
    assert str(record) == (
        '[Ruleset "senet-race"]\n[RulesVersion "1"]\n[First "guest"]\n[Second "computer 3"]\n[Result "*"]\n\n'
        "1. t2 8-10 {protected} 2. t4 9-13 t2 (t1 7-8 (5x6 {the other way})) 13-15 *\n"
    )


def test_the_json_form_has_exactly_the_published_fields() -> None:
    data = json.loads(json_of(read_one(RACE)))
    assert list(data) == FIELDS
    assert data["comments"] == {"1": "protected"}
    assert data["variations"][0] == {
        "at": 4,
        "actions": ["t1", "7-8"],
        "comments": {},
        "variations": [{"at": 1, "actions": ["5x6"], "comments": {"0": "the other way"}, "variations": []}],
    }
    assert data["start"] is None
    assert data["result"] is None


def test_the_lot_alone_is_turn_0() -> None:
    record = Line.of(game("seega").initial(), ["lot2", "a1", "a2", "b1", "b2", "c1"]).record()
    assert "\n0. lot2 1. a1 a2 2. b1 b2 3. c1 *\n" in str(record)


def test_a_record_from_a_position_names_it() -> None:
    state = game("senet-race").initial().play("t2").play("8-10")
    record = Line.of(state, ["t1"]).record()
    assert record.start == str(state)
    assert f'[FEN "{state}"]' in str(record)
    assert read_one(str(record)).first_state() == state


def test_spaces_in_comments_are_single_and_other_characters_stay() -> None:
    assert Entry("pass", "  one\n two\t[three] (four) p1win \u00a0{five ").comment == (
        "one two [three] (four) p1win \u00a0{five"
    )


def test_comments_stand_before_between_and_after_variations() -> None:
    """All of them belong to the action before them, within a variation too."""
    several = RACE.replace("{protected}", "{a} (11-13 t4 {b} (t3 {c}) {d} (t1) {e}) {f} (11-13) {g}")
    assert several != RACE
    record = read_one(several)
    entry = next(entry for entry in record.mainline.entries if entry.comment)
    assert entry.comment == "a f g"
    assert [one.comment for one in entry.variations[0].entries] == ["", "b d e"]
    assert read_one(str(record)) == record


# --- Broken records ------------------------------------------------------------------------------------------------


def changed(old: str, new: str) -> str:
    assert old in RACE
    return RACE.replace(old, new, 1)


BROKEN = {
    "first illegal action": (changed("9-13", "9-14"), r"line 6, move 4: '9-14' is not legal here; legal: 9-13"),
    "illegal in a variation": (changed("5x6", "5x7"), r"line 7, move 1 of the variation on 7-8: '5x7' is not legal"),
    "other result": (changed('Result "*"', 'Result "draw"'), r"line 4: the record claims Result 'draw'.*gives '\*'"),
    "other result word": (changed("13-15 *", "13-15 p1win"), r"line 8: the record claims Result 'p1win'.*gives '\*'"),
    "kind of no end": (changed('[First "guest"]', '[Kind "goal"]'), r"line 2: .* Kind 'goal', .* gives no Kind"),
    "a result word of chess": (
        changed(" *", " 1/2-1/2"),
        r"line 8: expected a move or the result word .*, not '1/2-1/2'",
    ),
    "no result word": (changed(" *", ""), r"line 8: expected a move or the result word .*, not the end"),
    "next game begins": (changed(" *", "\n" + RACE), r"line 9: expected a move .*, not the tag Ruleset"),
    "unknown ruleset": (changed("senet-race", "senet-rice"), r"line 1: Unknown ruleset .*Did you mean 'senet-race'"),
    "no ruleset": (
        changed('[Ruleset "senet-race"]', ""),
        r'line 6: no game saved by Ibau .*: expected a tag \[Ruleset "…"\], not \'t2\'',
    ),
    "no tag at all": ("1. t2 8-10 *", r'line 1: no game saved by Ibau .*: expected a tag \[Ruleset "…"\], not \'t2\''),
    "tag twice": (changed("[First", "[Second"), r"line 3: the tag Second is given twice"),
    "tag without quotes": (changed('"guest"', "guest"), r"line 2: expected a tag \[Name \"value\"\] on one line, not "),
    "unknown escape": (changed("guest", r"C:\games"), r"line 2: '\\\\g' means nothing in a tag"),
    "tag name": (changed("[First", "[9th"), r"line 2: '9th' cannot name a tag"),
    "rules version": (changed('First "guest"', 'RulesVersion "7"'), r"line 2: .* version '7'; .* version '1'"),
    "start position": (changed('First "guest"', 'FEN "5 L"'), r"line 2: the start position cannot be read: "),
    "open comment": (
        changed("protected} 2. t4 9-13 t2\n(t1 7-8 (5x6 {the other\nway})) 13-15 *", "protected"),
        r"line 6: the comment that begins here has no closing brace",
    ),
    "stray brace": (changed("{protected", "protected"), r"line 6: '}' has no opening partner"),
    "open variation": (changed("way}))", "way})"), r"line 8: expected '\)' .* begins on line 7, not '\*'"),
    "empty variation": (changed("(5x6 {the other\nway})", "()"), r"line 7: expected a move in the variation, not"),
    "stray parenthesis": (changed("{protected}", ")"), r"line 6: expected a move .*, not '\)'"),
    "variation first": (changed("1. t2", "(t3)"), r"line 6: expected a move .*, not '\('"),
    "number within a word": (changed("t4", "t9.4"), r"line 6, move 3: 't9\.4' is not legal here; legal: t1, "),
    "long word": (changed("9-13", "9" * 2000), rf"line 6, move 4: '{'9' * 40}…' is not legal here"),
    "escape in a tag": (
        changed("guest", "\x1b[31mRED\x1b]0;pwned\x07"),
        r"line 2: the tag First contains the control character '\\x1b': '\\x1b\[31mRED",
    ),
    "escape in the name of a tag": (changed("13-15 *", '13-15 [\x1b[31mX "x"]'), r"not the tag \\x1b\[31mX"),
    "escape in a comment": (
        changed("protected", "\x9b31m"),
        r"line 6: a comment contains the control character '\\x9b'",
    ),
    "escape in an option": (changed("senet-race", "seega+chain=\x1b"), r"line 1: the tag Ruleset contains the control"),
    "half a character": (changed("protected", "\ud800"), r"line 6: a comment contains half a character"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_text_is_named_with_its_line(name: str) -> None:
    text, message = BROKEN[name]
    with pytest.raises(RecordError, match=message):
        read(text)


@pytest.mark.timeout(30)  # it takes a moment; with work for every pair of digits it took many minutes
@pytest.mark.parametrize("word", ["1" * 200_000, "1" * 200_000 + ".", "1." * 100_000])
def test_the_work_for_a_turn_number_grows_with_its_length(word: str) -> None:
    with pytest.raises(RecordError, match="line 6, move 4: "):
        read(changed("9-13", f"{word} 9-14"))


def test_a_long_tag_takes_little_more_memory_than_its_text() -> None:
    value = "x" * 1_000_000
    tracemalloc.start()
    record = read_one(changed("guest", value))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert record.tags["First"] == value
    assert most < 20 * len(value)


def test_what_pgn_says_of_actions_is_kept_as_comments() -> None:
    text = '[Ruleset "senet-race"]\n\n; before {all\n1. t2! $14 ; as good\n8-10!? {as} (11-13 ?? ;worse\n) t4;end\n*'
    record = read_one(text)
    assert record.mainline.comment == "before {all"
    assert [entry.comment for entry in record.mainline.entries] == ["! $14 as good", "!? as", "end"]
    assert record.mainline.entries[1].variations[0].entries[0].comment == "?? worse"
    assert read_one(str(record)) == record


def test_variations_may_not_be_nested_without_end() -> None:
    text = '[Ruleset "senet-race"]\n\n1. t2 ' + "(t1 " * 100 + ")" * 100 + " *"
    assert list(read_json([json_of(read_one(text))], game)) == [read_one(text)]
    with pytest.raises(RecordError, match="line 3: variations are nested more than 100 deep"):
        read(text.replace("t2", "t2 (t3").replace("*", ") *"))


def change(**fields: object) -> Callable[[dict[str, object]], None]:
    return lambda data: data.update(fields)


JSON_BROKEN: dict[str, tuple[Callable[[dict[str, object]], object], str]] = {
    "illegal": (change(actions=["t2", "8-11"], variations=[]), r"line 2: move 2: '8-11' is not legal here; legal: "),
    "other result": (
        change(result={"returns": [1, -1], "kind": "all_off", "score": [1, 0]}),
        r'line 2: the record claims the result {"returns":\[1,-1\],"kind":"all_off","score":\[1,0\]}.* gives null',
    ),
    "no result": (lambda data: data.pop("result"), r"line 2: the field 'result' is missing"),
    "unknown field": (change(moves=[]), r"line 2: the field 'moves' is unknown"),
    "wrong type": (change(actions="t2"), r"line 2: actions has to be of the kind array, not str"),
    "comment beyond": (change(comments={"6": "late"}), r"line 2: a comment at 6, but the indices .* 0 to 5"),
    "brace in comment": (change(comments={"0": "}"}), r"line 2: a comment cannot contain a closing brace"),
    "variation beyond": (change(variations=[{"at": 6, "actions": ["t1"]}]), r"line 2: a variation at 6, but"),
    "variation empty": (change(variations=[{"at": 0, "actions": []}]), r"line 2: the variation at 0 contains no"),
    "claim in tags": (change(tags={"Result": "draw"}), r"line 2: the record claims Result 'draw'"),
    "version": (change(rules_version="0"), r"line 2: the record follows rules version '0'"),
    "escape in a tag": (change(tags={"First": "\x1b[31m"}), r"line 2: the tag First contains the control character"),
    "escape in a comment": (
        change(comments={"0": "\x7f"}),
        r"line 2: a comment contains the control character '\\x7f'",
    ),
    "escape in an option": (change(ruleset="seega+chain=\x1b"), r"line 2: chain=\\x1b: unknown value"),
}


@pytest.mark.parametrize("name", JSON_BROKEN)
def test_broken_json_is_named_with_its_line(name: str) -> None:
    spoil, message = JSON_BROKEN[name]
    good = json_of(read_one(RACE))
    data = json.loads(good)
    spoil(data)
    with pytest.raises(RecordError, match=message):
        list(read_json([good, json.dumps(data)], game))


@pytest.mark.parametrize("text", ["{", "[]", "null", '{"ruleset": 3}', "[" * 100_000, '{"ruleset": "\ud800"}'])
def test_what_is_no_json_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="line 1: "):
        list(read_json([text], game))


def test_a_record_made_by_hand_is_checked_too() -> None:
    with pytest.raises(RecordError, match=r"move 1: 'b1' is not legal here; legal: lot1, lot2\."):
        Record(game("seega"), Variation.of(["b1"])).check()
    with pytest.raises(RecordError, match="follows from the game"):
        Record(game("seega"), tags={"Result": "p1win"})
    with pytest.raises(RecordError, match="closing brace"):
        Entry("c2", "a } b")


def test_what_a_terminal_would_obey_is_in_no_record() -> None:
    for letter in set(map(chr, [*range(32), *range(127, 160)])) - set(LAYOUT):
        with pytest.raises(RecordError, match="the tag First contains the control character"):
            Record(game("seega"), tags={"First": f"a{letter}"})
        if not letter.isspace() or letter >= "\x1c":  # other spaces become one
            with pytest.raises(RecordError, match="a comment contains the control character"):
                Entry("c2", f"a{letter}b")


@given(st.text(max_size=300))
@settings(max_examples=60)
def test_noise_is_refused_with_a_line(noise: str) -> None:
    for text in (noise, RACE + noise):
        problem, games = "", 0
        try:
            games = len(read(text))
        except RecordError as error:
            problem = str(error)
        assert problem.startswith("line ") or games == text.count("[Ruleset ")


# --- Many games ----------------------------------------------------------------------------------------------------


def test_games_are_read_as_they_come() -> None:
    """A stream of games without end gives its first ones: nothing beyond the next game's beginning is read."""

    def without_end() -> Iterator[str]:
        while True:
            yield from io.StringIO(RACE)

    stream = read_text(without_end(), game)
    assert [next(stream) for _ in range(50)] == [read_one(RACE)] * 50


# --- Replays ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", systems())
def test_what_a_line_knows_of_its_record_is_what_a_replay_gives(system: str) -> None:
    line = Line.of(system, random_actions(game(system).initial(), 150, 3))
    record = line.record()
    fresh = Record(record.game, record.mainline)
    assert record.replay == fresh.replay
    assert (str(record), record.result) == (str(fresh), fresh.result)
    words = " ".join(variation_words(fresh.first_state(), fresh.mainline, Turn()))
    assert str(record).partition("\n\n")[2].split()[:-1] == words.split()
    assert list(record.replay.legal) == [len(state.legal) for state in line.states[:-1]]
    assert columns([record]) == columns([line]) == columns([fresh])


def test_a_line_that_remembers_more_than_its_record_does_not_answer_for_it() -> None:
    """Positions before its start were seen once already there."""
    begun = game("seti-beth").initial().play("a1-c3").play("a10-c8").play("c3-a1").play("c8-a10")
    line = Line.of(begun, ["a1-c3", "a10-c8", "c3-a1", "c8-a10"])
    assert line.result
    assert line.record().result is None


@pytest.mark.parametrize("system", systems())
def test_texts_met_before_are_legal_only_where_they_are(system: str) -> None:
    """What an action was elsewhere is only where it is looked for first."""
    state, chooser = game(system).initial(), random.Random(system)
    for _ in range(40):
        if state.result:
            break
        for text in chooser.sample(
            sorted(state.game.action_number_cache), min(20, len(state.game.action_number_cache))
        ):
            legal = {state.text_of(action): action for action in state.legal}
            if text in legal:
                assert State(state.game, state.position).action(text) == legal[text]
            else:
                with pytest.raises(IllegalActionError, match=re.escape(str(join_names(legal)))):
                    State(state.game, state.position).action(text)
        if state.turn != CHANCE:
            rulebook, moves = (
                state.game.system.rulebook,
                state.game.system.rulebook.moves(state.game.rules, state.position),
            )
            near = {number + beside for number in state.legal for beside in (-4, -1, 0, 1, 4)}
            assert {number for number in near if is_among(rulebook, moves, number)} == near & {*state.legal}
        state = state.play(chooser.choice(list(state.actions)))


@pytest.mark.parametrize("system", systems())
def test_a_spoilt_record_is_refused_alike_whatever_was_read_before(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, chooser = (
        str(Line.of(system, random_actions(game(system).initial(), 80, 7)).record()),
        random.Random(system),
    )
    spoilt = [swapped(written, chooser) for _ in range(12)]
    known = [outcome(text) for text in spoilt]
    monkeypatch.setattr(Game, "action_number_cache", property(lambda _: {}))
    assert [outcome(text) for text in spoilt] == known
    assert any(message.startswith("line ") for message in known)


def swapped(text: str, chooser: random.Random) -> str:
    """A record with two of its words exchanged."""
    words = text.split(" ")
    one, other = chooser.sample(range(len(words)), 2)
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


def outcome(text: str) -> str:
    """The record as it is written again, or why it is refused."""
    try:
        return str(read_one(text))
    except RecordError as error:
        return str(error)
