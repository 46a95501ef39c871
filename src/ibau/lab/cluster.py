"""A Dask cluster, whose workers do the pieces of a work.  Nothing else knows Dask.

What is worked around was seen in distributed 2026.8; each place says why.
"""

import logging
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Future
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib.metadata import version
from typing import Any

from ibau.core.errors import ClusterError, IbauError
from ibau.lab.worker_pool import Piece, Result, Tool, WorkerPool, close_tools, process_executor
from ibau.machine.extras import check_installed

SECONDS_TO_ANSWER = 10.0
LOGGERS = "distributed", "distributed.client"  # those with a level of their own
UNKNOWN_CODE_ERRORS = (
    ImportError,
    AttributeError,
)  # what a machine raises that does not know our modules, or others than ours


@contextmanager
def open_pool(
    cluster: str | None,
    workers: int,
    open_tool: Callable[[], AbstractContextManager[Tool]],
    worker_died: IbauError,
    grace: float = 0.0,
) -> Generator[WorkerPool[Tool]]:
    """The workers of the cluster whose scheduler has an address, such as `tcp://127.0.0.1:8786`.

    Without an address so many processes of this machine, with `grace` as `processes` has it.  `worker_died` is raised
    where they have died.  Raises ExtraError where Dask is missing, and ClusterError where nobody answers there, no
    worker is there, or one has another version of Ibau.
    """
    if cluster is None:
        with WorkerPool(process_executor(workers, grace), workers, open_tool, worker_died) as pool:
            yield pool
        return
    with _connect(cluster) as client, ClusterPool(client, cluster, open_tool, worker_died) as pool:
        yield pool


@contextmanager
def _connect(address: str) -> Generator[Any]:
    check_installed("cluster")
    from distributed import Client

    connect: Any = Client  # only some of it has types
    _check_address(address)
    with _dask_log_off():
        try:
            client = connect(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
        except OSError as error:
            raise ClusterError(f"No Dask scheduler answers at {address!r}; start one with `dask scheduler`.") from error
        with client:
            yield client


def _check_address(address: str) -> None:
    """Raises ClusterError where a client could not even ask: half made, it would complain when it is collected."""
    from distributed.comm.addressing import get_address_host
    from distributed.security import Security

    try:
        get_address_host(address)
    except ValueError as error:
        raise ClusterError(f"{address!r} is no address of a scheduler, such as tcp://127.0.0.1:8786.") from error
    security: Any = Security  # it has no types
    arguments = security().get_connection_args("client")
    if address.startswith("tls:") and not arguments["ssl_context"]:
        raise ClusterError(f"{address!r} needs certificates, and Dask's configuration names none.")


@contextmanager
def _dask_log_off() -> Generator[None]:
    """What Dask logs in the block is not shown: it logs lost connections with a traceback each, and errors of ours
    tell them.
    """
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def ibau_version() -> str:
    """Which Ibau a machine has."""
    return version("ibau")


def _slot_count(client: Any, address: str) -> int:
    """How many tasks are done at once: a worker has one thread or more.

    Raises ClusterError where there are no workers, or one has another version of Ibau.
    """
    workers: dict[str, dict[str, int]] = client.scheduler_info(n_workers=-1)["workers"]
    if not workers:
        raise ClusterError(f"The cluster at {address} has no workers; start some with `dask worker {address}`.")
    wanted = ibau_version()
    versions: dict[str, Any] = client.run(ibau_version, on_error="return")
    for worker, found in versions.items():
        if isinstance(found, UNKNOWN_CODE_ERRORS) or (isinstance(found, str) and found != wanted):
            other = f"Ibau {found}" if isinstance(found, str) else "no such Ibau"
            raise ClusterError(f"The worker {worker} has {other}; install Ibau {wanted} on all machines.")
    return sum(worker["nthreads"] for worker in workers.values())


class ClusterPool(WorkerPool[Tool]):
    """Workers of a cluster, by the executor of a Dask client."""

    def __init__(
        self,
        client: Any,
        address: str,
        open_tool: Callable[[], AbstractContextManager[Tool]],
        worker_died: IbauError,
    ) -> None:
        """Raises ClusterError where there are no workers, or one has another version of Ibau."""
        super().__init__(client.get_executor(pure=False), _slot_count(client, address), open_tool, worker_died)
        self._client, self._address = client, address

    def map(self, do: Callable[[Tool, Piece], Result], pieces: Iterable[Piece]) -> Generator[Result]:
        """As of any pool; what Dask raises is told in our errors.

        Raises ClusterError where the scheduler does not answer any more.
        """
        from distributed import KilledWorker

        try:
            yield from super().map(do, pieces)
        except KilledWorker as error:
            raise self._worker_died from error
        except CancelledError as error:  # of all tasks, where the scheduler has died
            raise self._lost() from error
        except ImportError as error:
            raise ClusterError(f"A worker of the cluster lacks what is installed here: {error}.") from error

    def check(self) -> None:
        """Where the scheduler dies while a result is fetched, Dask never says what became of that task."""
        if self._client.status != "running":
            raise self._lost()

    def cancel(self, futures: Iterable[Future[Any]]) -> None:
        """A client that has lost its scheduler would wait for it."""
        if self._client.status == "running":
            super().cancel(futures)

    def close(self) -> None:
        """Its executor takes no `cancel_futures`, and workers keep their tools until they are told."""
        if self._executor and self._client.status == "running":
            self._executor.shutdown(wait=False)
            with suppress(OSError):
                self._client.run(close_tools, self.tool_source.name, on_error="ignore")

    def _lost(self) -> ClusterError:
        return ClusterError(f"The scheduler at {self._address} no longer answers.")
