"""What nothing changes once it is made."""

from typing import Any, NoReturn


class Value:
    """Sets its attributes once, by `_set`; setting them later is an error, since it is a value."""

    __slots__ = ()

    def _set(self, **attributes: Any) -> None:
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is a value; nothing changes its {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is a value; nothing takes its {name} away")
