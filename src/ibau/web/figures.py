"""The figures of a running server."""

from itertools import chain

from starlette.applications import Starlette

from ibau.machine.host import memory_used
from ibau.web.log.store import Store
from ibau.web.metrics import exposed
from ibau.web.rooms.lobby import Lobby
from ibau.web.thinking.engines import Engines


def figures(app: Starlette) -> str:
    """All of them, in the text form of Prometheus; read from any thread."""
    store: Store = app.state.store
    lobby: Lobby = app.state.lobby
    engines: Engines = app.state.engines
    rooms = list(lobby.rooms.values())
    metrics = (
        exposed("ibau_open_games", "Games in memory.", len(rooms)),
        exposed("ibau_sockets", "Sockets at open games.", sum(len(room.listeners) for room in rooms)),
        exposed("ibau_events_stored_total", "Events stored, by kind; actions are the played ones.", store.stored),
        exposed("ibau_commit_events", "Events stored by one commit.", store.batches),
        exposed("ibau_commit_seconds", "Time of one commit.", store.commits),
        exposed("ibau_refused_total", "Requests refused for a limit, by kind.", lobby.limits.refused),
        exposed("ibau_computers_thinking", "Computer players that think.", engines.thinking),
        exposed("ibau_computers_waiting", "Computer players that wait until they can think.", engines.waiting),
        exposed("process_resident_memory_bytes", "Memory of the server, without its computer players.", memory_used()),
    )
    return "\n".join(chain.from_iterable(metrics)) + "\n"
