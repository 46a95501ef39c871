/** How values are written, which are from -1 to 1: as chances to win, a draw counting half, and as points of them. */

import { language } from "./words.svelte";

/** A value as the chance to win. */
export const percent = (value: number): string =>
  new Intl.NumberFormat(language.id, { style: "percent" }).format((1 + value) / 2);

/** A change of a value, with its sign. */
export const points = (value: number): string =>
  new Intl.NumberFormat(language.id, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  })
    .format(50 * value)
    .replace("-", "−"); // a minus, as wide as the plus
