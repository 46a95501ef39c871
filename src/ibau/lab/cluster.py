"""Worker pools on a Dask cluster; the only module that uses Dask.  Its workarounds are for distributed 2026.8."""

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
LOGGERS = "distributed", "distributed.client"  # those with their own level
UNKNOWN_CODE_ERRORS = ImportError, AttributeError  # raised by a machine without Ibau, or with another version


@contextmanager
def open_pool(
    cluster: str | None,
    workers: int,
    open_tool: Callable[[], AbstractContextManager[Tool]],
    worker_died: IbauError,
    grace: float = 0.0,
) -> Generator[WorkerPool[Tool]]:
    """Open a pool of workers: those of a Dask cluster, or processes of this machine.

    `cluster`: the address of the scheduler, such as `tcp://127.0.0.1:8786`; None for `workers` processes.
    `open_tool`: opens what each worker works with.
    `grace`: as in `process_executor`.

    Raises `worker_died` if workers have died, ExtraError without Dask, and ClusterError if no scheduler answers, there
    are no workers, or one has another version of Ibau.
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

    connect: Any = Client  # partially typed
    _check_address(address)
    with _dask_log_off():
        try:
            client = connect(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
        except OSError as error:
            raise ClusterError(f"No Dask scheduler answers at {address!r}; start one with `dask scheduler`.") from error
        with client:
            yield client


def _check_address(address: str) -> None:
    """Raise ClusterError for an invalid address; a half-made client would warn when it is garbage-collected."""
    from distributed.comm.addressing import get_address_host
    from distributed.security import Security

    try:
        get_address_host(address)
    except ValueError as error:
        raise ClusterError(f"{address!r} is no address of a scheduler, such as tcp://127.0.0.1:8786.") from error
    security: Any = Security  # untyped
    arguments = security().get_connection_args("client")
    if address.startswith("tls:") and not arguments["ssl_context"]:
        raise ClusterError(f"{address!r} needs certificates, and Dask's configuration names none.")


@contextmanager
def _dask_log_off() -> Generator[None]:
    """Silence Dask's log in the block: it logs a traceback per lost connection, and we raise errors for them."""
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
    """The version of Ibau on this machine."""
    return version("ibau")


def _slot_count(client: Any, address: str) -> int:
    """The number of threads of all workers.

    Raises ClusterError if there are no workers, or one has another version of Ibau.
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
    """The workers of a cluster, through the executor of a Dask client."""

    def __init__(
        self, client: Any, address: str, open_tool: Callable[[], AbstractContextManager[Tool]], worker_died: IbauError
    ) -> None:
        """Raises ClusterError if there are no workers, or one has another version of Ibau."""
        super().__init__(client.get_executor(pure=False), _slot_count(client, address), open_tool, worker_died)
        self._client, self._address = client, address

    def map(self, do: Callable[[Tool, Piece], Result], pieces: Iterable[Piece]) -> Generator[Result]:
        """As WorkerPool.map.  Raises ClusterError if the scheduler no longer answers or a worker lacks a module."""
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
        """Raise ClusterError if the scheduler died: Dask never completes a task whose result was being fetched."""
        if self._client.status != "running":
            raise self._lost()

    def cancel(self, futures: Iterable[Future[Any]]) -> None:
        """Cancel, unless the scheduler is lost: the client would wait for it."""
        if self._client.status == "running":
            super().cancel(futures)

    def close(self) -> None:
        """Shut down Dask's executor, which takes no `cancel_futures`, and close the tools of the workers."""
        if self._executor and self._client.status == "running":
            self._executor.shutdown(wait=False)
            with suppress(OSError):
                self._client.run(close_tools, self.tool_source.name, on_error="ignore")

    def _lost(self) -> ClusterError:
        return ClusterError(f"The scheduler at {self._address} no longer answers.")
