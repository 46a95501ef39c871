/** Seats for people elsewhere: by which name they are taken, and what the server is asked about them. */

import { game, postJson } from "../server/api";
import { storedValue } from "./storage";
import type { Acceptance, GameKey, Invitation, MadeInvitation, SeatCode, SeatToInviteTo } from "../protocol";

/** The name by which one plays with others. */
export const nickname = storedValue<string>("name");

const browser = storedValue<string>("browser");

/** A secret by which the server knows this browser again, as long as it remembers. */
export function browserId(): string {
  const made = [...crypto.getRandomValues(new Uint8Array(18))];
  const id = browser.get() ?? btoa(String.fromCharCode(...made)).replace(/[+/]/g, "-");
  browser.set(id);
  return id;
}

/** What an invitation is to; asking takes nothing. */
export const invitation = (id: string, invitation: string, lang: string): Promise<Invitation> =>
  postJson(`${game(id)}/invitation`, lang, { invitation });

export const accept = (id: string, acceptance: Acceptance, lang: string): Promise<GameKey> =>
  postJson(`${game(id)}/invitation/accept`, lang, acceptance);

export const renew = (id: string, seat: SeatToInviteTo, lang: string): Promise<MadeInvitation> =>
  postJson(`${game(id)}/invitation/renew`, lang, seat);

export const withdraw = (id: string, seat: SeatToInviteTo, lang: string): Promise<unknown> =>
  postJson(`${game(id)}/invitation/withdraw`, lang, seat);

/** A code with which another device comes to the seat of a key. */
export const code = ({ id, key }: GameKey, lang: string): Promise<SeatCode> =>
  postJson(`${game(id)}/code`, lang, { key });

export const redeem = (code: string, lang: string): Promise<GameKey> =>
  postJson("/api/codes", lang, { code });
