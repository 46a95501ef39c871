/** Letters as shapes, so that a picture is the same where the page's font is not installed. */

import { fileURLToPath } from "node:url";
import { openSync, type Font } from "fontkit";

const fonts = new Map<string, Font>();

/** The page's sans in one weight; of the variable font that the page has, fontkit reads no weights. */
function fontOf(weight: string): Font {
  const path = `../node_modules/@fontsource/source-sans-3/files/source-sans-3-latin-${weight}-normal.woff2`;
  const font = fonts.get(weight) ?? (openSync(fileURLToPath(new URL(path, import.meta.url))) as Font);
  fonts.set(weight, font);
  return font;
}

/** The outline of a word whose line begins, or has its middle, at 0, 0. */
export function lettered(word: string, weight: string, size: number, anchor: string): string {
  const font = fontOf(weight);
  const { glyphs, positions, advanceWidth } = font.layout(word);
  const scale = size / font.unitsPerEm;
  let x = anchor === "middle" ? -advanceWidth / 2 : 0;
  const outlines = glyphs.map((glyph, n) => {
    const outline = glyph.path.translate(x, 0).scale(scale, -scale).toSVG();
    x += positions[n]?.xAdvance ?? 0;
    return outline;
  });
  return outlines.join("");
}
