"""Batches in several threads and processes: one thread at a time, and pickling keeps the state."""

import copy
import multiprocessing
import pickle
from multiprocessing.connection import Connection
from threading import Thread

import numpy as np
import pytest

import ibau
from ibau.lab.batch import Batch

RACE = "senet-race"


def refused(batch: Batch) -> list[str]:
    """The error messages of a batch used in another thread."""
    texts: list[str] = []

    def ask() -> None:
        for asked in (
            batch.step,
            batch.reset,
            lambda: batch.legal,
            lambda: batch.mask,
            lambda: batch.observations,
            lambda: batch.state(0),
            lambda: pickle.dumps(batch),
        ):
            with pytest.raises(RuntimeError) as error:
                asked()
            texts.append(str(error.value))

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    return texts


def test_all_that_would_disturb_a_step_is_refused_meanwhile() -> None:
    batch = ibau.batch(RACE, 4)
    with batch._one_thread:
        assert len(batch.legal) == 4, "its holder may look"
        texts = refused(batch)
    assert len(texts) == 7
    assert all("in use by another thread" in sentence for sentence in texts)
    batch.step()


def played(batch: Batch) -> list[list[int]]:
    """Where the games of a batch stand after a few more steps."""
    for _ in range(5):
        batch.step()
    return [list(map(int, column)) for column in batch.positions]


@pytest.mark.posix
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_goes_on_after_a_fork(threads: int) -> None:
    batch = ibau.batch(RACE, 64, threads=threads, seed=3)
    played(batch)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()

    def child(end: Connection) -> None:
        end.send(played(batch))

    process = context.Process(target=child, args=(there,), daemon=True)
    process.start()
    assert here.poll(60), "the child hangs"
    assert here.recv() == played(batch)
    process.join(60)
    assert process.exitcode == 0


def test_systems_and_playouts_are_sent_too() -> None:
    for system in ibau.systems().values():
        assert pickle.loads(pickle.dumps(system)) is system  # noqa: S301 - our own
        assert copy.deepcopy(system) is copy.copy(system) is system
    played = ibau.playouts(ibau.game(RACE).initial(), 3)
    for other in (pickle.loads(pickle.dumps(played)), copy.deepcopy(played)):  # noqa: S301 - our own
        assert (other.system, other.outcomes, other.actions) == (played.system, played.outcomes, played.actions)


@pytest.mark.parametrize("wrong", [2**64 - 1, 2**63])
def test_no_number_becomes_another_one(wrong: int) -> None:
    batch = ibau.batch(RACE, 4)
    before = [list(map(int, column)) for column in batch.positions]
    with pytest.raises(ibau.ArrayError, match=f"There is no action {wrong}"):
        batch.step(np.full(4, wrong, np.uint64))
    assert [list(map(int, column)) for column in batch.positions] == before
