/** The parts that this browser adds to the throws of its games, each kept with what it was given for. */

import { recentGame, rememberGame, type Part, type Seen } from "../memory";
import type { Proof, Seat } from "../protocol";
import { drawnPart } from "./scheme";

/** The part of a seat, as this browser keeps it. */
export const partOf = (id: string, seat: Seat): Part | undefined => recentGame(id)?.parts?.[seat];

export const keepPart = (id: string, seat: Seat, part: Part): void =>
  rememberGame(id, { parts: { ...recentGame(id)?.parts, [seat]: part } });

/** What there is beside the part of a seat. */
export function seenBy(seat: Seat, { head, seals, parts }: Pick<Proof, "head" | "seals" | "parts">): Seen {
  const n = seat === "first" ? 1 : 0;
  return { head, other: seals[n] || parts[n] };
}

/** The part to give for what is seen, kept before it is given; none where it was given for something else. */
export function givenPart(id: string, seat: Seat, seen: Seen): string | undefined {
  const { part = drawnPart(), head = seen.head, given = seen, takenBack } = partOf(id, seat) ?? {};
  if (takenBack || head !== seen.head || given.head !== seen.head || given.other !== seen.other) return undefined;
  keepPart(id, seat, { part, head, given });
  return part;
}
