"""The libraries that an adapter needs and a plain install does not bring."""

from ibau.machine.extras import install_line


def lacking(name: str, extra: str) -> ModuleNotFoundError:
    """What is raised where one is not installed."""
    return ModuleNotFoundError(f"{name} is not installed; get it by: {install_line(extra)}")
