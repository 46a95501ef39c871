"""Many games of one ruleset, played on together.

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
from ibau.lab.batch import asked
from ibau.lab.batch.arrays import BEGIN, RANDOM, SKIP, Autoreset, Plan, new_arrays
from ibau.lab.batch.masks import mask_actions, new_mask
from ibau.lab.batch.sights import (
    count_actions,
    first_illegal,
    list_actions,
    make_inputs,
    make_list_actors,
    make_observe,
    new_words,
    pack_actions,
)
from ibau.lab.batch.step import Kept, make_step_games
from ibau.lab.observation import ObservationLayout, layout_of

Found = TypeVar("Found")
Numbers = TypeVar("Numbers", bound=NDArray[Any])

UNSEEN = Kept(np.zeros((0, 0), np.int64), np.zeros((0, 0), np.uint64))
AT_HOME = ("_step", "_seen", "_room", "_pool", "_alone")  # what is not sent to another process
MOST_REMEMBERED = 2048  # occurrences a game; where more could come again, games are cut off after this many steps


class OneThread:
    """Lets one thread in at a time; another one is told so, rather than kept waiting for what it would disturb."""

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("This batch is at work in another thread, or was when the process was forked: use two.")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Batch:
    """n games of one ruleset, for one thread at a time; see docs/batches.md.

    Every array that it gives is a read-only view of what the next step overwrites: copy what you keep.
    A batch can be copied and pickled, and goes its own way from there.
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
        """Begin n games.  Raises NumberError or ArrayError for an argument that makes no sense."""
        system = game.system
        memory = system.repeatable_positions(game.rules)
        if longest is None and (memory is None or memory > MOST_REMEMBERED):
            longest = MOST_REMEMBERED
        if longest is not None:
            longest = check_int("The longest game of a batch, in steps,", longest, least=1, most=asked.LONGEST)
        self.game, self.n, self.longest = game, asked.games(n), longest
        self.autoreset, self.throws = asked.autoreset(autoreset).name.lower(), throws
        cut = self.longest or asked.LONGEST
        self._plan = Plan(int(asked.autoreset(autoreset)), int(asked.throws_given(throws)), cut)
        rows = min(cut + 1, asked.LONGEST if memory is None else memory)
        try:
            self._arrays = new_arrays(self.n, len(system.rulebook.Position._fields), system.most_groups, rows)
        except (MemoryError, ValueError):
            raise asked.too_large(self.n, rows) from None
        self.threads = threads = check_int("The number of threads", threads, least=1, most=MOST_WORKERS)
        self.seed: Any = None  # what the generators were last made from, as it was given or drawn
        self._parts = [(n * k // threads, n * (k + 1) // threads) for k in range(threads)]  # the games of each thread
        self._settle_in()
        self.reset(seed)

    def _settle_in(self) -> None:
        """Make what belongs to this process alone."""
        self._step = make_step_games(self.game.system)
        self._seen: dict[str, Any] = {}  # what somebody has looked at since the last step
        self._room: dict[str, Any] = {}  # where it is written
        self._pool: tuple[int, ThreadPoolExecutor] | None = None  # and the process that its threads are in
        self._alone = OneThread()

    def __getstate__(self) -> dict[str, Any]:
        with self._alone:
            return {name: value for name, value in vars(self).items() if name not in AT_HOME}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._settle_in()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def __repr__(self) -> str:
        return f"<Batch of {self.n}: {self.game.ruleset}>"

    # Play --------------------------------------------------------------------------

    def reset(self, seed: Any = asked.KEPT, *, where: Any = None) -> None:
        """Start all games again, or those where `where`, bool [n], says so.

        Without a seed their generators go on from where they are; with None they begin with a seed that is drawn, and
        `seed` says.  Raises NumberError or ArrayError, and then changes nothing.
        """
        chosen = np.ones(self.n, np.bool_) if where is None else asked.which("where", where, self.n)
        if seed is None:
            seed = fresh_seed()
        generators = None if asked.keeps(seed) else asked.generators(seed, self.n, chosen)
        with self._alone:
            if generators is not None:
                self._arrays.random[chosen], self.seed = generators, seed
            self._play(np.where(chosen, BEGIN, SKIP))

    def step(self, actions: Any = None, *, where: Any = None, random: Any = None) -> None:
        """Play an action in each game, or in those where `where`, bool [n], says so.

        `actions` are whole numbers [n].  Where `random`, bool [n], says so, a legal action is drawn instead by the
        game's own generator, and everywhere if there are no actions.
        Raises ArrayError for a wrong shape or dtype, IllegalAction for an action that a game does not allow or that
        comes after its end, and then changes nothing.
        """
        chosen = np.full(self.n, RANDOM) if actions is None else asked.actions(actions, self.n)
        if random is not None:
            chosen[asked.which("random", random, self.n)] = RANDOM
        if where is not None:
            chosen[~asked.which("where", where, self.n)] = SKIP
        with self._alone:
            self._refuse_illegal(chosen)
            self._play(chosen)

    def _refuse_illegal(self, actions: NDArray[np.int64]) -> None:
        if self._plan.autoreset == Autoreset.DISABLED and (ended := self.over & (actions != SKIP)).any():
            raise IllegalActionError(
                f"Game {ended.argmax()} is over: start it again with reset(where=batch.over), leave it out with "
                "step(…, where=~batch.over), or let the batch do so with autoreset='same_step'."
            )
        places = self._shared(first_illegal, *self._acting, self._arrays.turns, actions)
        wrong = [place for place, (_, last) in zip(places, self._parts, strict=True) if place < last]
        if wrong:
            i = wrong[0]
            legal = self.legal[i]
            raise IllegalActionError(
                f"{actions[i]} is not legal in game {i}; legal are {join_names(map(str, legal[legal >= 0]))}."
            )

    def _play(self, actions: NDArray[np.int64]) -> None:
        """What was looked at after the last step will be looked at again: inputs and mask are kept within the step."""
        kept = {name: seen for name, seen in self._seen.items() if name in Kept._fields}
        self._shared(self._step, self.game.rules, self._plan, self._arrays, UNSEEN._replace(**kept), actions)
        self._seen = kept

    def _shared(self, run: Callable[..., Any], *args: Any) -> list[Any]:
        """Share the games out among the threads; loops hold no lock."""
        if len(self._parts) == 1:
            return [run(*args, 0, self.n)]

        def share(part: tuple[int, int]) -> Any:
            return run(*args, *part)

        return list(self._threads.map(share, self._parts))

    @property
    def _threads(self) -> ThreadPoolExecutor:
        """The threads of this process: those of the one that it was forked from are not in it."""
        if self._pool is None or self._pool[0] != os.getpid():
            self._pool = os.getpid(), ThreadPoolExecutor(len(self._parts))
        return self._pool[1]

    # What the last step did ----------------------------------------------------------

    @property
    def rewards(self) -> NDArray[np.int8]:
        """[n, 2] what each seat gets for a game that this step ended: 1, 0 or -1; else 0."""
        return _view(self._arrays.rewards)

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """[n] did a game end by its rules?"""
        return _view(self._arrays.terminated)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """[n] was a game cut off after `longest` steps?"""
        return _view(self._arrays.truncated)

    @property
    def outcomes(self) -> NDArray[np.int32]:
        """[n] the outcome of a game that ended by its rules, else 0; `game.system.ending` puts one into words."""
        return _view(self._arrays.outcomes)

    @property
    def final_lengths(self) -> NDArray[np.int32]:
        """[n] how many steps a game had that this step ended; elsewhere what was there before."""
        return _view(self._arrays.final_lengths)

    @property
    def final_positions(self) -> Any:
        """The position in which it ended, like `positions`."""
        return self._columns(self._arrays.final_positions)

    @property
    def final_actors(self) -> NDArray[np.int8]:
        """[n] the seat that sees `final_observations`, like `actors`."""
        return self._actors("final_actors", self._arrays.final_positions)

    # Where the games stand -----------------------------------------------------------

    @property
    def positions(self) -> Any:
        """The family's Position, with an int64 [n] in place of each number."""
        return self._columns(self._arrays.positions)

    @property
    def turns(self) -> NDArray[np.int8]:
        """[n] who decides: 0 or 1 for a seat, 2 for a throw or lot, 3 for nobody: the game is over."""
        return _view(self._arrays.turns)

    @property
    def over(self) -> NDArray[np.bool_]:
        """[n] is the game over, and not started again?"""
        found: NDArray[np.bool_] = self._arrays.turns == NOBODY
        return found

    @property
    def lengths(self) -> NDArray[np.int32]:
        """[n] how many steps the game has had."""
        return _view(self._arrays.lengths)

    @property
    def counts(self) -> NDArray[np.int32]:
        """[n] how many legal actions there are."""
        return _view(self._sight("counts", lambda: np.zeros(self.n, np.int32), self._acting, count_actions))

    @property
    def legal(self) -> NDArray[np.int32]:
        """[n, most] the legal actions, then -1; as wide as the longest list of this step."""
        with self._alone:
            if "legal" not in self._seen:
                room = np.empty((self.n, self.counts.max()), np.int32)
                self._shared(list_actions, *self._acting, room)
                self._seen["legal"] = room
            found: NDArray[np.int32] = self._seen["legal"]
            return _view(found)

    @property
    def bits(self) -> NDArray[np.uint8]:
        """[n, bytes] a bit for each action, the lowest of each byte first: `np.packbits(mask, 1, "little")`."""
        actions = self.game.system.action_count
        words = self._sight("bits", lambda: new_words(self.n, actions), self._acting, pack_actions)
        return _view(words.view(np.uint8)[:, : -(-actions // 8)])

    @property
    def mask(self) -> NDArray[np.bool_]:
        """[n, action_count] is an action legal?  Where there are very many, `legal` and `bits` need far less room."""
        actions = self.game.system.action_count
        words = self._sight("mask", lambda: new_mask(self.n, actions), self._acting, mask_actions)
        return _view(words.view(np.bool_)[:, :actions])

    @property
    def actors(self) -> NDArray[np.int8]:
        """[n] the seat that sees `inputs` and `observations`: who decides or throws, 0 at a lot, which is nobody's."""
        return self._actors("actors", self._arrays.positions)

    @property
    def inputs(self) -> NDArray[np.int64]:
        """[n, words] what the seats in `actors` see, packed: ints read as sets of `evaluation.input_bits` bits."""
        return self._inputs("inputs", self._arrays.positions)

    @property
    def final_inputs(self) -> NDArray[np.int64]:
        """[n, words] what the seats in `final_actors` see of `final_positions`, packed as in `inputs`."""
        return self._inputs("final_inputs", self._arrays.final_positions)

    @property
    def observations(self) -> NDArray[np.uint8]:
        """[n, layout.size] the inputs spread to planes and numbers, 0 or 1; `layout` says where each lies."""
        return self._observations("observations", self._arrays.positions)

    @property
    def final_observations(self) -> NDArray[np.uint8]:
        """[n, layout.size] the observations of `final_positions`, as the seats in `final_actors` see them."""
        return self._observations("final_observations", self._arrays.final_positions)

    @property
    def layout(self) -> ObservationLayout:
        """Where everything lies in an observation."""
        return layout_of(self.game.system.evaluation)

    def state(self, i: int) -> State:
        """A game as a State, which remembers the positions that can come again.  Raises NumberError."""
        i = check_int("The number of a game", i, least=0, most=self.n - 1)
        kind, occurrences = self.game.system.rulebook.Position, self._arrays.occurrences
        with self._alone:
            position = kind(*self._arrays.positions[i].tolist())
            keys = occurrences.keys[i, : occurrences.used[i]].tolist()
        here = self.game.system.rulebook.occurs(self.game.rules, position)
        return State(self.game, position, PositionHistory.of(kind(*key) for key in (keys[:-1] if here else keys)))

    # Looking ---------------------------------------------------------------------------

    @property
    def _acting(self) -> tuple[Any, Any]:
        return self._arrays.groups, self._arrays.used

    def _columns(self, rows: NDArray[np.int64]) -> Any:
        return self.game.system.rulebook.Position(*_view(rows).T)

    def _actors(self, name: str, rows: NDArray[np.int64]) -> NDArray[np.int8]:
        system = self.game.system
        given = (self.game.rules, rows)
        return _view(self._sight(name, lambda: np.zeros(self.n, np.int8), given, make_list_actors(system.rulebook)))

    def _inputs(self, name: str, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        system = self.game.system
        shape = (self.n, len(system.evaluation.input_bits))
        given = (self.game.rules, rows)
        return _view(self._sight(name, lambda: np.zeros(shape, np.int64), given, make_inputs(system)))

    def _observations(self, name: str, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
        shape = (self.n, self.layout.size)
        given = (self.game.rules, rows)
        return _view(self._sight(name, lambda: np.zeros(shape, np.uint8), given, make_observe(self.game.system)))

    def _sight(self, name: str, new: Callable[[], Found], given: tuple[Any, ...], run: Callable[..., Any]) -> Found:
        """What a loop makes of what it is given, the first time that somebody looks after a step."""
        with self._alone:
            if name not in self._room:
                self._room[name] = new()
            found: Found = self._room[name]
            if name not in self._seen:
                self._shared(run, *given, found)
                self._seen[name] = found
            return found


def _view(array: Numbers) -> Numbers:
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
    """Begin n games of a ruleset, which are then played on together; see docs/batches.md.

    `ruleset` is a text such as "seega+chain=none", or a Game.  `seed` is a whole number for all games, or one for each:
    game i draws what `Dice(seed, i)` or `Dice(seed[i])` does.  With None a seed is drawn, and `batch.seed` gives it for
    the log.  `threads` are the processor cores that share the games
    out; they change no result.  With `throws` "drawn" the batch draws throws and lots; with "given" they are actions of
    the caller, 0 for the first one.

    With `autoreset` "same_step" a game that ends starts again within the step, with "next_step" in the next one, which
    ignores its action, with "disabled" only by `reset`.  After `longest` steps a game is cut off; without it after 2048
    if more positions than that could come again under its rules, and else never.

    Raises RulesetError, NumberError or ArrayError.
    """
    return Batch(
        as_new_game(ruleset), n, seed=seed, threads=threads, throws=throws, autoreset=autoreset, longest=longest
    )
