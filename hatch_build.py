"""Wheels and source archives carry what is built: the browser client, the drawings, the catalogues.

Kernels are kept in git; a build refuses them where the rules have changed since they were made.  Python is all that a
user needs.
"""

import runpy
import sys
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
