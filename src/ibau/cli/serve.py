"""`ibau serve` and `ibau engine`: Ibau for browsers and for other programs."""

import sys
from pathlib import Path

import click

from ibau.cli.streams import check_open
from ibau.cli.types import PathType, Whole


@click.command(epilog="Examples: ibau serve, ibau serve --host 0.0.0.0 --port 80 --data /var/lib/ibau")
@click.option("--host", help="The address to listen on; by default this machine alone.")
@click.option("--port", type=Whole(0, 65535), help="The port; 0 takes a free one.")
@click.option("--data", type=PathType(folder=True), help="The folder where games are kept.")
def serve(host: str | None, port: int | None, data: Path | None) -> None:
    """Serve the browser board."""
    from ibau.web import HOST, PORT
    from ibau.web import serve as serve_board

    serve_board(HOST if host is None else host, PORT if port is None else port, data)


@click.command(epilog="Example: printf 'position startpos\\nquery actions\\n' | ibau engine")
def engine() -> None:
    """Answer the engine protocol on standard input and output.

    It is the Universal Game Interface, extended by throws and lots.
    """
    from ibau.adapters.ugi import serve as answer

    check_open("input", "output")
    answer(sys.stdin.buffer, sys.stdout.buffer)
