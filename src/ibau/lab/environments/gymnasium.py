"""Gymnasium environments: importing this registers every preset, played from one seat against a player.

    import gymnasium
    import ibau.lab.environments.gymnasium

    env = gymnasium.make("ibau/SenetRace-v0", opponent="level3", seat="either")
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(mask=info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

A step is an action of our seat and all that follows until its next decision: throws, lots, the opponent's turns.
"""

from collections.abc import Mapping
from copy import copy
from typing import Any, Literal

from ibau.machine.extras import missing_package_error

try:
    import numpy as np
    from gymnasium import Env, register  # pyright: ignore[reportUnknownVariableType] - its kwargs
    from gymnasium.spaces import Box, Discrete
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing_package_error("Gymnasium", "gymnasium") from error

from ibau.core.chance import Dice, advance, below, seed_state
from ibau.core.coercion import StateLike, as_new_game
from ibau.core.errors import IbauError, IllegalActionError, join_names
from ibau.core.game import Game
from ibau.core.limits import check_int
from ibau.core.outcome import FIRST, SECOND
from ibau.core.quoting import quote
from ibau.games import presets
from ibau.lab.environments.episode import Episode
from ibau.lab.environments.names import gymnasium_id
from ibau.lab.environments.rendering import RENDER_MODES, check_render_mode, render
from ibau.lab.node import Node
from ibau.players import Budget, Player, PlayerError, PlayerLike, player

SEATS = {"first": FIRST, "second": SECOND}
EITHER = "either"  # the seat is drawn for each game
PENALTY = -1.0  # for an illegal action, as for a game lost
STREAM = 1 << 62  # seeds that a game draws for its throws and its opponent


class EpisodeError(IbauError):
    """An invalid argument of an environment, or a step in a game that is over."""


ObservationArray = NDArray[np.uint8]


class GameEnv(Env[ObservationArray, np.int64]):
    """A game from one seat.

    Observations are uint8 [size], 0 or 1, as laid out by `ibau.lab.observation.layout_of`, from our seat.  `info` has
    "action_mask", int8 [actions], 1 for a legal action, and "seat", 0 or 1.  The reward is 1, 0 or -1 at the end, else
    0.  A game is truncated after `max_actions`, throws and the opponent's included; by default never if its rules bound
    it, else after 65,536, Seti-Aleph after 2048.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        ruleset: StateLike,
        *,
        opponent: PlayerLike = "random",
        budget: Budget | None = None,
        seat: Literal["first", "second", "either"] = "first",
        illegal: Literal["lose", "raise"] = "lose",
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Make an environment.

        `opponent`: a Player, a function from State to action, or a name; with its default budget unless `budget` is
        given.
        `seat`: ours; "either" draws it for each game.
        `illegal`: an illegal action loses the game ("lose") or raises IllegalActionError ("raise").

        Raises RulesetError, PlayerError, RenderError, NumberError and EpisodeError.
        """
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.game = as_new_game(ruleset)
        self._opponent = opponent_of(self.game, opponent, seat, illegal)
        self._is_random = opponent == "random"
        self._budget = budget
        self._wanted_seat = seat
        self._loses = illegal == "lose"
        self._max_actions = max_actions
        self._random = 0
        self._seat = FIRST
        self._over = True
        self.episode = Episode(self.game, Dice(0), max_actions)
        self.action_space = Discrete(self.game.system.action_count)
        self.observation_space = Box(0, 1, (self.episode.stepper.observation_layout.size,), np.uint8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObservationArray, dict[str, Any]]:
        """Begin a game, and play it to our first decision.  There are no options: raises EpisodeError for any."""
        check_options(options)
        super().reset(seed=seed)
        seat, throws, opponent = self.np_random.integers(STREAM, size=3).tolist()
        self._seat = seat % 2 if self._wanted_seat == EITHER else SEATS[self._wanted_seat]
        self._random = seed_state(opponent)
        self._opponent = copy(self._opponent)
        self._opponent.seed = opponent
        self.episode = Episode(self.game, Dice(throws), self._max_actions)
        self._over = False
        self._wait()
        return self._observe()

    def step(self, action: np.int64) -> tuple[ObservationArray, float, bool, bool, dict[str, Any]]:
        """Play an action, and on to our next decision or the end.

        Raises EpisodeError after the end, NumberError unless `action` is a whole number.
        """
        if self._over:
            raise EpisodeError("The game is over, or has not begun: call reset.")
        number = check_int("An action", action)  # anything else is a bug of the caller, not an illegal action
        try:
            self.episode.play(number)
        except IllegalActionError:
            if not self._loses:
                raise
            self._over = True
            seen, info = self._observe()
            return seen, PENALTY, True, False, info
        self._wait()
        seen, info = self._observe()
        return seen, float(self.episode.value(self._seat)), self.episode.terminated, self.episode.truncated, info

    def _wait(self) -> None:
        """Let the opponent play until our next decision."""
        episode = self.episode
        while not (ended := episode.terminated or episode.truncated) and episode.node.turn != self._seat:
            episode.play(self._opponent_action(episode.node))
        self._over = ended
        if self.render_mode == "human":
            self.render()

    def _opponent_action(self, node: Node) -> int:
        """Choose the opponent's action."""
        if self._is_random:
            self._random = advance(self._random)
            return node.legal[below(self._random, node.width)]
        state = node.state
        return state.action(self._opponent.choose(state, self._budget).action)

    def _observe(self) -> tuple[ObservationArray, dict[str, Any]]:
        """The observation and info of our seat."""
        return self.episode.node.observe(self._seat), {
            "action_mask": self.action_masks().view(np.int8),
            "seat": self._seat,
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, bool [actions], as sb3-contrib's MaskablePPO needs them; none once the game is over."""
        mask = np.zeros(self.game.system.action_count, np.bool_)
        if not self._over:
            mask[self.episode.node.legal] = True
        return mask

    def render(self) -> Any:
        """The board in the render mode: text ("ansi", "svg"), pixels ("rgb_array"), or printed ("human")."""
        return render(self.episode.node.state, self.render_mode)


def opponent_of(game: Game, opponent: PlayerLike, seat: str, illegal: str) -> Player:
    """The opponent in a game.  Raises PlayerError, and EpisodeError for an invalid `seat` or `illegal`."""
    check_choice("seat", seat, (*SEATS, EITHER))
    check_choice("illegal", illegal, ("lose", "raise"))
    found = player(opponent)
    if not found.plays(game):
        raise PlayerError(found.refusal(game))
    return found


def check_choice(what: str, given: object, known: tuple[str, ...]) -> None:
    """Raise EpisodeError unless `given` is in `known`."""
    if given not in known:
        raise EpisodeError(f"Unknown {what} {quote(given)}; known are {join_names(known)}.")


def check_options(options: Mapping[str, Any] | None, *known: str) -> None:
    """Raise EpisodeError for an unknown option of `reset`."""
    for name in options or {}:
        if name not in known:
            raise EpisodeError(f"reset has no option {quote(name)}; known are {join_names(known or ['none'])}.")


for _preset in presets():
    register(
        gymnasium_id(_preset),
        entry_point=f"{__name__}:GameEnv",
        vector_entry_point=f"{__name__}_vector:GameVectorEnv",
        kwargs={"ruleset": _preset},
    )
