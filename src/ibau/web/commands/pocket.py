"""`ibau pocket`: the page that needs no server."""

import shutil
from pathlib import Path

import click

from ibau.terminal.click_params import IntegerType, PathType, examples
from ibau.web.address import HOST, LARGEST_PORT, PORT


@click.command(epilog=examples("ibau pocket games", "ibau pocket --serve"))
@click.argument("folder", type=PathType(), required=False)
@click.option("--serve", is_flag=True, help="Show it here, to try it out, instead of copying it.")
@click.option(
    "--port", type=IntegerType(0, LARGEST_PORT), default=PORT, show_default=True, help="The port, with --serve."
)
def pocket(folder: Path | None, port: int, *, serve: bool) -> None:
    """Copy the page that plays without a server into a new FOLDER, for any web host."""
    from ibau.web.pocket.folder import require_folder

    if serve == (folder is not None):
        raise click.UsageError("Name a folder, or say --serve.")
    made = require_folder()
    if folder:
        shutil.copytree(made, folder)
        click.echo(f"{folder} plays without a server: put it on any web host.")
        return
    from ibau.web.pocket.folder_server import folder_server

    with folder_server(made, HOST, port) as server:
        click.echo(f"It is shown at http://{HOST}:{server.server_port}/. Ctrl-C ends it.")
        server.serve_forever()
