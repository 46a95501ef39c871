"""A finished picture: an SVG text that can become a file."""

from hashlib import blake2s
from html import escape
from pathlib import Path

from ibau.core.phrase import N_
from ibau.paper.drawing.layout import Box
from ibau.paper.drawing.symbols import DEPTH, OWN, DrawingError

SUFFIXES = (".svg", ".png")


class Picture(str):
    """An SVG; a notebook shows it as a picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Picture: {len(self)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return str(self)

    def png(self) -> bytes:
        """The picture as PNG, in the size that the SVG names."""
        from resvg_py import svg_to_bytes

        return svg_to_bytes(str(self), skip_system_fonts="<text" not in self)  # nearly all letters are shapes

    def save(self, path: str | Path) -> None:
        """Write it as .svg or .png, as the name ends; a file of that name is replaced.

        Raises DrawingError for any other ending, OSError when it cannot be written.
        """
        path = Path(path)
        check_suffix(path)
        path.write_bytes(self.png() if path.suffix.lower() == ".png" else self.encode())


def check_suffix(path: Path) -> None:
    """Raise DrawingError unless pictures can be files of that name."""
    if path.suffix.lower() not in SUFFIXES:
        raise DrawingError(N_("{path!r}: use a name that ends in .svg or .png."), path=str(path))


def make_picture(parts: str, box: Box, width: float, title: str, description: str) -> Picture:
    """The SVG of what has been drawn in a box, this many pixels wide, with words for those who hear it.

    Several pictures may stand on one page: the ids of each begin with a name made of what it shows, so that only
    pictures of the same share them.
    """
    left, top, across, down = box
    parts = parts.replace(DEPTH, "")
    wide, high = round(width), round(width * down / across)
    name = f"ibau-{blake2s(repr((parts, wide, title, description)).encode(), digest_size=5).hexdigest()}-"
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="{left:g} {top:g} {across:g} {high * across / wide:.7g}" '  # whole pixels are full to the last
        f'role="img" aria-labelledby="{name}title" aria-describedby="{name}desc">'
        f'<title id="{name}title">{escape(title)}</title><desc id="{name}desc">{escape(description)}</desc>'
        f"{parts.replace(OWN, name)}</svg>"
    )
