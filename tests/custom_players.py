"""Custom players, as users write them."""

import ibau


class Foremost(ibau.Player):
    """The first action there is."""

    def move(self, state: ibau.State) -> str:
        return state.actions[0]


class Illegal(ibau.Player):
    def move(self, state: ibau.State) -> str:  # noqa: ARG002 - it does not look
        return "zz"


class Silent(ibau.Player):
    pass


class Wordless(ibau.Player):
    def move(self, state: ibau.State) -> str:
        return state.legal[0]  # type: ignore[return-value]


class Needy(ibau.Player):
    def __init__(self, mood: str) -> None:
        super().__init__()
        self.mood = mood
