/** The sounds of a board: pieces put down or washed off, sticks and coins that fall, and bowls of bronze at a win. */

import type { Board, Travel } from "../protocol";
import { STAGGER, FALL } from "../throws/cast";
import { drawingOf } from "../drawings";
import { stroke, type SubstanceName } from "./clack";
import { isWashed, splash } from "./water";

export type Noise = "piece" | "throw" | "lot" | "win";

const UNEVEN = 30; // milliseconds by which sticks fall sooner or later than they should
const LOUDEST = 0.5;
const RISE = [1, 5 / 4, 3 / 2, 2]; // the pitches of bowls that are struck at a win, one after the other
const APART = 180; // milliseconds

let context: AudioContext | undefined;

/** Play the sound of a piece that made a travel, a throw, a lot or a win; silent before a first touch. */
export function sound(noise: Noise, board: Board, volume: number, travel?: Travel): void {
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined); // a browser that refuses stays silent
  const falling = board.throws === "coins" && noise === "throw" ? "coin" : "stick";
  const { wet, sound: substance } = drawingOf(board.kind);
  if (travel && wet && isWashed(travel, board, wet))
    emit(context, splash(context.sampleRate, Math.random), volume, 0);
  else if (noise === "piece") strike(context, substance, volume, 0);
  else if (noise === "win") {
    for (const [n, pitch] of RISE.entries()) strike(context, "bronze", 0.75 * volume, n * APART, pitch);
  } else
    for (const n of Array(noise === "lot" ? 1 : 4).keys()) {
      const landing = 0.6 * FALL + n * STAGGER + UNEVEN * Math.random();
      strike(context, falling, volume * (0.6 + 0.4 * Math.random()), landing);
    }
}

function strike(
  context: AudioContext,
  substance: SubstanceName,
  volume: number,
  delay: number,
  pitch = 0,
): void {
  emit(context, stroke(substance, context.sampleRate, Math.random, pitch), volume, delay);
}

function emit(
  context: AudioContext,
  samples: Float32Array<ArrayBuffer>,
  volume: number,
  delay: number,
): void {
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.copyToChannel(samples, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  const gain = new GainNode(context, { gain: LOUDEST * volume * volume }); // as loudness is heard
  source.connect(gain).connect(context.destination);
  source.start(context.currentTime + delay / 1000);
}
