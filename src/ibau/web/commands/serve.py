"""`ibau serve`: the server for browsers."""

import sys
from pathlib import Path
from typing import Any

import click

from ibau.language import LANGUAGES
from ibau.terminal.click_params import IntegerType, PathType, UrlType, WordsType, examples
from ibau.web.address import HOST, LARGEST_PORT, PORT
from ibau.web.commands.serve_params import NetworkType, data_option, database_option


@click.command(
    epilog=examples(
        "ibau serve",
        "ibau serve --host 0.0.0.0 --port 80 --data /var/lib/ibau",
        "ibau serve --host 0.0.0.0 --url https://games.example.org",
        "ibau serve --kiosk seega,senet-race --lang fr,en",
    )
)
@click.option(
    "--host",
    default=HOST,
    show_default=True,
    help="The address to listen on; by default, only this machine can connect.",
)
@click.option(
    "--port", type=IntegerType(0, LARGEST_PORT), default=PORT, show_default=True, help="The port; 0 takes a free one."
)
@click.option(
    "--url",
    type=UrlType(),
    default="",
    help="The address at which others reach the server; everything is below its path, if it has one.",
)
@click.option(
    "--kiosk",
    type=WordsType(),
    metavar="GAMES",
    help="Show only these games, on a screen that starts over when nobody touches it for 90 seconds.",
)
@click.option(
    "--lang",
    "languages",
    type=WordsType(LANGUAGES),
    default=",".join(LANGUAGES),
    show_default=True,
    metavar="LANGUAGES",
    help="The languages offered; the first is the default for everyone else.",
)
@data_option
@database_option
@click.option(
    "--proxy",
    "proxies",
    type=NetworkType(),
    multiple=True,
    help=(
        "The address or network of a trusted proxy: what it says about where requests come from is believed; may be "
        "given several times."
    ),
)
@click.option(
    "--keep-days",
    type=IntegerType(1, 36500),
    help=(
        "Remove games in which nothing has happened for this many days; by default only those in which nobody ever "
        "moved, after 30."
    ),
)
@click.option(
    "--drain",
    type=IntegerType(0, 3600),
    default=0,
    show_default=True,
    metavar="SECONDS",
    help="Disconnect players over this many seconds when the server stops, not all at once.",
)
@click.option(
    "--assets",
    type=PathType(folder=True),
    help=(
        "Keep the page's files of the last three versions in this folder, so that pages of an older one find theirs; "
        "servers may share it."
    ),
)
@click.option(
    "--metrics-port",
    type=IntegerType(1, LARGEST_PORT),
    help="Serve metrics for Prometheus on this port of the same address; by default there are none.",
)
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Open the page in the browser; by default only when started from a terminal.",
)
def serve(
    host: str,
    port: int,
    data: Path,
    url: str,
    kiosk: tuple[str, ...] | None,
    languages: tuple[str, ...],
    opens: bool | None,
    **more: Any,
) -> None:
    """Serve the browser board."""
    from ibau.machine.os_support import is_graphical
    from ibau.web.app import Settings
    from ibau.web.serving import run
    from ibau.web.site import Kiosk, Site

    site = Site(url, languages, None if kiosk is None else Kiosk(kiosk))
    for_others = host != HOST or url or kiosk is not None
    if opens and for_others:
        raise click.UsageError("--open is for playing on this machine; leave out --host, --url and --kiosk.")
    wanted = sys.stdout.isatty() and not for_others if opens is None else opens
    run(host, port, Settings(data, site=site, opens_browser=wanted and is_graphical(), **more))
