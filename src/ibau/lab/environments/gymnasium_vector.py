"""A Gymnasium vector environment: many games of one ruleset, on a batch.

    envs = gymnasium.make_vec("ibau/SenetRace-v0", 256, "vector_entry_point", opponent="random")
    observations, info = envs.reset(seed=7)
    observations, rewards, terminated, truncated, info = envs.step(actions)

Environment i behaves as GameEnv with the seed 7 + i.  A game that has ended restarts with the next step, which ignores
its action: Gymnasium's NEXT_STEP.
"""

from copy import copy
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from ibau.core.chance import seed_state
from ibau.core.coercion import StateLike, as_new_game
from ibau.core.errors import IllegalActionError
from ibau.core.outcome import NOBODY
from ibau.lab.batch import batch_arguments
from ibau.lab.batch.seated_batch import SeatedBatch
from ibau.lab.environments.episode import longest_episode
from ibau.lab.environments.gymnasium import (
    EITHER,
    PENALTY,
    SEATS,
    STREAM,
    EpisodeError,
    ObservationArray,
    check_options,
    opponent_of,
)
from ibau.lab.environments.rendering import RENDER_MODES, check_render_mode, render
from ibau.lab.observation import observe
from ibau.players import Budget, PlayerLike

VectorStep = tuple[ObservationArray, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class GameVectorEnv(VectorEnv[ObservationArray, NDArray[np.int64], NDArray[Any]]):
    """Games from one seat each.

    Observations are uint8 [n, size]; `info` has "action_mask", int8 [n, actions], and "seat", int64 [n].  Rewards are
    1, 0 or -1 at the end of a game, else 0.
    """

    def __init__(  # noqa: PLR0913 - what GameEnv takes, and two more
        self,
        ruleset: StateLike,
        num_envs: int = 1,
        *,
        opponent: PlayerLike = "random",
        budget: Budget | None = None,
        seat: Literal["first", "second", "either"] = "first",
        illegal: Literal["lose", "raise"] = "lose",
        max_actions: int | None = None,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        """Make `num_envs` environments, run by `threads` threads; other arguments and errors as for GameEnv."""
        check_render_mode(render_mode)
        modes = list(RENDER_MODES)
        self.metadata = {"render_modes": modes, "render_fps": 1, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.render_mode = render_mode
        self.game = as_new_game(ruleset)
        self.num_envs = n = batch_arguments.check_game_count(num_envs)
        self._opponent = opponent_of(self.game, opponent, seat, illegal)
        self._is_random = opponent == "random"
        self._budget, self._wanted_seat, self._loses = budget, seat, illegal == "lose"
        most = longest_episode(self.game, max_actions)
        self.batch = SeatedBatch(self.game, n, opponents_at_random=self._is_random, threads=threads, longest=most)
        self._seats, self._random = self.batch.seats, self.batch.opponents
        self._opponents = [self._opponent] * n
        self._luck: list[np.random.Generator] = []  # one generator per environment, for all of its games
        self._rewards, self._terminated, self._truncated = self._nothing()
        self._over = np.zeros(n, np.bool_)
        actions, size = self.game.system.action_count, self.batch.layout.size
        self.single_action_space, self.action_space = Discrete(actions), MultiDiscrete(np.full(n, actions))
        self.single_observation_space = Box(0, 1, (size,), np.uint8)
        self.observation_space = Box(0, 1, (n, size), np.uint8)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObservationArray, dict[str, Any]]:
        """Begin all games, or those of the option `reset_mask`, bool [n].

        `seed`: environment i gets `seed + i`, or `seed[i]`; None continues its generator.

        Raises EpisodeError for any other option and a wrong number of seeds, ArrayError for an invalid mask.
        """
        check_options(options, "reset_mask")
        mask = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        begins = batch_arguments.game_mask("reset_mask", mask, self.num_envs)
        seeds = seed if isinstance(seed, list) else [None if seed is None else seed + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise EpisodeError(f"{self.num_envs} games need one seed, or {self.num_envs} in a list, not {len(seeds)}.")
        if not (self._luck or begins.all()):
            raise EpisodeError("No game has begun: reset all games first.")
        luck = self._luck or [np_random(wanted)[0] for wanted in seeds]
        self._luck = [
            np_random(wanted)[0] if again and wanted is not None else former
            for former, wanted, again in zip(luck, seeds, begins.tolist(), strict=True)
        ]
        self._rewards, self._terminated, self._truncated = self._nothing()
        self._over &= ~begins
        self._begin(begins)
        self._wait()
        return self._observe()

    def step(self, actions: NDArray[np.int64]) -> VectorStep:
        """Play an action in each game, and on to our next decision or the end; a game that is over restarts.

        Raises EpisodeError before the first reset, ArrayError for an invalid array, and IllegalActionError.
        """
        if not self._luck:
            raise EpisodeError("No game has begun: call reset.")
        wanted = batch_arguments.action_array(actions, self.num_envs)
        begins = self._over
        lost = ~begins & ~self._legal(wanted)
        if lost.any() and not self._loses:
            i = int(lost.argmax())
            raise IllegalActionError(f"{wanted[i]} is not legal in game {i}; see info['action_mask'].")
        self._rewards, self._terminated, self._truncated = self._nothing()
        self._play(wanted, ~(begins | lost))
        self._begin(begins)
        self._wait()
        self._rewards[lost], self._terminated[lost] = PENALTY, True
        self._over = self._terminated | self._truncated
        seen, info = self._observe()
        return seen, self._rewards, self._terminated, self._truncated, info

    def _nothing(self) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Rewards, terminations and truncations, all 0."""
        n = self.num_envs
        return np.zeros(n), np.zeros(n, np.bool_), np.zeros(n, np.bool_)

    def _legal(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each action is legal, bool [n]."""
        known = (actions >= 0) & (actions < self.game.system.action_count)
        found: NDArray[np.bool_] = known & self.batch.mask[np.arange(self.num_envs), np.where(known, actions, 0)]
        return found

    def _begin(self, where: NDArray[np.bool_]) -> None:
        """Begin the games in `where`, with seats, throws and opponents drawn as by GameEnv."""
        if not where.any():
            return
        throws = [0] * self.num_envs
        for i in np.flatnonzero(where).tolist():
            seat, throws[i], opponent = self._luck[i].integers(STREAM, size=3).tolist()
            self._seats[i] = seat % 2 if self._wanted_seat == EITHER else SEATS[self._wanted_seat]
            self._random[i] = seed_state(opponent)
            self._opponents[i] = copy(self._opponents[i])
            self._opponents[i].seed = opponent
        self.batch.reset(throws, where=where)
        self._follow(where)

    def _play(self, actions: NDArray[np.int64], where: NDArray[np.bool_]) -> None:
        """Play an action in the games in `where`, and what follows automatically."""
        self.batch.step(actions, where=where)
        self._follow(where)

    def _follow(self, where: NDArray[np.bool_]) -> None:
        """Let chance and random opponents play on in the games in `where`, and note which of them end."""
        self.batch.wait()
        self._rewards += np.where(where, self.batch.rewards[np.arange(self.num_envs), self._seats], 0)
        self._terminated |= where & self.batch.terminated
        self._truncated |= where & self.batch.truncated

    def _wait(self) -> None:
        """Let the opponents play until our next decision."""
        while (theirs := (self.batch.turns != self._seats) & (self.batch.turns != NOBODY)).any():
            self._play(self._opponent_actions(theirs), theirs)

    def _opponent_actions(self, theirs: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Choose the actions of the opponents in the games in `theirs`; 0 elsewhere."""
        actions = np.zeros(self.num_envs, np.int64)
        for i in np.flatnonzero(theirs).tolist():
            state = self.batch.state(i)
            actions[i] = state.action(self._opponents[i].choose(state, self._budget).action)
        return actions

    def _observe(self) -> tuple[ObservationArray, dict[str, Any]]:
        """The observations and info of our seats."""
        seen = self.batch.observations.copy()
        for i in np.flatnonzero(self.batch.over).tolist():
            seen[i] = observe(self.batch.state(i), int(self._seats[i]))
        mask = self.action_masks().view(np.int8)
        everywhere = np.ones(self.num_envs, np.bool_)
        info = {"action_mask": mask, "_action_mask": everywhere, "seat": self._seats.copy(), "_seat": everywhere}
        return seen, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, bool [n, actions]; none once a game is over."""
        mask: NDArray[np.bool_] = self.batch.mask & ~self._over[:, np.newaxis]
        return mask

    def render(self) -> tuple[Any, ...]:
        """Render each board as GameEnv does."""
        return tuple(render(self.batch.state(i), self.render_mode) for i in range(self.num_envs))
