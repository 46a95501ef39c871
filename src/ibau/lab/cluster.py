"""A Dask cluster: who is there, and the executor that sends them work.  Nothing else knows Dask.

Its client offers the interface of `concurrent.futures`; what can go wrong is told in the terms of that interface too.
"""

import logging
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from importlib.metadata import version
from typing import Any, TypeVar

from ibau.core.errors import ClusterError, IbauError
from ibau.lab.work import Pool, put_away
from ibau.machine.extras import check_installed

SECONDS_TO_ANSWER = 10.0
LOGGERS = "distributed", "distributed.client"  # those with a level of their own
STRANGERS = (ImportError, AttributeError)  # what a machine raises that does not know our modules, or others than ours

Tool = TypeVar("Tool")


@contextmanager
def cluster_at(address: str) -> Generator["Cluster"]:
    """The cluster whose scheduler has an address, such as `tcp://127.0.0.1:8786`.

    Raises ExtraError where the library for it is missing, and ClusterError where nobody answers there, no worker is
    there, or one has another version of Ibau.
    """
    with _connected(address) as client:
        found = Cluster(client, address)
        found.check()
        yield found


@contextmanager
def _connected(address: str) -> Generator[Any]:
    check_installed("cluster")
    from distributed import Client

    connect: Any = Client  # only some of it has types
    _check(address)
    with _silent():
        try:
            client = connect(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
        except OSError as error:
            raise ClusterError(f"No Dask scheduler answers at {address!r}; start one with `dask scheduler`.") from error
        with client:
            yield client


def _check(address: str) -> None:
    """Raises ClusterError where a client could not even ask: half made, it would complain later on."""
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
def _silent() -> Generator[None]:
    """What Dask logs in the block is not shown: errors of ours tell it."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def version_here() -> str:
    """Which Ibau a machine has."""
    return version("ibau")


class Cluster:
    """The workers of a cluster; what they do is the same no matter which of them does it."""

    def __init__(self, client: Any, address: str) -> None:
        """`client` is one of Dask's."""
        self.address = address
        self._client = client

    @property
    def count(self) -> int:
        """How many tasks are done at once: a worker has one thread or more."""
        workers: dict[str, dict[str, int]] = self._client.scheduler_info(n_workers=-1)["workers"]
        return sum(worker["nthreads"] for worker in workers.values())

    def check(self) -> None:
        """Raises ClusterError where there are no workers, or one has another version of Ibau."""
        if not self.count:
            raise ClusterError(
                f"The cluster at {self.address} has no workers; start some with `dask worker {self.address}`."
            )
        wanted = version_here()
        versions: dict[str, Any] = self._client.run(version_here, on_error="return")
        for worker, found in versions.items():
            if isinstance(found, STRANGERS) or (isinstance(found, str) and found != wanted):
                other = f"Ibau {found}" if isinstance(found, str) else "no such Ibau"
                raise ClusterError(f"The worker {worker} has {other}; install Ibau {wanted} on all machines.")

    def executor(self) -> Executor:
        """What sends work to it.

        A future fails with BrokenExecutor where several workers have died under its task, and with ClusterError where
        the scheduler does not answer any more.
        """
        return _DaskExecutor(self._client, self.address)

    @contextmanager
    def pool(self, open_tool: Callable[[], AbstractContextManager[Tool]], death: IbauError) -> Generator[Pool[Tool]]:
        """A pool of its workers; `death` is raised where several of them have died under the same task."""
        pool = Pool(self.executor(), self.count, open_tool, death)
        try:
            with pool:
                yield pool
        finally:
            if self._client.status == "running":
                with suppress(OSError):
                    self._client.run(put_away, pool.work.name, on_error="ignore")


class _DaskExecutor(Executor):
    """The executor of a Dask client, whose futures fail with what those of processes would."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._executor: Executor = client.get_executor(pure=False)
        self._address = address
        self._open: set[Future[Any]] = set()
        self._watch = _every_second(self._look_after_them)
        client.loop.add_callback(self._watch.start)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._open.add(future)
        future.add_done_callback(self._open.discard)
        theirs = self._executor.submit(fn, *args, **kwargs)
        theirs.add_done_callback(partial(self._pass_on, future))
        future.add_done_callback(lambda ours: theirs.cancel() if ours.cancelled() else None)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 - its futures are cancelled anyway
        """Without a wait what has not begun is cancelled."""
        self._client.loop.add_callback(self._watch.stop)
        if self._client.status == "running":
            self._executor.shutdown(wait)

    def _pass_on(self, ours: Future[Any], theirs: Future[Any]) -> None:
        """What became of a task, for those who wait for it."""
        if ours.done() or not ours.set_running_or_notify_cancel():
            return
        try:
            ours.set_result(theirs.result())
        except CancelledError:
            ours.set_exception(self._lost())
        except ImportError as error:
            ours.set_exception(ClusterError(f"A worker of the cluster lacks what is installed here: {error}."))
        except Exception as error:  # noqa: BLE001 - it is raised where the result is asked for
            ours.set_exception(_known(error))

    def _look_after_them(self) -> None:
        """Where the scheduler dies while a result is fetched, Dask never says what became of that task."""
        if self._client.status != "running":
            for ours in [*self._open]:
                if ours.set_running_or_notify_cancel():
                    ours.set_exception(self._lost())

    def _lost(self) -> ClusterError:
        return ClusterError(f"The scheduler at {self._address} no longer answers.")


def _every_second(do: Callable[[], None]) -> Any:
    from tornado.ioloop import PeriodicCallback

    return PeriodicCallback(do, 1000)


def _known(error: Exception) -> Exception:
    """An error as it came, or a BrokenExecutor where it says that workers have died."""
    from distributed import KilledWorker

    return BrokenExecutor(str(error)) if isinstance(error, KilledWorker) else error
