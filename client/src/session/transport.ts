/** What carries the messages of a game: requests, and what is answered. */

import type { FromClient, FromServer } from "../protocol";

/** Is told what comes, and whether anybody is there. */
export interface Listener {
  known(): string; // what a returning client need not be told again, "" where all has to be
  received(message: FromServer): void;
  opened(): void;
  lost(): void;
  missing(): void; // there is no such game
}

export interface Transport {
  send(request: FromClient): boolean; // false when nobody listens just now
  reopen(): void; // tell everything again, as after a change of language
  close(): void;
}

/** Opens a transport for a listener. */
export type Connect = (listener: Listener) => Transport;
