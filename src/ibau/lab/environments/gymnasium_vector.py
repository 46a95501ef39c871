"""Many games of one ruleset as a vector environment of Gymnasium, on a batch.

    envs = gymnasium.make_vec("ibau/SenetRace-v0", 256, "vector_entry_point", opponent="random")
    observations, info = envs.reset(seed=7)
    observations, rewards, terminated, truncated, info = envs.step(actions)

Environment i goes as GameEnv does with the seed 7 + i.  A game that has ended starts again with the next step, which
ignores its action: Gymnasium's NEXT_STEP.
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

    Observations are uint8 [n, size]; `info` has "action_mask", int8 [n, actions], and "seat", [n].  Rewards are 1, 0 or
    -1 at the end of a game, else 0.
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
        """What GameEnv takes; `threads` share the games out.

        Raises RulesetError, PlayerError, RenderError, NumberError, EpisodeError.
        """
        check_render_mode(render_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "autoreset_mode": AutoresetMode.NEXT_STEP,
        }
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
        self._luck: list[np.random.Generator] = []  # what the games of each environment are made from
        self._rewards, self._terminated, self._truncated = self._nothing()
        self._over = np.zeros(n, np.bool_)
        actions, size = self.game.system.action_count, self.batch.layout.size
        self.single_action_space, self.action_space = Discrete(actions), MultiDiscrete(np.full(n, actions))
        self.single_observation_space = Box(0, 1, (size,), np.uint8)
        self.observation_space = Box(0, 1, (n, size), np.uint8)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[ObservationArray, dict[str, Any]]:
        """Begin all games, or those that the option `reset_mask`, bool [n], names: the others stay as they are.

        A seed counts up from game to game; without one they go on from those before.
        Raises EpisodeError for any other option, ArrayError for a mask that is none.
        """
        check_options(options, "reset_mask")
        mask = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        begins = batch_arguments.game_mask("reset_mask", mask, self.num_envs)
        seeds = seed if isinstance(seed, list) else [None if seed is None else seed + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise EpisodeError(f"{self.num_envs} games need one seed, or {self.num_envs} in a list, not {len(seeds)}.")
        if not (self._luck or begins.all()):
            raise EpisodeError("No game has begun: reset all of them first.")
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
        """Play an action in each game, and on to our next decision or the end; a game that is over starts again.

        Raises EpisodeError before the first reset, ArrayError, IllegalActionError.
        """
        if not self._luck:
            raise EpisodeError("No game has begun: call reset.")
        wanted = batch_arguments.action_array(actions, self.num_envs)
        begins = self._over
        lost = ~begins & ~self._legal(wanted)
        if lost.any() and not self._loses:
            i = int(lost.argmax())
            raise IllegalActionError(f"{wanted[i]} is not legal in game {i}; info['action_mask'] says what is.")
        self._rewards, self._terminated, self._truncated = self._nothing()
        self._play(wanted, ~(begins | lost))
        self._begin(begins)
        self._wait()
        self._rewards[lost], self._terminated[lost] = PENALTY, True
        self._over = self._terminated | self._truncated
        seen, info = self._observe()
        return seen, self._rewards, self._terminated, self._truncated, info

    def _nothing(self) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Rewards, ends and cuts of a step that brings none."""
        n = self.num_envs
        return np.zeros(n), np.zeros(n, np.bool_), np.zeros(n, np.bool_)

    def _legal(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """[n] is an action legal?"""
        known = (actions >= 0) & (actions < self.game.system.action_count)
        found: NDArray[np.bool_] = known & self.batch.mask[np.arange(self.num_envs), np.where(known, actions, 0)]
        return found

    def _begin(self, where: NDArray[np.bool_]) -> None:
        """Begin some games: their seats, throws and opponents as GameEnv draws them."""
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
        """Play an action in some games, and what follows by itself."""
        self.batch.step(actions, where=where)
        self._follow(where)

    def _follow(self, where: NDArray[np.bool_]) -> None:
        """Let chance and random opponents play on in some games, and note which of them are over then."""
        self.batch.wait()
        self._rewards += np.where(where, self.batch.rewards[np.arange(self.num_envs), self._seats], 0)
        self._terminated |= where & self.batch.terminated
        self._truncated |= where & self.batch.truncated

    def _wait(self) -> None:
        """Let the opponents play until we are to decide."""
        while (theirs := (self.batch.turns != self._seats) & (self.batch.turns != NOBODY)).any():
            self._play(self._opponent_actions(theirs), theirs)

    def _opponent_actions(self, theirs: NDArray[np.bool_]) -> NDArray[np.int64]:
        """What the opponents play, in games where it is for them."""
        opponents_at_random = np.zeros(self.num_envs, np.int64)
        for i in np.flatnonzero(theirs).tolist():
            state = self.batch.state(i)
            opponents_at_random[i] = state.action(self._opponents[i].choose(state, self._budget).action)
        return opponents_at_random

    def _observe(self) -> tuple[ObservationArray, dict[str, Any]]:
        """What our seats see, and what they may play: nothing once a game is over."""
        seen = self.batch.observations.copy()
        for i in np.flatnonzero(self.batch.over).tolist():
            seen[i] = observe(self.batch.state(i), int(self._seats[i]))
        mask = self.action_masks().view(np.int8)
        everywhere = np.ones(self.num_envs, np.bool_)
        info = {"action_mask": mask, "_action_mask": everywhere, "seat": self._seats.copy(), "_seat": everywhere}
        return seen, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What we may play now, bool [n, actions]: nothing once a game is over."""
        mask: NDArray[np.bool_] = self.batch.mask & ~self._over[:, np.newaxis]
        return mask

    def render(self) -> tuple[Any, ...]:
        """Every board in the render mode, as GameEnv renders one."""
        return tuple(render(self.batch.state(i), self.render_mode) for i in range(self.num_envs))
