// @vitest-environment node
import { expect, test } from "vitest";
import { lettered } from "../symbols/lettering";
import { content } from "../symbols/markup";
import { Page } from "../symbols/page";
import { parted, steps } from "../symbols/shadows";

const shown = (theme: string, markup: string): string => {
  const page = new Page(theme);
  return content(page, page.show(markup));
};

test("a colour and its opacity are parted", () => {
  expect(parted("#abc")).toEqual({ colour: "#aabbcc", opacity: 1 });
  expect(parted("#0a2c3380")).toEqual({ colour: "#0a2c33", opacity: 0.5 });
  expect(parted("transparent")?.opacity).toBe(0);
  expect(parted("url(#cone)")).toBeUndefined();
  expect(parted("none")).toBeUndefined();
});

test("each shadow falls from the thing and the shadows before it", () => {
  const two = steps("drop-shadow(0 0 40px #ffd6961a) drop-shadow(0 12px 22px #000c)".replace(/px/g, ""));
  expect(two.match(/stdDeviation="\d+"/g)).toEqual(['stdDeviation="40"', 'stdDeviation="22"']);
  expect(two).toContain('<feGaussianBlur in="SourceGraphic"');
  expect(two).toContain('<feGaussianBlur in="lying0"');
  expect(two).toContain('values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.8 0"');
  expect(steps("none")).toBe("");
});

test("what a theme says of an element becomes its attributes, and what it hides goes", () => {
  const spool = (place: string) =>
    `<svg class="pieces senet"><g class="piece" data-place="${place}"><path class="halo"/><path class="spool"/></g></svg>`;
  expect(shown("light", spool("3")).match(/<path/g)).toHaveLength(2);
  expect(shown("light", spool("off:first")).match(/<path/g)).toHaveLength(1);
  expect(shown("light", spool("3"))).toContain('stroke="#080b1a"');
  expect(shown("contrast", spool("3"))).toContain('stroke="#000000"');
});

test.each([
  ["senet", ["--spool", "--cone"]],
  ["seti", ["--brown-face"]],
  ["ur", ["--black-stone", "--white-stone"]],
  ["seega", ["--shard"]],
])("pieces stand out from their tray, %s", (kind, pieces) => {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/gi) ?? []).map((part) => {
      const level = parseInt(part, 16) / 255;
      return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  for (const theme of ["light", "dark"]) {
    const page = new Page(theme);
    const board = page.show(`<svg class="${kind}"></svg>`).children[0];
    const under = luminance(page.variable("--tray", board));
    for (const piece of pieces) {
      const [dark = 0, light = 0] = [under, luminance(page.variable(piece, board))].sort((a, b) => a - b);
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(3);
    }
  }
});

test("ids are marked, variables and groups that say nothing are gone", () => {
  const markup = '<svg class="seega"><g class="a"><g id="x" fill="url(#y)" stroke="var(--sand)"/></g></svg>';
  expect(shown("light", markup)).toBe('<svg><g id="~x" fill="url(#~y)" stroke="#e2c48e"/></svg>');
});

test("words become outlines, from their start or around their middle", () => {
  const [first] = lettered("10", "500", 20, "").match(/-?[\d.]+/) ?? [];
  const [middle] = lettered("10", "500", 20, "middle").match(/-?[\d.]+/) ?? [];
  expect(Number(first)).toBeGreaterThan(0);
  expect(Number(middle)).toBeLessThan(0);
});
