"""Markdown as a self-contained HTML page: style and pictures are embedded, and there is no script."""

import html
import re
from base64 import b64encode
from collections.abc import Mapping

from markdown_it import MarkdownIt

STYLE = """
:root { color-scheme: light; font: 1.0625rem/1.55 system-ui, sans-serif; color: #26211b; background: #faf8f3; }
body { max-width: 52rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
h2 { margin-top: 3rem; }
a { color: #17666a; }
img { max-width: 100%; height: auto; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #e3dccf; text-align: left; vertical-align: top; }
code { overflow-wrap: anywhere; }
"""
SECTION = re.compile(r"<h2>(.*?)</h2>")
PICTURE = re.compile(r'<img src="([^"]*)"')


def html_page(markdown: str, pictures: Mapping[str, str]) -> str:
    """Render a page; `pictures` are its drawings as SVG, by file name."""
    inside = str(MarkdownIt("commonmark").enable("table").render(markdown))
    title, *heads = re.findall(r"<h[12]>(.*?)</h[12]>", inside)
    contents = "".join(f'<li><a href="#{anchor(head)}">{head}</a></li>' for head in heads)
    inside = SECTION.sub(lambda head: f'<h2 id="{anchor(head[1])}">{head[1]}</h2>', inside)
    inside = PICTURE.sub(lambda found: f'<img src="{data_url(pictures[html.unescape(found[1])])}"', inside)
    inside = inside.replace("<table>", '<div class="table" tabindex="0"><table>').replace("</table>", "</table></div>")
    first, closed, rest = inside.partition("</h1>")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Ibau</title>
<style>{STYLE}</style>
</head>
<body>
<main>
{first}{closed}
<nav aria-label="Contents"><ul>{contents}</ul></nav>
{rest}</main>
</body>
</html>
"""


def anchor(head: str) -> str:
    """The id of a heading."""
    return re.sub(r"\W+", "-", html.unescape(head).lower()).strip("-")


def data_url(picture: str) -> str:
    """The data URL of a drawing."""
    return f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"
