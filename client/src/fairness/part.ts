/** The parts that this browser adds to the throws of its games, each kept with what it was given for. */

import { ApiError } from "../server/api";
import { recentGame, rememberGame, type Part } from "../user/storage";
import type { Proof, Seat } from "../protocol";
import { t } from "../user/i18n.svelte";
import { drawnPart, sealOf } from "./scheme";

/** The part of a seat, as this browser keeps it. */
export const partOf = (id: string, seat: Seat): Part | undefined => recentGame(id)?.parts?.[seat];

export const keepPart = (id: string, seat: Seat, part: Part): void =>
  rememberGame(id, { parts: { ...recentGame(id)?.parts, [seat]: part } });

/** A new part, and what announces it. */
export function newSealedPart(): { part: string; seal: string } {
  const part = drawnPart();
  return { part, seal: sealOf(part) };
}

/** What comes with the acceptance of an invitation: the part where the other seat has come, else its seal. */
export function acceptedPart(id: string, seat: Seat, proof: Proof): { part?: string; seal?: string } {
  const { other } = sealsOf(seat, proof);
  const part = partFor(id, seat, proof, { given: !!other });
  if (!part)
    throw new ApiError(
      t(
        "This browser has given its number for another beginning of this game, perhaps before the server was restored. It gives it only once: ask for a new game.",
      ),
      409,
    );
  return other ? { part } : { seal: sealOf(part) };
}

/** The seal and part of a seat, and the seal of the other one, else its part: '' where it has neither. */
export function sealsOf(seat: Seat, { seals, parts }: Proof): { seal: string; part: string; other: string } {
  const [own, beside] = seat === "first" ? ([0, 1] as const) : ([1, 0] as const);
  return { seal: seals[own], part: parts[own], other: seals[beside] || parts[beside] };
}

/** The part to seal or give for a proof, stored before it is sent; none where it was given for another one. */
export function partFor(id: string, seat: Seat, proof: Proof, now: { given: boolean }): string | undefined {
  const { part = drawnPart(), head = proof.head, given, takenBack } = partOf(id, seat) ?? {};
  const { other } = sealsOf(seat, proof);
  if (takenBack || head !== proof.head || (given ?? other) !== other) return undefined;
  keepPart(id, seat, { part, head, given: now.given ? other : given });
  return part;
}
