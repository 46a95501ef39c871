"""A finished picture: SVG that can be saved as a file."""

from hashlib import blake2s
from html import escape
from pathlib import Path

from ibau.core.phrase import N_
from ibau.paper.drawing.layout import Box
from ibau.paper.drawing.symbols import DEPTH, OWN, DrawingError

SUFFIXES = (".svg", ".png")


class Picture(str):
    """A picture as SVG text; notebooks display it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Picture: {len(self)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return str(self)

    def png(self) -> bytes:
        """The picture as PNG, in the size given in the SVG."""
        from resvg_py import svg_to_bytes

        return svg_to_bytes(str(self), skip_system_fonts="<text" not in self)  # most letters are outlines

    def save(self, path: str | Path) -> None:
        """Write it as .svg or .png, by the suffix of `path`; an existing file is replaced.

        Raises DrawingError for another suffix, and OSError.
        """
        path = Path(path)
        check_suffix(path)
        path.write_bytes(self.png() if path.suffix.lower() == ".png" else self.encode())


def check_suffix(path: Path) -> None:
    """Raise DrawingError unless the suffix is that of a picture."""
    if path.suffix.lower() not in SUFFIXES:
        raise DrawingError(N_("{path!r}: use a name that ends in .svg or .png."), path=str(path))


def make_picture(parts: str, box: Box, width: float, title: str, description: str) -> Picture:
    """The SVG of markup drawn in a box, `width` pixels wide, with title and description for screen readers.

    All ids begin with a hash of the content, so that several pictures on one page do not share ids unless they are
    equal.
    """
    left, top, across, down = box
    parts = parts.replace(DEPTH, "")
    wide, high = round(width), round(width * down / across)
    name = f"ibau-{blake2s(repr((parts, wide, title, description)).encode(), digest_size=5).hexdigest()}-"
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="{left:g} {top:g} {across:g} {high * across / wide:.7g}" '  # fills whole pixels
        f'role="img" aria-labelledby="{name}title" aria-describedby="{name}desc">'
        f'<title id="{name}title">{escape(title)}</title><desc id="{name}desc">{escape(description)}</desc>'
        f"{parts.replace(OWN, name)}</svg>"
    )
