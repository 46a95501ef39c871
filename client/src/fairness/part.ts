/** The parts that this browser adds to the throws of its games, each kept with what it was given for. */

import { ApiError } from "../api";
import { recentGame, rememberGame, type Part, type Seen } from "../memory";
import type { Proof, Seat } from "../protocol";
import { t } from "../words.svelte";
import { drawnPart, sealOf } from "./scheme";

/** The part of a seat, as this browser keeps it. */
export const partOf = (id: string, seat: Seat): Part | undefined => recentGame(id)?.parts?.[seat];

/** What comes with the acceptance of an invitation: the part where the other seat has come, else its seal. */
export function accepting(id: string, seat: Seat, proof: Proof): { part?: string; seal?: string } {
  const seen = seenBy(seat, proof);
  const part = seen.other ? givenPart(id, seat, seen) : (partOf(id, seat)?.part ?? drawnPart());
  if (!part)
    throw new ApiError(
      t(
        "This browser has given its number for another beginning of this game, perhaps before the server was restored. It gives it only once: ask for a new game.",
      ),
      409,
    );
  if (seen.other) return { part };
  keepPart(id, seat, { part, head: seen.head });
  return { seal: sealOf(part) };
}

/** A new part, and what announces it. */
export function sealed(): { part: string; seal: string } {
  const part = drawnPart();
  return { part, seal: sealOf(part) };
}

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
  if (takenBack || head !== seen.head || given.head !== seen.head || given.other !== seen.other)
    return undefined;
  keepPart(id, seat, { part, head, given });
  return part;
}
