#!/usr/bin/env python
"""Write a kit, a teacher's sheet and a label of every game in every language.

python scripts/kits.py [--paper A4|Letter] [--url URL] [FOLDER]
"""

import argparse
from pathlib import Path

from ibau.games import game, systems
from ibau.language import LANGUAGES
from ibau.paper import kit


def write(folder: Path, paper: str, url: str) -> None:
    """Write the files of all games in all languages to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, system in systems().items():
        for lang in LANGUAGES:
            path = folder / f"{name}-{lang}.pdf"
            path.write_bytes(kit.kit(game(system.default_preset.id), lang, paper=paper, url=url))
            for kind, made in kit.SHEETS.items():
                sheet = folder / f"{name}-{kind}-{lang}.pdf"
                sheet.write_bytes(made(game(system.default_preset.id), lang, paper=paper))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/kits"))
    parser.add_argument("--paper", choices=list(kit.PAPERS), default="A4")
    parser.add_argument("--url", default="")
    asked = parser.parse_args()
    write(asked.folder, asked.paper, asked.url)
    print(f"The kits are in {asked.folder}.")  # noqa: T201 - the result of a script
