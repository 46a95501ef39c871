/** The WebSocket of a game; it reconnects by itself, ever more slowly. */

import { network } from "../network";
import { NO_GAME, type EnterRequest, type FromClient, type FromServer } from "../protocol";
import type { Listener, Transport } from "./transport";

const FIRST_WAIT = 250; // milliseconds
const LONGEST_WAIT = 8000;

export class Socket implements Transport {
  #socket: WebSocket | undefined;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly address: () => string,
    readonly entry: () => EnterRequest,
    readonly listener: Listener,
  ) {
    addEventListener("online", this.#hurry);
    this.#open();
  }

  say(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  reopen(): void {
    this.#drop();
    this.#open();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined; // so that its last events are nobody's
    if (socket?.readyState === WebSocket.CONNECTING)
      socket.onopen = () => socket.close(); // else browsers complain
    else socket?.close();
  }

  #open(): void {
    const socket = network.socket(this.address());
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      socket.send(JSON.stringify(this.entry()));
      this.listener.opened();
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.type === "welcome" || message.type === "back") this.#wait = FIRST_WAIT; // who is turned away comes ever later
      this.listener.heard(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#closed) return;
      if (event.code === NO_GAME) {
        this.listener.missing();
        return;
      }
      this.listener.lost();
      this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    };
  }

  readonly #hurry = (): void => {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.reopen();
  };
}
