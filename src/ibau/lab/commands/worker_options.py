"""Options shared by several commands of the laboratory."""

from collections.abc import Mapping
from typing import Any

import click

from ibau.core.limits import MOST_WORKERS
from ibau.terminal.click_params import IntegerType

workers = IntegerType(1, MOST_WORKERS)


class ClusterOption(click.Option):
    """The address of a cluster; excludes --workers."""

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        if self.name in opts and "workers" in opts:
            text = "--workers counts processes of this machine; with --cluster all workers of the cluster work."
            raise click.UsageError(text, ctx)
        return super().handle_parse_result(ctx, opts, args)


cluster_option = click.option(
    "--cluster",
    cls=ClusterOption,
    metavar="ADDRESS",
    help="Let a Dask cluster do the work; the address of its scheduler.",
)
