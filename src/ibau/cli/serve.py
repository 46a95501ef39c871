"""`ibau serve` and `ibau engine`: Ibau for browsers and for other programs."""

import sys
from pathlib import Path
from typing import Any

import click

from ibau.cli.streams import check_open
from ibau.cli.types import NetworkType, Whole, data_option, examples
from ibau.web.address import HOST, LARGEST_PORT, PORT


@click.command(epilog=examples("ibau serve", "ibau serve --host 0.0.0.0 --port 80 --data /var/lib/ibau"))
@click.option("--host", default=HOST, show_default=True, help="The address to listen on, at first this machine alone.")
@click.option(
    "--port", type=Whole(0, LARGEST_PORT), default=PORT, show_default=True, help="The port; 0 takes a free one."
)
@data_option
@click.option(
    "--proxy",
    "proxies",
    type=NetworkType(),
    multiple=True,
    help="The address or network of a proxy whose word is taken for who comes; may be given several times.",
)
@click.option(
    "--keep-days",
    type=Whole(1, 36500),
    help="Remove games in which nothing has happened for so many days; by default all are kept.",
)
@click.option(
    "--metrics-port",
    type=Whole(1, LARGEST_PORT),
    help="Show metrics for Prometheus at this port of the same address; by default none are shown.",
)
def serve(host: str, port: int, data: Path, **more: Any) -> None:
    """Serve the browser board."""
    from ibau.web.serving import serve as serve_board

    serve_board(host, port, data, **more)


@click.command(epilog=examples("printf 'position startpos\\nquery actions\\n' | ibau engine"))
def engine() -> None:
    """Answer the engine protocol on standard input and output.

    It is the Universal Game Interface, extended by throws and lots.
    """
    from ibau.adapters.ugi import serve as answer

    check_open("input", "output")
    answer(sys.stdin.buffer, sys.stdout.buffer)
