/** Seats for people elsewhere: the reader's name, and requests about invitations and codes. */

import { gamePath, postJson } from "../server/api";
import { storedValue } from "./storage";
import type { Acceptance, GameKey, Invitation, MadeInvitation, SeatCode, SeatToInviteTo } from "../protocol";

/** The name by which one plays with others. */
export const nickname = storedValue<string>("name");

const browser = storedValue<string>("browser");

/** A secret by which the server knows this browser again, as long as it remembers. */
export function browserId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(18))];
  const id = browser.get() ?? btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, "-");
  browser.set(id);
  return id;
}

/** The game of an invitation; this does not accept it. */
export const fetchInvitation = (id: string, invitation: string, lang: string): Promise<Invitation> =>
  postJson(`${gamePath(id)}/invitation`, lang, { invitation });

export const acceptInvitation = (id: string, acceptance: Acceptance, lang: string): Promise<GameKey> =>
  postJson(`${gamePath(id)}/invitation/accept`, lang, acceptance);

export const renewInvitation = (id: string, seat: SeatToInviteTo, lang: string): Promise<MadeInvitation> =>
  postJson(`${gamePath(id)}/invitation/renew`, lang, seat);

export const withdrawInvitation = (id: string, seat: SeatToInviteTo, lang: string): Promise<unknown> =>
  postJson(`${gamePath(id)}/invitation/withdraw`, lang, seat);

/** A code with which another device comes to the seat of a key. */
export const requestCode = ({ id, key }: GameKey, lang: string): Promise<SeatCode> =>
  postJson(`${gamePath(id)}/code`, lang, { key });

export const redeemCode = (code: string, lang: string): Promise<GameKey> =>
  postJson("/api/codes", lang, { code });
