/** The kinds of boards that can be drawn. */

import type { Drawing } from "./drawing";
import { seega } from "./seega";
import { senet } from "./senet";
import { seti } from "./seti";
import { ur } from "./ur";

const DRAWINGS: Record<string, Drawing> = { seega, senet, seti, ur };

/** The drawing of a kind of board; a kind that nobody has drawn is a mistake of ours. */
export function drawingOf(kind: string): Drawing {
  const drawing = DRAWINGS[kind];
  if (!drawing)
    throw new Error(`no drawing for the board "${kind}"; there are ${Object.keys(DRAWINGS).join(", ")}`);
  return drawing;
}
