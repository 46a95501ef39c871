"""Wheels and source archives carry what is built: the browser client, the drawings, the catalogues.

Python is all that a user needs.
"""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ARCHIVED = "PKG-INFO"  # stands at the root of a source archive, which carries all of this already


class ClientAndCatalogues(BuildHookInterface[Any]):
    """Builds what git does not hold."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Build client and catalogues; an editable install reads them from the work tree, where make builds them."""
        root = Path(self.root)
        if version == "editable" or (root / ARCHIVED).exists():
            return
        catalogues, client = (runpy.run_path(str(root / "scripts" / name)) for name in ("catalogues.py", "client.py"))
        catalogues["compile_all"]()
        try:
            client["build"]()
        except client["ClientError"] as error:
            self.app.abort(f"The browser client is not built: {error}")
