"""The report of a study of readings: from a folder of results to a page and to Markdown.

files = ibau.lab.reporting.report(Path("results"))
"""

from pathlib import Path

from ibau.machine.extras import check_installed

__all__ = ["report"]

PLOTS = "plots"  # the folder of the pictures


def report(results: Path, folder: Path | None = None) -> list[Path]:
    """Write the report of a folder of results: `report.html`, `report.md`, and pictures for the latter.

    `folder` is by default that of the results.  Raises ExtraError without the extra `lab`, and ResultsError
    where there are no results.
    """
    check_installed("lab")
    from ibau.lab.reporting.markdown import drawings, markdown
    from ibau.lab.reporting.page import page
    from ibau.lab.reporting.sections import document
    from ibau.lab.reporting.study import read

    out = folder or results
    told = document(read(results))
    drawn = drawings(told)
    pictures = {name: f"{PLOTS}/{name}.svg" for name in drawn}
    texts = {pictures[name]: picture for name, picture in drawn.items()}
    texts |= {"report.html": page(told), "report.md": markdown(told, pictures)}
    (out / PLOTS).mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (out / name).write_text(text, "utf-8")
    return [out / "report.html", out / "report.md"]
