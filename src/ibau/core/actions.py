"""The legal actions of a state, as a sequence of texts."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from ibau.core.game import State


class Actions(Sequence[str]):
    """The legal actions of a state as texts; sized and testable without being listed."""

    __slots__ = ("_state",)

    def __init__(self, state: "State") -> None:
        self._state = state

    def __len__(self) -> int:
        return len(self._state.legal)

    def __iter__(self) -> Iterator[str]:
        return iter(self._state.numbers)

    @overload
    def __getitem__(self, n: int) -> str: ...
    @overload
    def __getitem__(self, n: slice) -> list[str]: ...
    def __getitem__(self, n: int | slice) -> str | list[str]:
        if isinstance(n, slice):
            return [self._state.text_of(action) for action in self._state.legal[n]]
        return self._state.text_of(self._state.legal[n])

    def __contains__(self, text: object) -> bool:
        return text in self._state.numbers

    def __repr__(self) -> str:
        return f"<Actions: {' '.join(self)}>"
