"""`ibau help`: what `ibau COMMAND --help` says too."""

import click

from ibau.cli.types import examples


@click.command("help", epilog=examples("ibau help", "ibau help play"))
@click.argument("command", metavar="[COMMAND]", required=False)
@click.pass_context
def show_help(context: click.Context, command: str | None) -> None:
    """Say which commands there are, or what one COMMAND does."""
    outer = context.find_root()
    asked: click.Command | None = outer.command
    if command and isinstance(asked, click.Group):
        name, asked, _ = asked.resolve_command(outer, [command])
        outer = click.Context(asked or outer.command, info_name=name, parent=outer)
    click.echo(outer.command.get_help(outer))
