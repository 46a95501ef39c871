/** Planks of limewood, drawn along the x axis: their grain runs from end to end and around one knot. */

import { textHash } from "../drawing";

interface Knot {
  x: number;
  y: number;
  r: number;
}

const GRAINS = 9; // lines of a plank
const WAVE = 150; // how far from a knot its lines begin to give way

/** The knot of a plank so long and so high. */
export function knotOf(plank: number, length: number, height: number): Knot {
  const [x, y] = [textHash(`knot ${plank}`) + 37 * plank, textHash(`${plank} across`)];
  return { x: length * (0.12 + (x % 77) / 100), y: height * (0.32 + (y % 37) / 100), r: 9 + (x % 5) };
}

/** The lines of its grain, as one path. */
export function grainOf(plank: number, length: number, height: number): string {
  const knot = knotOf(plank, length, height);
  return Array.from({ length: GRAINS }, (_, n) => {
    const y = Math.round((height * (n + 0.5 + (textHash(`${plank} ${n}`) % 40) / 100 - 0.2)) / GRAINS);
    const off = y - knot.y;
    const push = Math.round((Math.sign(off) || 1) * knot.r * 2.4 * Math.exp(-Math.abs(off) / 26));
    const [left, right] = [Math.round(knot.x - WAVE), Math.round(knot.x + WAVE)];
    const sway = (textHash(`sway ${plank} ${n}`) % 9) - 4;
    return (
      `M0 ${y + sway}Q${Math.round(left / 2)} ${y - sway} ${left} ${y}` +
      `C${left + WAVE * 0.7} ${y} ${left + WAVE * 0.7} ${y + push} ${Math.round(knot.x)} ${y + push}` +
      `S${right - WAVE * 0.7} ${y} ${right} ${y}` +
      `Q${Math.round((right + length) / 2)} ${y + sway} ${length} ${y - sway}`
    );
  }).join("");
}

/** A stroke of a reed pen from 0 to `length`, so thick and thin at its ends. */
export function stroke(length: number, thick: number): string {
  const [t, near, far] = [thick * 0.67, length * 0.12, length * 0.88];
  return `M0 0C${near} ${-t} ${far} ${-t} ${length} 0C${far} ${t} ${near} ${t} 0 0Z`;
}
