"""What the bytes of results depend on beside the study."""

from importlib.metadata import version

from ibau.core.record import RULES_VERSION

LIBRARIES = ("numpy", "polars", "scipy")


def versions() -> dict[str, str]:
    """The version of Ibau, of its rules, and of the libraries that make figures of games."""
    return {"ibau": version("ibau"), "rules": RULES_VERSION, **{name: version(name) for name in LIBRARIES}}
