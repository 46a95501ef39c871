"""`ibau keys`: the secret and the signing keys of a server."""

from pathlib import Path
from typing import Literal

import click
from rich.table import Table

from ibau.core.phrase import N_
from ibau.language import translator
from ibau.terminal import console
from ibau.terminal.look import show_whole
from ibau.terminal.parameters import examples, json_option, language_option
from ibau.terminal.plain import print_json
from ibau.terminal.streams import say
from ibau.web.commands.parameters import data_option, key_option
from ibau.web.keyfile import FILE, Keys, existing_keys

KINDS = {"secret": N_("secret"), "signing": N_("signing key")}


@click.command(
    epilog=examples(
        "ibau keys --data /var/lib/ibau",
        "ibau keys --new signing",
        "ibau keys --withdraw 56475aa75463474c",
        "ibau keys --json > ibau-keys.json",
    )
)
@data_option
@key_option
@click.option(
    "--new",
    type=click.Choice(list(KINDS)),
    help="Make a new secret or signing key; the earlier ones are kept for their games.",
)
@click.option("--withdraw", metavar="ID", help="Declare that a signing key was stolen and no longer proves anything.")
@json_option
@language_option
def keys(
    data: Path,
    key: Path | None,
    new: Literal["secret", "signing"] | None,
    withdraw: str | None,
    lang: str,
    *,
    as_json: bool,
) -> None:
    """Show the keys of a server: the secret that throws follow from, and the keys it signs records with.

    JSON shows the public halves of the signing keys, as the server publishes them at /.well-known/ibau-keys.json.
    """
    found = existing_keys(key or data / FILE)
    if withdraw:
        found.withdraw(withdraw)
    if new == "signing":
        found.add_signing_key()
    if new == "secret":
        found.add_secret()
    if as_json:
        print_json(found.published())
        return
    show_keys(found, lang)
    if new or withdraw:
        say(N_("The server will use them from its next start."), lang)


def show_keys(keys: Keys, lang: str) -> None:
    """Print the keys as a table; nothing secret is in it."""
    translate = translator(lang)
    names = (N_("key"), "", N_("from"), N_("until"), N_("withdrawn"))
    table = Table(*(translate(name) if name else "" for name in names), box=None, header_style="dim", pad_edge=False)
    for entry in keys.entries:
        table.add_row(entry.id, translate(KINDS[entry.kind]), entry.since, entry.until, entry.withdrawn)
    show_whole(console(), table)
