"""A study played by a Dask cluster, whose client offers the interface of `concurrent.futures`."""

from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from distributed import Client

from ibau.lab.errors import ResultsError
from ibau.lab.running import OpenExecutor

SECONDS_TO_ANSWER = "10s"
connect: Any = Client  # only some of it has types
RETRIES = 5  # of a task whose worker dies under it


@contextmanager
def cluster(address: str) -> Generator[tuple[int, OpenExecutor]]:
    """How many workers a cluster has, and what opens an executor on it.

    Raises ResultsError where nobody answers at the address, or no worker is there.
    """
    try:
        client = connect(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ResultsError(f"No Dask scheduler answers at {address}; start one with `dask scheduler`.") from error
    with client:
        workers = sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
        if not workers:
            raise ResultsError(f"The cluster at {address} has no workers; start some with `dask worker {address}`.")

        def open_executor() -> Executor:
            executor: Executor = client.get_executor(retries=RETRIES, pure=False)
            return executor

        yield workers, open_executor
