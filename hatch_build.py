"""Wheels and source archives carry what is built: the browser client, the drawings, the catalogues.

A wheel holds the page that plays without a server too where IBAU_POCKET_FOLDER names the folder of one that was made.
Kernels are kept in git; a build refuses them where the rules have changed since they were made.  Python is all that a
user needs.  What a package index shows of them is README.md without the files beside it.
"""

import os
import re
import runpy
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ARCHIVED = "PKG-INFO"  # stands at the root of a source archive, which carries all of this already

POCKET_FOLDER = os.environ.get("IBAU_POCKET_FOLDER", "")
OF_PYODIDE = (" AND MPL-2.0 AND PSF-2.0", "client/pocket/licences/*.txt")  # and of CPython, which the folder holds too
LICENCES = "MIT AND OFL-1.1" + (OF_PYODIDE[0] if POCKET_FOLDER else "")  # the second is that of the page's fonts
LICENCE_FILES = ["LICENSE", "THIRD-PARTY.txt", "client/public/fonts/*.txt", *([OF_PYODIDE[1]] if POCKET_FOLDER else ())]


class ClientAndCatalogues(BuildHookInterface[Any]):
    """Builds what git does not hold."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build client and catalogues; an editable install reads them from the work tree, where make builds them."""
        root = Path(self.root)
        if POCKET_FOLDER and self.target_name == "wheel":
            if not (Path(POCKET_FOLDER) / "index.html").is_file():
                self.app.abort(f"There is no page in {POCKET_FOLDER}: `make pocket` makes one.")
            build_data["force_include"][str(Path(POCKET_FOLDER).resolve())] = "ibau/web/pocket/page"
        if version == "editable" or (root / ARCHIVED).exists():
            return
        sys.path.insert(0, str(root / "src"))
        kernels, catalogues, client = (
            runpy.run_path(str(root / "scripts" / name)) for name in ("kernels.py", "catalogues.py", "client.py")
        )
        if stale := ", ".join(kernels["stale"]()):
            self.app.abort(f"These kernels are not those of the rules as they are; `make kernels` makes them: {stale}")
        catalogues["compile_all"]()
        try:
            client["build"]()
        except client["ClientError"] as error:
            self.app.abort(f"The browser client is not built: {error}")


class IndexPage(MetadataHookInterface):
    """What a package index shows: README.md, and the addresses of the project once it has one."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme`, `urls` and the licences; `source` in pyproject.toml is where the repository is published."""
        root = Path(self.root)
        source = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["ibau"]["source"]
        text = index_page((root / "README.md").read_text("utf-8"), source)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = addresses(source)
        metadata |= {"license": LICENCES, "license-files": LICENCE_FILES}


def addresses(source: str) -> dict[str, str]:
    """Those of a project whose repository is published there; none without."""
    if not source:
        return {}
    blob = f"{source}/blob/HEAD"
    return {
        "Homepage": source,
        "Documentation": f"{blob}/docs/python.md",
        "Source": source,
        "Changelog": f"{blob}/CHANGELOG.md",
        "Issues": f"{source}/issues",
    }


def index_page(readme: str, source: str) -> str:
    """README.md where there are no files beside it: its links lead to the repository, or are no links without one."""
    if not source:
        readme = re.sub(r"<picture>.*?</picture>\n*", "", readme, flags=re.DOTALL)
        return re.sub(r"\[([^\]]+)\]\((?!\w+:)[^)]+\)", r"\1", readme)
    readme = re.sub(r"(?<=\]\()(?!\w+:)", f"{source}/blob/HEAD/", readme)
    return re.sub(r'(?<=(?:src|set)=")(?!\w+:)', f"{source}/raw/HEAD/", readme)
