"""A heap of counters: a lot decides who begins, each player takes a few, and the player who takes the last one wins."""

from ibau.core.contract import System

SYSTEMS = (
    System.of(__name__, id="toy", title="The heap", label="A heap to take from, for tests.", seats=("Left", "Right")),
)
