"""The report of a study: Markdown with its plots, and a self-contained HTML page.

files = ibau.lab.reporting.report(Path("results"))
"""

from pathlib import Path

from ibau.machine.extras import check_installed

__all__ = ["report"]


def report(results: Path, folder: Path | None = None) -> list[Path]:
    """Write the report of the results in a folder: `report.html`, `report.md`, and plots for the latter.

    `folder`: where to write it, by default next to the results.

    Returns the paths of both reports.  Raises ExtraError without the extra `lab`, and ResultsError without results.
    """
    check_installed("lab")
    from ibau.lab.reporting.html_page import html_page
    from ibau.lab.reporting.report_text import StudyReport, results_in

    out = folder or results
    study = StudyReport(results_in(results))
    plots = study.pictures()
    for name, picture in plots.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(picture, "utf-8")
    (out / "report.md").write_text(study.markdown, "utf-8")
    (out / "report.html").write_text(html_page(study.markdown, plots), "utf-8")
    return [out / "report.html", out / "report.md"]
