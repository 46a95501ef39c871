"""Messages as anybody might send them."""

from hypothesis import strategies as st

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
requests = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(
            [
                "play",
                "throw",
                "takeback",
                "why",
                "accept",
                "decline",
                "claim",
                "name",
                "greet",
                "part",
                "nopart",
            ]
        )
        | anything,
        "at": st.integers(-2, 5) | anything,
        "action": st.sampled_from(["a1", "a2", "b1-b2", "lot1", "t1", "pass"]) | anything,
        "place": st.sampled_from(["a1", "c3", "27", "hand:first", "²", "9" * 39]) | anything,
        "what": st.sampled_from(["draw", "takeback"]) | anything,
        "seat": st.sampled_from(["first", "second", "chance"]) | anything,
        "name": st.text(max_size=30) | anything,
        "part": st.sampled_from(["0" * 64, "f" * 65]) | anything,
        "result": st.sampled_from(["t1", "lot2", "t9"]) | anything,
        "greeting": st.sampled_from(["hello", "thanks"]) | anything,
        "id": st.sampled_from(["", "1", "x" * 41]) | anything,
        "more": anything,
    },
)
