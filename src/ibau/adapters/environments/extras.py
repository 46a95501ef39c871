"""The libraries that an adapter needs and a plain install does not bring."""


def lacking(name: str, extra: str) -> ModuleNotFoundError:
    """What is raised where one is not installed."""
    return ModuleNotFoundError(f"{name} is not installed; get it by pip install 'ibau[{extra}]'.")
