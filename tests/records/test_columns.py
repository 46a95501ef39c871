"""Games as columns."""

import ibau


def test_a_row_for_each_ply() -> None:
    seega = ibau.game("seega+first_player=first+max_turns=4")
    ended = ibau.Line.of(seega.initial(), ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"])
    race = ibau.Line.of(ibau.game("senet-race").initial(), ["t1", "11-12"])
    columns = ibau.columns([ended.record(), race])
    assert {len(column) for column in columns.values()} == {10}
    assert columns["game"] == [0] * 8 + [1] * 2
    assert columns["ply"] == [*range(8), 0, 1]
    assert columns["kind"] == ["choice"] * 8 + ["throw", "choice"]
    assert columns["seat"][:4] == ["first", "first", "second", "second"]
    assert columns["returns"] == [0] * 8 + [None] * 2
    assert columns["end"][0] == "cap"
    assert columns["legal"][-1] == 5
    assert columns["position"][0] == str(seega.initial())
    assert ibau.columns([])["ply"] == []
