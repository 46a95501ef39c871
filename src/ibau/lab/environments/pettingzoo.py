"""PettingZoo environments: an AEC environment with action masks for every preset.

    from ibau.lab.environments.pettingzoo import senet_race_v0

    env = senet_race_v0.env(render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

`player_0` has the first seat.  The iteration repeats a player who has another turn.  Throws and lots are drawn by
`ibau.core.chance.Dice` with the seed of `reset`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ibau.machine.extras import missing_package_error

# PettingZoo has no types.
# pyright: basic

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing_package_error("PettingZoo", "pettingzoo") from error

from ibau.core.chance import Dice, fresh_seed
from ibau.core.coercion import StateLike, as_new_game
from ibau.core.errors import suggestion_or_list
from ibau.core.outcome import FIRST, SECOND
from ibau.games import presets
from ibau.lab.environments.episode import Episode
from ibau.lab.environments.names import module_name
from ibau.lab.environments.rendering import RENDER_MODES, check_render_mode, render

AGENTS = ("player_0", "player_1")  # FIRST and SECOND
SEAT_OF = {"player_0": FIRST, "player_1": SECOND}

AgentObservation = dict[str, NDArray[Any]]


class raw_env(AECEnv):  # noqa: N801 - its name in every module of PettingZoo
    """A game without wrappers: an illegal action raises IllegalActionError.

    An observation is {"observation": uint8 [size], as laid out by ibau.lab.observation; "action_mask": int8 [actions],
    1 for a legal action, zeros for the player not to move}.  Rewards are 1, 0 and -1 at the end.  A game is truncated
    after `max_actions`, throws included; by default never if its rules bound it, else after 65,536, Seti-Aleph after
    2048.
    """

    def __init__(self, ruleset: StateLike, render_mode: str | None = None, max_actions: int | None = None) -> None:
        """Raises RulesetError, RenderError, NumberError."""
        check_render_mode(render_mode)
        self.game = as_new_game(ruleset)
        self.metadata = {
            "name": module_name(self.game.ruleset.preset.id),
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._max_actions = max_actions
        self._dice: Dice | None = None
        actions = self.game.system.action_count
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.episode = Episode(self.game, Dice(0), max_actions)
        seen = spaces.Box(0, 1, (self.episode.stepper.observation_layout.size,), np.uint8)
        self._observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
            for agent in AGENTS
        }

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, legal or not."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: object = None) -> None:  # noqa: ARG002 - PettingZoo's
        """Begin a game; without a seed the generator of throws continues.  There are no options."""
        if seed is not None or self._dice is None:
            self._dice = Dice(fresh_seed() if seed is None else seed)
        self.episode = Episode(self.game, self._dice, self._max_actions)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(AGENTS, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(AGENTS, False)
        self.truncations: dict[str, bool] = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection: str | None = None
        self.agent_selection: str = AGENTS[0]
        self._hand_over()

    def step(self, action: Any) -> None:
        """Play an action of the selected agent, and the throws after it.  Raises IllegalActionError."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.episode.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._hand_over()
        if self.render_mode == "human":
            self.render()

    def _hand_over(self) -> None:
        """Select the agent to move, or set rewards and ends."""
        episode = self.episode
        if episode.terminated or episode.truncated:
            self.terminations = dict.fromkeys(AGENTS, episode.terminated)
            self.truncations = dict.fromkeys(AGENTS, episode.truncated)
            self.rewards = {agent: float(episode.value(seat)) for agent, seat in SEAT_OF.items()}
            self._accumulate_rewards()
        else:
            self.agent_selection = AGENTS[episode.node.turn]

    def observe(self, agent: str) -> AgentObservation:
        """The observation of an agent."""
        node, seat = self.episode.node, SEAT_OF[agent]
        mask = np.zeros(self.game.system.action_count, np.int8)
        if node.turn == seat and not self.episode.truncated:
            mask[node.legal] = 1
        return {"observation": node.observe(seat), "action_mask": mask}

    def render(self) -> Any:
        """The board in the render mode: text ("ansi", "svg"), pixels ("rgb_array"), or printed ("human")."""
        return render(self.episode.node.state, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def env(ruleset: StateLike, render_mode: str | None = None, max_actions: int | None = None) -> Any:
    """The environment in PettingZoo's usual wrappers: an illegal action loses the game, and misuse raises errors.

    Raises RulesetError, RenderError, NumberError.
    """
    bare = raw_env(ruleset, render_mode, max_actions)
    checked = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(checked)


class Module(NamedTuple):
    """A preset in the form of a PettingZoo module; both functions take the arguments after `ruleset`."""

    env: Callable[..., Any]  # with the usual wrappers
    raw_env: Callable[..., Any]


MODULES = {module_name(preset): Module(partial(env, preset), partial(raw_env, preset)) for preset in presets()}


def __getattr__(name: str) -> Module:
    if name.startswith("__"):
        raise AttributeError(name)
    if name not in MODULES:
        raise AttributeError(f"there is no environment {name!r}{suggestion_or_list(name, MODULES)}")
    return MODULES[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *MODULES})
