/** Questions about seats for people elsewhere. */

import { game, post } from "./api";
import type { Acceptance, GameKey, Invitation, MadeInvitation, SeatCode, SeatToInviteTo } from "./protocol";

/** What an invitation is to; asking takes nothing. */
export const invitation = (id: string, invitation: string, lang: string): Promise<Invitation> =>
  post(`${game(id)}/invitation`, lang, { invitation });

export const accept = (id: string, acceptance: Acceptance, lang: string): Promise<GameKey> =>
  post(`${game(id)}/invitation/accept`, lang, acceptance);

export const renew = (id: string, seat: SeatToInviteTo, lang: string): Promise<MadeInvitation> =>
  post(`${game(id)}/invitation/renew`, lang, seat);

export const withdraw = (id: string, seat: SeatToInviteTo, lang: string): Promise<unknown> =>
  post(`${game(id)}/invitation/withdraw`, lang, seat);

/** A code with which another device comes to the seat of a key. */
export const code = ({ id, key }: GameKey, lang: string): Promise<SeatCode> =>
  post(`${game(id)}/code`, lang, { key });

export const redeem = (code: string, lang: string): Promise<GameKey> => post("/api/codes", lang, { code });
