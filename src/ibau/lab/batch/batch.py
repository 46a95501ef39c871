"""Many games of one ruleset, played in parallel.

batch = ibau.batch("senet-race", n=4096, seed=1)
batch.step(policy(batch.observations, batch.mask))
batch.rewards, batch.terminated, batch.truncated
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from threading import RLock
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import fresh_seed
from ibau.core.coercion import StateLike, as_new_game
from ibau.core.errors import IllegalActionError, join_names
from ibau.core.game import Game, State
from ibau.core.limits import MOST_WORKERS, check_int
from ibau.core.outcome import NOBODY
from ibau.core.repetition import PositionHistory
from ibau.lab.batch import batch_arguments
from ibau.lab.batch.action_masks import mask_actions, new_mask
from ibau.lab.batch.batch_arrays import BEGIN, RANDOM, SKIP, Autoreset, StepSettings, new_batch_arrays
from ibau.lab.batch.batch_outputs import (
    count_actions,
    first_illegal,
    list_actions,
    make_inputs,
    make_list_actors,
    make_observe,
    new_words,
    pack_actions,
)
from ibau.lab.batch.batch_step import UpdatedOutputs, make_step_games
from ibau.lab.observation import ObservationLayout, layout_of

Found = TypeVar("Found")
Numbers = TypeVar("Numbers", bound=NDArray[Any])

NO_OUTPUTS = UpdatedOutputs(np.zeros((0, 0), np.int64), np.zeros((0, 0), np.uint64))
PROCESS_STATE = ("_step", "_computed", "_buffers", "_pool", "_one_thread")  # what is not sent to another process
MAX_REMEMBERED = 2048  # occurrences per game; where more could recur, games are cut off after this many steps


class OneThread:
    """A lock that raises RuntimeError for a second thread instead of letting it wait."""

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(
                "This batch is in use by another thread, or was when the process was forked: use one batch per thread."
            )

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Batch:
    """`n` games of one ruleset in NumPy arrays, for one thread at a time; see docs/batches.md.

    All arrays are read-only views that the next step overwrites: copy what you keep.  A copied or pickled batch
    continues independently.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: Any = 0,
        threads: int = 1,
        throws: str = "drawn",
        autoreset: str = "same_step",
        longest: int | None = None,
    ) -> None:
        """Begin n games; for the arguments see `ibau.batch`.  Raises NumberError or ArrayError for invalid ones."""
        system = game.system
        memory = system.repeatable_positions(game.rules)
        if longest is None and (memory is None or memory > MAX_REMEMBERED):
            longest = MAX_REMEMBERED
        if longest is not None:
            name, most = "The longest game of a batch, in steps,", batch_arguments.MAX_STEPS
            longest = check_int(name, longest, least=1, most=most)
        self.game, self.n, self.longest = game, batch_arguments.check_game_count(n), longest
        self.autoreset, self.throws = batch_arguments.autoreset_mode(autoreset).name.lower(), throws
        cut = self.longest or batch_arguments.MAX_STEPS
        self._step_settings = StepSettings(
            int(batch_arguments.autoreset_mode(autoreset)), int(batch_arguments.are_throws_given(throws)), cut
        )
        rows = min(cut + 1, batch_arguments.MAX_STEPS if memory is None else memory)
        try:
            self._arrays = new_batch_arrays(self.n, len(system.rulebook.Position._fields), system.most_groups, rows)
        except (MemoryError, ValueError):
            raise batch_arguments.out_of_memory_error(self.n, rows) from None
        self.threads = threads = check_int("The number of threads", threads, least=1, most=MOST_WORKERS)
        self.seed: Any = None  # of the generators, as last given or drawn
        self._shares = [(n * k // threads, n * (k + 1) // threads) for k in range(threads)]  # the games of each thread
        self._init_process_state()
        self.reset(seed)

    def _init_process_state(self) -> None:
        """Make the attributes that are not pickled."""
        self._step = make_step_games(self.game.system)
        self._computed: dict[str, Any] = {}  # the outputs read since the last step
        self._buffers: dict[str, Any] = {}  # their arrays, reused from step to step
        self._pool: tuple[int, ThreadPoolExecutor] | None = None  # with the id of its process
        self._one_thread = OneThread()

    def __getstate__(self) -> dict[str, Any]:
        with self._one_thread:
            return {name: value for name, value in vars(self).items() if name not in PROCESS_STATE}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._init_process_state()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def __repr__(self) -> str:
        return f"<Batch of {self.n}: {self.game.ruleset}>"

    # Play --------------------------------------------------------------------------

    def reset(self, seed: Any = batch_arguments.KEEP_GENERATORS, *, where: Any = None) -> None:
        """Restart all games, or those for which `where`, bool [n], is true.

        `seed`: a whole number, or integers [n], one per game; by default the generators continue, and None draws a new
        seed, which `batch.seed` reports.  Raises NumberError or ArrayError and then changes nothing.
        """
        chosen = np.ones(self.n, np.bool_) if where is None else batch_arguments.game_mask("where", where, self.n)
        if seed is None:
            seed = fresh_seed()
        generators = (
            None if batch_arguments.keeps_generators(seed) else batch_arguments.generator_states(seed, self.n, chosen)
        )
        with self._one_thread:
            if generators is not None:
                self._arrays.random[chosen], self.seed = generators, seed
            self._play(np.where(chosen, BEGIN, SKIP))

    def step(self, actions: Any = None, *, where: Any = None, random: Any = None) -> None:
        """Play an action in each game, or in those where the mask `where`, bool [n], is true.

        `actions`: integers [n], as in `State.legal`; ignored in games that are left out or begin with this step.
        `random`, bool [n]: games that play a random legal action instead; without `actions`, all do.
        Raises ArrayError for a wrong shape or dtype, and IllegalActionError for an illegal action or one after the end;
        then nothing changes.
        """
        chosen = np.full(self.n, RANDOM) if actions is None else batch_arguments.action_array(actions, self.n)
        if random is not None:
            chosen[batch_arguments.game_mask("random", random, self.n)] = RANDOM
        if where is not None:
            chosen[~batch_arguments.game_mask("where", where, self.n)] = SKIP
        with self._one_thread:
            self._check_legal(chosen)
            self._play(chosen)

    def _check_legal(self, actions: NDArray[np.int64]) -> None:
        if self._step_settings.autoreset == Autoreset.DISABLED and (ended := self.over & (actions != SKIP)).any():
            raise IllegalActionError(
                f"Game {ended.argmax()} is over: start it again with reset(where=batch.over), leave it out with "
                "step(…, where=~batch.over), or let the batch do so with autoreset='same_step'."
            )
        places = self._run_on_threads(first_illegal, *self._legal_groups, self._arrays.turns, actions)
        wrong = [place for place, (_, last) in zip(places, self._shares, strict=True) if place < last]
        if wrong:
            i = wrong[0]
            legal = self.legal[i]
            raise IllegalActionError(
                f"{actions[i]} is not legal in game {i}; legal are {join_names(map(str, legal[legal >= 0]))}."
            )

    def _play(self, actions: NDArray[np.int64]) -> None:
        """Step, updating inputs and mask within it if they were read after the last step."""
        kept = {name: seen for name, seen in self._computed.items() if name in UpdatedOutputs._fields}
        self._run_on_threads(
            self._step, self.game.rules, self._step_settings, self._arrays, NO_OUTPUTS._replace(**kept), actions
        )
        self._computed = kept

    def _run_on_threads(self, run: Callable[..., Any], *args: Any) -> list[Any]:
        """Run a loop over all games, divided among the threads; loops release the GIL."""
        if len(self._shares) == 1:
            return [run(*args, 0, self.n)]

        def share(part: tuple[int, int]) -> Any:
            return run(*args, *part)

        return list(self._threads.map(share, self._shares))

    @property
    def _threads(self) -> ThreadPoolExecutor:
        """The threads of this process; a fork does not inherit those of its parent."""
        if self._pool is None or self._pool[0] != os.getpid():
            self._pool = os.getpid(), ThreadPoolExecutor(len(self._shares))
        return self._pool[1]

    # What the last step did ----------------------------------------------------------

    @property
    def rewards(self) -> NDArray[np.int8]:
        """The reward of each seat, int8 [n, 2]: 1, 0 or -1 if this step ended the game, else 0."""
        return _read_only(self._arrays.rewards)

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether this step ended each game by its rules, bool [n]."""
        return _read_only(self._arrays.terminated)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether this step cut each game off after `longest` steps, bool [n]."""
        return _read_only(self._arrays.truncated)

    @property
    def outcomes(self) -> NDArray[np.int32]:
        """The outcome, int32 [n], if this step ended the game by its rules, else 0; see `game.system.ending`."""
        return _read_only(self._arrays.outcomes)

    @property
    def final_lengths(self) -> NDArray[np.int32]:
        """The length, in steps, of the last game that ended in each row, int32 [n]."""
        return _read_only(self._arrays.final_lengths)

    @property
    def final_positions(self) -> Any:
        """The positions in which those games ended, like `positions`."""
        return self._position_of_rows(self._arrays.final_positions)

    @property
    def final_actors(self) -> NDArray[np.int8]:
        """The seats that see `final_observations`, int8 [n], like `actors`."""
        return self._actors("final_actors", self._arrays.final_positions)

    # Where the games stand -----------------------------------------------------------

    @property
    def positions(self) -> Any:
        """The rulebook's Position, with an int64 [n] array in place of each number."""
        return self._position_of_rows(self._arrays.positions)

    @property
    def turns(self) -> NDArray[np.int8]:
        """The seat to move, int8 [n], 0 or 1; 2 where a throw or lot is due, 3 where the game is over."""
        return _read_only(self._arrays.turns)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each game is over and not yet restarted, bool [n]."""
        found: NDArray[np.bool_] = self._arrays.turns == NOBODY
        return found

    @property
    def lengths(self) -> NDArray[np.int32]:
        """How many steps each game has had, int32 [n]."""
        return _read_only(self._arrays.lengths)

    @property
    def counts(self) -> NDArray[np.int32]:
        """How many legal actions there are, int32 [n]."""
        return _read_only(self._output("counts", lambda: np.zeros(self.n, np.int32), self._legal_groups, count_actions))

    @property
    def legal(self) -> NDArray[np.int32]:
        """The legal actions, int32 [n, most], padded with -1; `most` is the length of the longest list."""
        with self._one_thread:
            if "legal" not in self._computed:
                listed = np.empty((self.n, self.counts.max()), np.int32)
                self._run_on_threads(list_actions, *self._legal_groups, listed)
                self._computed["legal"] = listed
            found: NDArray[np.int32] = self._computed["legal"]
            return _read_only(found)

    @property
    def bits(self) -> NDArray[np.uint8]:
        """The mask, packed, uint8 [n, bytes]: `np.packbits(mask, 1, "little")`."""
        actions = self.game.system.action_count
        words = self._output("bits", lambda: new_words(self.n, actions), self._legal_groups, pack_actions)
        return _read_only(words.view(np.uint8)[:, : -(-actions // 8)])

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which actions are legal, bool [n, action_count]; `legal` and `bits` need less memory if there are many."""
        actions = self.game.system.action_count
        words = self._output("mask", lambda: new_mask(self.n, actions), self._legal_groups, mask_actions)
        return _read_only(words.view(np.bool_)[:, :actions])

    @property
    def actors(self) -> NDArray[np.int8]:
        """The seats that see `inputs` and `observations`, int8 [n]: those that decide or throw, 0 at a lot."""
        return self._actors("actors", self._arrays.positions)

    @property
    def inputs(self) -> NDArray[np.int64]:
        """The network inputs of the seats in `actors`, int64 [n, words]: sets of `evaluation.input_bits` bits."""
        return self._inputs("inputs", self._arrays.positions)

    @property
    def final_inputs(self) -> NDArray[np.int64]:
        """The inputs of `final_positions`, int64 [n, words], for the seats in `final_actors`."""
        return self._inputs("final_inputs", self._arrays.final_positions)

    @property
    def observations(self) -> NDArray[np.uint8]:
        """The inputs as planes and numbers, uint8 [n, layout.size], 0 or 1 each, ordered as in `layout`."""
        return self._observations("observations", self._arrays.positions)

    @property
    def final_observations(self) -> NDArray[np.uint8]:
        """The observations of `final_positions`, uint8 [n, layout.size], for the seats in `final_actors`."""
        return self._observations("final_observations", self._arrays.final_positions)

    @property
    def layout(self) -> ObservationLayout:
        """Where each plane and number is in an observation."""
        return layout_of(self.game.system.evaluation)

    def state(self, i: int) -> State:
        """The `i`-th game as a State, with its history of repeatable positions.  Raises NumberError."""
        i = check_int("The number of a game", i, least=0, most=self.n - 1)
        kind, occurrences = self.game.system.rulebook.Position, self._arrays.occurrences
        with self._one_thread:
            position = kind(*self._arrays.positions[i].tolist())
            keys = occurrences.keys[i, : occurrences.used[i]].tolist()
        here = self.game.system.rulebook.occurs(self.game.rules, position)
        return State(self.game, position, PositionHistory.of(kind(*key) for key in (keys[:-1] if here else keys)))

    # Outputs ---------------------------------------------------------------------------

    @property
    def _legal_groups(self) -> tuple[Any, Any]:
        return self._arrays.groups, self._arrays.used

    def _position_of_rows(self, rows: NDArray[np.int64]) -> Any:
        return self.game.system.rulebook.Position(*_read_only(rows).T)

    def _actors(self, name: str, rows: NDArray[np.int64]) -> NDArray[np.int8]:
        system = self.game.system
        given = (self.game.rules, rows)
        return _read_only(
            self._output(name, lambda: np.zeros(self.n, np.int8), given, make_list_actors(system.rulebook))
        )

    def _inputs(self, name: str, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        system = self.game.system
        shape = (self.n, len(system.evaluation.input_bits))
        given = (self.game.rules, rows)
        return _read_only(self._output(name, lambda: np.zeros(shape, np.int64), given, make_inputs(system)))

    def _observations(self, name: str, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
        shape = (self.n, self.layout.size)
        given = (self.game.rules, rows)
        return _read_only(self._output(name, lambda: np.zeros(shape, np.uint8), given, make_observe(self.game.system)))

    def _output(self, name: str, new: Callable[[], Found], given: tuple[Any, ...], run: Callable[..., Any]) -> Found:
        """The output `name`, computed by `run` when it is first read after a step."""
        with self._one_thread:
            if name not in self._buffers:
                self._buffers[name] = new()
            found: Found = self._buffers[name]
            if name not in self._computed:
                self._run_on_threads(run, *given, found)
                self._computed[name] = found
            return found


def _read_only(array: Numbers) -> Numbers:
    """A view of an array that cannot be written to."""
    seen = array.view()
    seen.flags.writeable = False
    return seen


def batch(
    ruleset: StateLike,
    n: int,
    *,
    seed: Any = 0,
    threads: int = 1,
    throws: str = "drawn",
    autoreset: str = "same_step",
    longest: int | None = None,
) -> Batch:
    """Begin `n` games of a ruleset, played in parallel; see docs/batches.md.

    `ruleset`: a text such as "seega+chain=none", or a Game.
    `seed`: a whole number for all games, or one per game: game i draws as `Dice(seed, i)` or `Dice(seed[i])`.  None
    draws a seed, which `batch.seed` reports.
    `threads`: the processor cores that share the games; the results are the same.
    `throws`: "drawn" by the batch within a step, or "given": actions of the caller, from 0 on, where `turns` is 2.
    `autoreset`: a game that ends begins again within the step ("same_step"), in the next one, which ignores its action
    ("next_step"), or only by `reset` ("disabled").
    `longest`: steps after which a game is cut off; by default 2048 if more positions than that could recur, else never.

    Raises RulesetError, NumberError or ArrayError.
    """
    return Batch(
        as_new_game(ruleset), n, seed=seed, threads=threads, throws=throws, autoreset=autoreset, longest=longest
    )
