/** Letters as shapes, so that a picture is the same where the page's font is not installed. */

import { fileURLToPath } from "node:url";
import { openSync, type Font } from "fontkit";

const SERIF = "@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-normal.woff2";
const fonts = new Map<string, Font>();

function opened(file: string): Font {
  const path = `../node_modules/${file}`;
  const font = fonts.get(file) ?? (openSync(fileURLToPath(new URL(path, import.meta.url))) as Font);
  fonts.set(file, font);
  return font;
}

/** The page's sans in one weight; of the variable fonts that the page has, fontkit reads no weights. */
const fontOf = (weight: string): Font =>
  opened(`@fontsource/source-sans-3/files/source-sans-3-latin-${weight}-normal.woff2`);

/** What captions are written with: of each letter how far it reaches, and its outline, in thousandths of its size. */
export const alphabets = () => ({ serif: alphabet(opened(SERIF)), sans: alphabet(fontOf("400")) });

function alphabet(font: Font) {
  const scale = 1000 / font.unitsPerEm;
  const letters = font.characterSet.filter((code) => code >= 32 && font.hasGlyphForCodePoint(code));
  return Object.fromEntries(
    letters.map((code) => {
      const { advanceWidth, path } = font.glyphForCodePoint(code);
      return [
        String.fromCodePoint(code),
        [Math.round(advanceWidth * scale), path.scale(scale, -scale).toSVG()],
      ];
    }),
  );
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
