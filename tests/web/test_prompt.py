"""The Python prompt of a page, without its browser."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ibau.web.pocket.prompt import Prompt


class Heard(list[tuple[str, str]]):
    """What a prompt has said since it was last asked."""

    def all(self) -> list[tuple[str, str]]:
        """All of it; what was printed comes last, in one text."""
        others = [(kind, text) for kind, text in self if kind != "printed"]
        printed = "".join(text for kind, text in self if kind == "printed")
        self.clear()
        return [*others, ("printed", printed)] if printed else others


@pytest.fixture
def heard() -> Heard:
    """What the prompt says."""
    return Heard()


@pytest.fixture
def prompt(heard: Heard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Prompt]:
    """A prompt in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield Prompt(lambda kind, text: heard.append((kind, text)))
    sys.modules.pop("mine", None)


def test_values_are_shown_and_statements_run_one_after_another(prompt: Prompt, heard: Heard) -> None:
    assert not prompt.enter("x = 6\nx * 7\nprint('and', _)\nNone")
    assert heard.all() == [("printed", "42\nand 42\n")]


def test_ibau_is_there_and_a_state_is_shown_as_a_picture(prompt: Prompt, heard: Heard) -> None:
    prompt.enter("state = ibau.game('seega').initial()\nstate")
    [(kind, picture)] = heard.all()
    assert (kind, picture[:4]) == ("picture", "<svg")
    prompt.enter("print(state.board(columns=60))\ntype(state)")
    [(kind, text)] = heard.all()
    assert kind == "printed"
    assert "e5" in text
    assert "<class 'ibau.core.game.State'>" in text


@pytest.mark.parametrize("text", ["for n in range(2):", "x = (", "def f():\n    '''"])
def test_what_is_not_complete_is_not_run(prompt: Prompt, heard: Heard, text: str) -> None:
    assert prompt.enter(text)
    assert heard.all() == []


def test_an_error_is_said_and_ends_what_was_entered(prompt: Prompt, heard: Heard) -> None:
    assert not prompt.enter("1 / 0\nprint('not reached')")
    [(kind, text)] = heard.all()
    assert kind == "error"
    assert text.endswith("ZeroDivisionError: division by zero\n")
    assert not prompt.enter("def f(:")
    assert "SyntaxError" in heard.all()[0][1]
    prompt.enter("exit()")
    assert heard.all() == [("error", "There is nothing to leave here: close the page, or go on.\n")]
    prompt.enter("raise KeyboardInterrupt")
    assert "KeyboardInterrupt" in heard.all()[0][1]


def test_a_module_is_saved_and_saved_again(prompt: Prompt, heard: Heard) -> None:
    for value in (1, 20):
        prompt.save("mine.py", f"value = {value}\n")
        prompt.enter("from mine import value\nvalue")
        assert heard.all() == [("printed", f"{value}\n")]


def test_words_are_completed(prompt: Prompt) -> None:
    assert prompt.completions("x = ibau.tourn") == ["ibau.tournament("]
    assert "ibau.svg" in prompt.completions("ibau.s")
    assert prompt.completions("x = ") == []
    assert len(prompt.completions("ibau.__")) <= 200


def test_nothing_of_the_interpreter_is_left_changed(prompt: Prompt) -> None:
    before = sys.stdout, sys.stderr, sys.displayhook
    prompt.enter("1 / 0")
    assert (sys.stdout, sys.stderr, sys.displayhook) == before


def test_help_says_where_it_is(prompt: Prompt, heard: Heard) -> None:
    prompt.enter("help(ibau.game)")
    assert "see the reference" in heard.all()[0][1]
