"""`ibau help`: the same as `ibau COMMAND --help`."""

import click

from ibau.terminal.click_params import examples


@click.command("help", epilog=examples("ibau help", "ibau help play", "ibau help tables check"))
@click.argument("names", metavar="[COMMAND]...", nargs=-1)
@click.pass_context
def show_help(context: click.Context, names: tuple[str, ...]) -> None:
    """List the commands, or describe one COMMAND."""
    outer = context.find_root()
    for word in names:
        if not isinstance(outer.command, click.Group):
            raise click.UsageError(f"Got unexpected extra argument ({word})")
        name, command, _ = outer.command.resolve_command(outer, [word])
        outer = click.Context(command or outer.command, info_name=name, parent=outer)
    click.echo(outer.command.get_help(outer))
