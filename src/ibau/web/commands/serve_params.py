"""Parameters of the server's commands."""

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
            self.fail(f"{value!r} is neither an address such as 10.0.0.1 nor a network such as 10.0.0.0/8.", param, ctx)


class DataFolderType(PathType):
    """The folder of a server; the address of a database is no folder, and not repeated: a password may be in it."""

    def convert(self, value: Any, param: Parameter, ctx: Context) -> Any:
        from ibau.web.log.postgres_database import is_address

        if is_address(str(value)):
            self.fail("the address of a PostgreSQL database belongs to --database.", param, ctx)
        return super().convert(value, param, ctx)


def short_path(folder: Path) -> str:
    """The path of a folder, with ~ for the home folder."""
    home = Path.home()
    return str("~" / folder.relative_to(home)) if folder.is_relative_to(home) else str(folder)


data_option = click.option(
    "--data",
    type=DataFolderType(folder=True),
    default=data_folder,
    show_default=short_path(data_folder()),
    help="The folder where games are kept.",
)


database_option = click.option(
    "--database",
    default="",
    metavar="ADDRESS",
    help=(
        "Games are kept in a PostgreSQL database, which several servers may share, not in a folder; an address looks "
        "like postgresql://ibau@db.example.org/ibau, and the password belongs in a file (PGPASSFILE)."
    ),
)
