"""What the commands of the server take."""

import ipaddress
from pathlib import Path
from typing import Any

import click

from ibau.terminal.click_params import Context, Parameter, PathType
from ibau.web.address import data_folder


class NetworkType(click.ParamType[str]):
    """An address such as `10.0.0.1`, or a network such as `10.0.0.0/8`."""

    name = "network"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> str:
        try:
            return str(ipaddress.ip_network(str(value).strip("[]"), strict=False))
        except ValueError:
            self.fail(
                f"{value!r} is neither an address such as 10.0.0.1 nor a network such as 10.0.0.0/8.",
                param,
                ctx,
            )


def short_path(folder: Path) -> str:
    """A folder as people write it, where it lies in their own."""
    home = Path.home()
    return str("~" / folder.relative_to(home)) if folder.is_relative_to(home) else str(folder)


data_option = click.option(
    "--data",
    type=PathType(folder=True),
    default=data_folder,
    show_default=short_path(data_folder()),
    help="The folder where games are kept.",
)
