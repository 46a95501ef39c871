/**
 * The sound of what falls into water, computed: bubbles of air ring, each in its own pitch, which rises as it comes up
 * (K. van den Doel, Physically based models for liquid sounds, ACM Transactions on Applied Perception 2 (4), 2005).
 */

import type { Board, Travel } from "../protocol";

const LENGTH = 480; // milliseconds
const BUBBLES = 18;
const LARGEST = 7; // millimetres
const SMALLEST = 1.2;
const FADES = 6; // times that a bubble dies away to 37 % are heard
const RISE = 0.12; // of the pitch, while a bubble dies away to 37 %

/** Adds a bubble of a radius in millimetres; it begins at the sample `start`. */
export function bubble(samples: Float32Array, rate: number, radius: number, start: number): void {
  const metres = radius / 1000;
  const fading = 0.13 / metres + 0.0072 * metres ** -1.5; // in a second
  const pitch = 3 / metres; // hertz
  const end = Math.min(samples.length, Math.round(start + (FADES * rate) / fading));
  for (let n = start; n < end; n++) {
    const seconds = (n - start) / rate;
    const turns = pitch * seconds * (1 + (RISE * fading * seconds) / 2);
    samples[n] = (samples[n] ?? 0) + radius * Math.exp(-fading * seconds) * Math.sin(2 * Math.PI * turns);
  }
}

/** One splash, between -1 and 1, at this many samples a second: the largest bubbles first; `chance` draws from 0 to 1. */
export function splash(rate: number, chance: () => number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round((LENGTH * rate) / 1000));
  for (const n of Array(BUBBLES).keys()) {
    const late = (n + chance()) / BUBBLES; // from 0 to 1
    const radius = LARGEST * (SMALLEST / LARGEST) ** (0.7 * late + 0.3 * chance());
    bubble(samples, rate, radius, Math.round(0.7 * samples.length * late ** 1.5));
  }
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => sample / loudest);
}

/** Has a piece come into water, which carried it back?  `wet` is the mark of such squares. */
export function isWashed({ path }: Travel, { squares, track }: Board, wet: string): boolean {
  const [before = "", end = ""] = path.slice(-2);
  const isWet = squares.some(({ name, mark }) => name === before && mark === wet);
  return isWet && track.includes(end) && track.indexOf(end) < track.indexOf(before);
}
