/** The WebSocket of a game; it reconnects by itself, ever more slowly, also where it falls silent without closing. */

import { network } from "../server/network";
import {
  NO_GAME,
  SECONDS_BETWEEN_PINGS,
  SECONDS_TO_PONG,
  VERSION,
  type EnterRequest,
  type FromClient,
  type FromServer,
} from "../protocol";
import { ALONE } from "../address/site";
import { language } from "../user/i18n.svelte";
import { Session } from "./session.svelte";
import type { Listener, Transport } from "./transport";

const FIRST_WAIT = 250; // milliseconds
const LONGEST_WAIT = 8000;
const OPENING = 10_000; // for a socket to open, with the welcome and a pong; longer after failures
const TO_PONG = SECONDS_TO_PONG * 1000;
const PING = JSON.stringify({ type: "ping" } satisfies FromClient);
const LATE = 2000; // by which timers may fire later than they should where nothing holds them up

export class Socket implements Transport {
  #socket: WebSocket | undefined;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined; // until it is opened again, asks again, or is given up
  #noAnswerText = 0; // pings
  readonly #closed = new AbortController();

  constructor(
    readonly address: () => string,
    readonly entry: () => EnterRequest,
    readonly listener: Listener,
  ) {
    const { signal } = this.#closed;
    addEventListener("online", this.#hurry, { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry(), { signal });
    this.#open();
  }

  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    this.#ask(); // whether it has come
    return true;
  }

  reopen(): void {
    this.#drop();
    this.#open();
  }

  close(): void {
    this.#closed.abort();
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined; // so that its last events are ignored
    if (socket?.readyState === WebSocket.CONNECTING)
      socket.onopen = () => socket.close(); // else browsers complain
    else socket?.close();
  }

  #open(): void {
    const socket = network.socket(this.address());
    this.#socket = socket;
    this.#noAnswerText = 1; // what is sent when it opens
    this.#expect(OPENING + 5 * this.#wait);
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      socket.send(JSON.stringify(this.entry()));
      socket.send(PING);
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.type === "pong") return this.#answered();
      if (message.type === "welcome" || message.type === "back") this.#wait = FIRST_WAIT; // who is turned away comes ever later
      this.listener.received(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#timer);
      if (event.code === NO_GAME) {
        this.listener.missing();
        return;
      }
      this.#lose();
    };
  }

  #lose(): void {
    this.listener.lost();
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  /** Ask whether the server is there. */
  #ask(): void {
    this.#socket?.send(PING);
    if (!this.#noAnswerText++) this.#expect(TO_PONG);
  }

  #answered(): void {
    clearTimeout(this.#timer);
    if (--this.#noAnswerText) this.#expect(TO_PONG);
    else this.#timer = setTimeout(() => this.#ask(), SECONDS_BETWEEN_PINGS * 1000);
  }

  /** Give the socket up where nothing has come in time.  A hidden page's timers fire late: what came meanwhile is heard first. */
  #expect(time: number, isFirst = true): void {
    clearTimeout(this.#timer);
    if (ALONE) return; // what is in this page does not fall silent, but may be busy
    const late = Date.now() + time + LATE;
    this.#timer = setTimeout(() => {
      if (isFirst && Date.now() > late) return this.#expect(TO_PONG, false);
      this.#drop();
      this.#lose();
    }, time);
  }

  /** The network may be another one, or the page has slept. */
  readonly #hurry = (): void => {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ask();
    else this.reopen();
  };
}

/** A session with a game of the server; without a key one only watches. */
export const openGame = (id: string, key: string): Session =>
  new Session(
    id,
    (listener) =>
      new Socket(
        () => socketAddress(id),
        () => ({ type: "enter", key, known: listener.known(), v: VERSION }),
        listener,
      ),
  );

function socketAddress(id: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/games/${encodeURIComponent(id)}/socket?lang=${language.id}`;
}
