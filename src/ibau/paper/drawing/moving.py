"""A moving picture: scenes of which one is seen at a time, over and over."""

from collections.abc import Sequence

SECONDS = 1.2  # that each scene is shown
REST = 3  # times as long, the last one


def in_turn(scenes: Sequence[str]) -> str:
    """The scenes, one after the other; where nothing moves, the last one."""
    whole = len(scenes) - 1 + REST
    return "".join(_seen(scene, n, whole, is_last=n == len(scenes) - 1) for n, scene in enumerate(scenes))


def _seen(scene: str, n: int, whole: int, *, is_last: bool) -> str:
    """A scene that is hidden but for its time."""
    changes = [(0, "hidden")] * (n > 0) + [(n, "visible")] + [(n + 1, "hidden")] * (not is_last)
    times = ";".join(f"{at / whole:.4g}" for at, _ in changes)
    values = ";".join(value for _, value in changes)
    animated = (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{whole * SECONDS:g}s" '
        f'repeatCount="indefinite" keyTimes="{times}" values="{values}"/>'
    )
    return f'<g visibility="{"visible" if is_last else "hidden"}">{scene}{animated}</g>'
