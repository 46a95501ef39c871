"""The rules on a graphics card: they compile for one, and its simulator plays as the processor does.

`make test-all` installs the extra `gpu` for it; no card is needed.
"""

import os
import subprocess
import sys

import numpy as np
import pytest

from ibau.core.batch.arrays import Plan, new_arrays
from ibau.core.errors import CudaError
from ibau.games import game, systems

pytestmark = [pytest.mark.slow, pytest.mark.gpu]

SIMULATED = """
import numpy as np
import ibau
from ibau.core.cuda import play_out

played = play_out(ibau.game({ruleset!r}), 10, seed=3, longest=400)
batch = ibau.batch({ruleset!r}, n=10, seed=3, autoreset="disabled", longest=400)
while not batch.over.all():
    batch.step(np.full(10, -1), where=~batch.over)
for name in ("final_positions", "final_lengths", "random", "turns"):
    assert (getattr(played, name) == getattr(batch._arrays, name)).all(), name
assert batch.final_lengths.min() > 0
"""


@pytest.mark.parametrize("system", systems())
def test_every_step_compiles_for_a_card(system: str) -> None:
    from ibau.core.cuda import playout_kernel, ptx, step_kernel

    played = game(system)
    arrays = new_arrays(1, len(played.system.rulebook.Position._fields), played.system.most_groups, rows=8)
    plan = Plan(autoreset=0, throws_given=0, longest=400)
    step = ptx(step_kernel(played.system), played.rules, plan, arrays, np.zeros(1, np.int64))
    for text in (step, ptx(playout_kernel(played.system), played.rules, plan, arrays)):
        assert ".visible .entry" in text
        assert ".local" not in text, "a position lives in registers"


@pytest.mark.parametrize("ruleset", systems())
def test_the_simulator_plays_as_the_processor_does(ruleset: str) -> None:
    """Ten games bit for bit."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", SIMULATED.format(ruleset=ruleset)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_missing_card_is_answered() -> None:
    from ibau.core.cuda import check_card, cuda

    if not cuda.is_available():
        with pytest.raises(CudaError, match="There is no graphics card here that CUDA can use"):
            check_card()
