"""The report of a study of readings: Markdown with its plots beside it, and one page that needs nothing else.

files = ibau.lab.reporting.report(Path("results"))
"""

from pathlib import Path

from ibau.machine.extras import check_installed

__all__ = ["report"]


def report(results: Path, folder: Path | None = None) -> list[Path]:
    """Write the report of a folder of results: `report.html`, `report.md`, and the plots of the latter.

    `folder` is by default that of the results.  Raises ExtraError without the extra `lab`, and ResultsError
    where there are no results.
    """
    check_installed("lab")
    from ibau.lab.reporting.html_page import html_page
    from ibau.lab.reporting.report_text import StudyReport, results_in

    out = folder or results
    made = StudyReport(results_in(results))
    plots = made.pictures()
    for name, picture in plots.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(picture, "utf-8")
    (out / "report.md").write_text(made.markdown, "utf-8")
    (out / "report.html").write_text(html_page(made.markdown, plots), "utf-8")
    return [out / "report.html", out / "report.md"]
