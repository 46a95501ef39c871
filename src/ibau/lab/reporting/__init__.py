"""The report of a study of readings: from a folder of results to a page and to Markdown, in three languages.

files = ibau.lab.reporting.report(Path("results"), "de")
"""

from pathlib import Path

from ibau.language import check
from ibau.machine.extras import check_installed

__all__ = ["report"]

PLOTS = "plots"  # the folder of the pictures


def report(results: Path, lang: str, folder: Path | None = None) -> list[Path]:
    """Write the report of a folder of results: `report-LANG.html`, `report-LANG.md`, and pictures for the latter.

    `folder` is by default that of the results.  Raises LanguageError, ExtraError without the extra `lab`, and
    ResultsError where there are no results.
    """
    check(lang)
    check_installed("lab")
    from ibau.lab.reporting.markdown import drawings, markdown
    from ibau.lab.reporting.page import page
    from ibau.lab.reporting.sections import document
    from ibau.lab.reporting.study import read

    out = folder or results
    told = document(read(results), lang)
    drawn = drawings(told)
    pictures = {name: f"{PLOTS}/{name}-{lang}.svg" for name in drawn}
    texts = {pictures[name]: picture for name, picture in drawn.items()}
    texts |= {f"report-{lang}.html": page(told), f"report-{lang}.md": markdown(told, pictures)}
    (out / PLOTS).mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (out / name).write_text(text, "utf-8")
    return [out / f"report-{lang}.html", out / f"report-{lang}.md"]
