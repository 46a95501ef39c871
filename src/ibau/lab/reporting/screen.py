"""`ibau lab report`: what a study has found, as files."""

from pathlib import Path

import click

from ibau.core.phrase import N_, Phrase
from ibau.lab import reporting
from ibau.language import translator

WRITTEN = N_("The report is in {files}.")


def show_report(results: Path, out: Path | None, lang: str) -> None:
    """Write the report of a folder of results, and say where it is.  Raises ExtraError and ResultsError."""
    files = reporting.report(results, lang, out)
    click.echo(Phrase(WRITTEN, {"files": ", ".join(map(str, files))}).said(translator(lang)))
