/** The parts that this browser adds to the throws of its games, each kept with what it was given for. */

import { ApiError } from "../server/api";
import { recentGame, rememberGame, type Part } from "../user/storage";
import type { Proof, Seat } from "../protocol";
import { t } from "../user/i18n.svelte";
import { randomPart, sealOf } from "./scheme";

/** The part of a seat, as this browser keeps it. */
export const storedPart = (id: string, seat: Seat): Part | undefined => recentGame(id)?.parts?.[seat];

export const storePart = (id: string, seat: Seat, part: Part): void =>
  rememberGame(id, { parts: { ...recentGame(id)?.parts, [seat]: part } });

/** A new part, and what announces it. */
export function newSealedPart(): { part: string; seal: string } {
  const part = randomPart();
  return { part, seal: sealOf(part) };
}

/** What comes with the acceptance of an invitation: the part where the other seat has come, else its seal. */
export function partToAccept(id: string, seat: Seat, proof: Proof): { part?: string; seal?: string } {
  const { other } = sealsOf(seat, proof);
  const part = givePart(id, seat, proof, { given: !!other });
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
  const [own, others] = seat === "first" ? ([0, 1] as const) : ([1, 0] as const);
  return { seal: seals[own], part: parts[own], other: seals[others] || parts[others] };
}

/** The part to seal or give for a proof, stored before it is sent; undefined if it was given for another proof. */
export function givePart(id: string, seat: Seat, proof: Proof, now: { given: boolean }): string | undefined {
  const { part = randomPart(), head = proof.head, given, takenBack } = storedPart(id, seat) ?? {};
  const { other } = sealsOf(seat, proof);
  if (takenBack || head !== proof.head || (given ?? other) !== other) return undefined;
  storePart(id, seat, { part, head, given: now.given ? other : given });
  return part;
}
