"""The computer player of a game: it throws, thinks and plays at its seats, with a delay that people can follow."""

import asyncio
import logging

from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.web.hosted.game import HostedGame
from ibau.web.limits.client_ids import UNCOUNTED
from ibau.web.protocol import ERROR, SEATS
from ibau.web.protocol.from_client import PlayerRequest, PlayRequest, ThrowRequest
from ibau.web.protocol.from_server import FailedMessage, ThinkingMessage
from ibau.web.rooms.context import RoomHost
from ibau.web.thinking.engines import EngineError, Engines
from ibau.web.thinking.fair_queue import Asker

FIRST_RETRY_PAUSE = 1.0  # seconds before the first retry after a failure; doubled each time
MAX_RETRY_PAUSE = 30.0

PLAYER_FAILED = Phrase(N_("The computer player has failed; it will try again."))

logger = logging.getLogger(__name__)


class ComputerPlayer:
    """Runs at most one task, which chooses the computer's next action and requests it like any other player."""

    def __init__(self, host: RoomHost, engines: Engines, move_delay: float) -> None:
        self.thinking: ThinkingMessage | None = None  # the last message
        self._host = host
        self._engines = engines
        self._move_delay = move_delay
        self._task: asyncio.Task[None] | None = None

    def start_if_idle(self) -> None:
        """Start a task, unless one is running."""
        if self._task is None:
            self.restart()

    def restart(self, pause: float = 0.0, patience: float = 0.0) -> None:
        """Cancel the task, and start another if it is the computer's turn and the room has listeners.

        The task waits `patience` seconds first, in which another process can act.
        """
        self.stop()
        request_id = self._host.hosted.computer_request_id(self._host.name)
        if self._host.listeners and request_id:
            self._task = asyncio.create_task(self._play(request_id, pause or self._move_delay, patience))
            self._task.add_done_callback(self._ended)

    def stop(self) -> None:
        """Cancel the task."""
        if self._task:
            self._task.cancel()
        self.thinking = self._task = None

    def _ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()):
            logger.error("game %s: the computer's task stopped", self._host.name, exc_info=error)
            self._host.close(ERROR)

    async def _play(self, request_id: str, pause: float, patience: float) -> None:
        """Throw, or think and play, under the request id that is derived from the game."""
        await asyncio.sleep(patience)
        hosted, clock = self._host.hosted, asyncio.get_running_loop().time
        started = clock()
        if hosted.state.turn == CHANCE:
            request: PlayerRequest = ThrowRequest(hosted.ply_count, id=request_id)
        else:
            request = PlayRequest(hosted.ply_count, await self._choose(hosted), id=request_id)
        await asyncio.sleep(max(0.0, pause - (clock() - started)))
        await self._host.request(None, request)

    async def _choose(self, hosted: HostedGame) -> str:
        """Return the action that the engine chooses, with retries and exponential backoff when it fails."""
        state = hosted.state
        level = hosted.seats.levels[state.turn]
        if level is None:
            raise TypeError("a person's move is not the computer's to choose")
        pause = FIRST_RETRY_PAUSE
        while True:
            self._announce(state.turn)
            try:
                return await self._engines.choose(state, level, self._asker())
            except EngineError as error:
                logger.error("game %s: a player failed: %s", self._host.name, error)  # noqa: TRY400 - no fault of this code
                self._host.broadcast(lambda translate: FailedMessage(PLAYER_FAILED.to_text(translate)))
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_RETRY_PAUSE)

    def _asker(self) -> Asker:
        """Return the client that the thinking is accounted to: a player, or else a watcher."""
        here = sorted(self._host.listeners, key=lambda listener: (not listener.seats, listener.client_id))
        return Asker(here[0].client_id if here else UNCOUNTED, self._host.name)

    def _announce(self, seat: int) -> None:
        self.thinking = thinking = ThinkingMessage(SEATS[seat])
        self._host.broadcast(lambda _: thinking)
