/** How values are written: chances in per cent, changes in points of winning chance. */

import { language } from "../words.svelte";

export const percent = (chance: number): string => Math.round(100 * chance).toString();

/** The chance of the first seat, of a value of -1 to 1. */
export const chanceOf = (value: number): number => (1 + value) / 2;

/** A change of a value, with its sign. */
export const points = (value: number): string =>
  new Intl.NumberFormat(language.id, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  })
    .format(50 * value)
    .replace("-", "−"); // a minus, as wide as the plus
