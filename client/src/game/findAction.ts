/** Moves as people type them. */

import type { Action } from "../protocol";

const SIGNS: [RegExp, string][] = [
  [/\s+/g, ""],
  [/[–—−]/g, "-"], // other dashes
  [/×/g, "x"],
];

const plain = (text: string): string =>
  SIGNS.reduce((text, [sign, meant]) => text.replace(sign, meant), text.toLowerCase());

/** The action that a text means; capitals, spaces and kinds of dashes make no difference. */
export function findAction(legal: Action[], text: string): Action | undefined {
  return (
    legal.find((action) => action.text === text) ?? legal.find((action) => plain(action.text) === plain(text))
  );
}
