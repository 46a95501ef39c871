"""How the compressed vectors here were made: `python tests/data/pack.py FOLDER`.

FOLDER holds `perft.json` and one `PRESET.jsonl` of recorded games a preset, written by an independent, slow reading of
docs/rulings.md (squares and lists, no bitboards).  They are kept word for word, xz-compressed.
"""

import lzma
import sys
from pathlib import Path

HERE = Path(__file__).parent


def pack(source: Path) -> None:
    """Write `source`, compressed, next to this script."""
    target = HERE / f"{source.name}.xz"
    target.write_bytes(lzma.compress(source.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for file in (folder / "perft.json", *sorted(folder.glob("*.jsonl"))):
        pack(file)
