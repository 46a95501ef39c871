/** What the sixteen numbers of chance stand for (docs/notation.md, section 8). */

import type { Ply } from "../protocol";

const MARKED = [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 0]; // sides of the four sticks, by sixteenth
const CHANCE = /^(t[1-6]|lot[12])$/;

type ThrownPly = Pick<Ply, "action" | "heads">;

/** Is a ply a throw or lot? */
export const isChance = ({ action, heads }: ThrownPly): boolean => heads !== null || CHANCE.test(action);

/** Is this the throw or lot of a sixteenth, and do the sticks match its value? */
export function matches(sixteenth: number, { action, heads }: ThrownPly): boolean {
  if (heads === null) return action === (sixteenth < 8 ? "lot1" : "lot2");
  return heads === MARKED[sixteenth] && (heads ? action === `t${heads}` : /^t[56]$/.test(action));
}
