/**
 * The sound of a thing that is struck, computed: its modes ring and die away, each at its own pace, after a burst of noise
 * from the blow (modal synthesis; P. R. Cook, Real Sound Synthesis for Interactive Applications, 2002, chapter 4).
 */

/** A mode: its frequency in hertz, its share, and the milliseconds after which 37 % of it are left. */
type Mode = readonly [frequency: number, share: number, decay: number];

interface Substance {
  modes: readonly Mode[];
  blow: number; // how loud the burst of noise is beside the modes
  length: number; // milliseconds after which 37 % of the burst are left
  dull: number; // from 0, all of the noise, to 1, none of its high tones
}

export const SUBSTANCES = {
  wood: {
    modes: [
      [410, 1, 26],
      [1030, 0.6, 15],
      [1720, 0.35, 10],
      [2900, 0.15, 6],
    ],
    blow: 0.5,
    length: 4,
    dull: 0.7,
  },
  stone: {
    modes: [
      [1850, 1, 16],
      [3140, 0.7, 11],
      [4820, 0.5, 8],
      [7100, 0.25, 5],
    ],
    blow: 0.4,
    length: 2,
    dull: 0.2,
  },
  sand: {
    modes: [
      [150, 0.6, 22],
      [1350, 0.12, 7],
    ],
    blow: 1,
    length: 34,
    dull: 0.82,
  },
  stick: {
    modes: [
      [760, 0.9, 30],
      [1490, 1, 20],
      [2630, 0.6, 13],
      [4100, 0.25, 8],
    ],
    blow: 0.4,
    length: 3,
    dull: 0.5,
  },
  coin: {
    modes: [
      [3350, 0.8, 110],
      [5230, 1, 85],
      [8050, 0.5, 50],
    ],
    blow: 0.3,
    length: 1.5,
    dull: 0,
  },
  bronze: {
    modes: [
      [392, 1, 340],
      [1090, 0.45, 170],
      [2140, 0.2, 80],
    ],
    blow: 0.06,
    length: 2,
    dull: 0.4,
  },
} as const satisfies Record<string, Substance>;

export type SubstanceName = keyof typeof SUBSTANCES;

const FADES = 6; // lengths of the longest decay are heard

/**
 * One stroke, between -1 and 1, at this many samples a second; `chance` draws from 0 to 1, so strokes differ.  What is
 * tuned, with a `pitch`, does not differ.
 */
export function stroke(
  name: SubstanceName,
  rate: number,
  chance: () => number,
  pitch = 0,
): Float32Array<ArrayBuffer> {
  const { modes, blow, length, dull }: Substance = SUBSTANCES[name];
  const detuned = modes.map(([frequency, share, decay]): Mode => [
    frequency * (pitch || 0.97 + 0.06 * chance()),
    share,
    decay,
  ]);
  const longest = Math.max(length, ...modes.map(([, , decay]) => decay));
  const samples = new Float32Array(Math.round((FADES * longest * rate) / 1000));
  const fading = Math.exp(-1000 / (rate * length));
  let [noise, loud] = [0, 4 * blow];
  for (let n = 0; n < samples.length; n++, loud *= fading) {
    noise = dull * noise + (1 - dull) * (2 * chance() - 1);
    samples[n] = noise * loud;
  }
  for (const mode of detuned) ring(samples, rate, mode);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => sample / loudest);
}

/** Adds a mode, each sample from the two before it: a sine for each would keep the page waiting while things fall. */
function ring(samples: Float32Array, rate: number, [frequency, share, decay]: Mode): void {
  const turn = (2 * Math.PI * frequency) / rate;
  const fading = Math.exp(-1000 / (rate * decay));
  let [before, now] = [(-share * Math.sin(turn)) / fading, 0];
  for (let n = 0; n < samples.length; n++) {
    samples[n] = (samples[n] ?? 0) + now;
    [before, now] = [now, 2 * fading * Math.cos(turn) * now - fading * fading * before];
  }
}
