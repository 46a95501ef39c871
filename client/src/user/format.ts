/** How values are written, which are from -1 to 1: as chances to win, a draw counting half, and as points of them. */

import type { ReviewedPly } from "../protocol";
import { language } from "./i18n.svelte";

const CERTAIN = [-1, 0, 1]; // a loss, a draw, a win

/** A value as the chance to win; an exact one to four digits, unless it is certain. */
export function percent(value: number, exact = false): string {
  const digits = exact && !CERTAIN.includes(value) ? 2 : 0;
  return new Intl.NumberFormat(language.id, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format((1 + value) / 2);
}

/** A number to one digit. */
export const decimal = (number: number, signDisplay: "auto" | "exceptZero" = "auto"): string =>
  new Intl.NumberFormat(language.id, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay })
    .format(number)
    .replace("-", "−"); // a minus, as wide as the plus

/** A change of a value, with its sign. */
export const points = (value: number): string => decimal(50 * value, "exceptZero");

/** What a ply of a game changed, exact where that is known. */
export const valueChange = ({ before, after, certainty }: ReviewedPly): string =>
  [before, after].map((value) => percent(value, certainty === "exact")).join(" → ");
