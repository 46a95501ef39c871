/** The transport of a game's messages. */

import type { FromClient, FromServer } from "../protocol";

/** Receives messages, and changes of the connection. */
export interface Listener {
  known(): string; // what a reconnecting client has already, "" where it needs everything
  onmessage(message: FromServer): void;
  onclose(): void; // the connection is lost
  onmissing(): void; // there is no such game
}

export interface Transport {
  send(request: FromClient): boolean; // false without a connection
  reopen(): void; // get everything again, as after a change of language
  close(): void;
}

/** Opens a transport for a listener. */
export type Connect = (listener: Listener) => Transport;
