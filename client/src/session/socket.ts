/** The WebSocket of a game: reconnects with exponential back-off, even if it falls silent without closing. */

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
import { STANDALONE } from "../address/site";
import { language } from "../user/i18n.svelte";
import { Session } from "./session.svelte";
import type { Listener, Transport } from "./transport";

const MIN_DELAY = 250; // milliseconds
const MAX_DELAY = 8000;
const OPEN_TIMEOUT = 10_000; // until the first pong; longer after failures
const PONG_TIMEOUT = SECONDS_TO_PONG * 1000;
const PING = JSON.stringify({ type: "ping" } satisfies FromClient);
const TIMER_SLACK = 2000; // by which timers of a visible page may be late

export class Socket implements Transport {
  #socket: WebSocket | undefined;
  #delay = MIN_DELAY;
  #timer: ReturnType<typeof setTimeout> | undefined; // for the next attempt or ping, or the timeout
  #unansweredPings = 0;
  readonly #closed = new AbortController();

  constructor(
    readonly address: () => string,
    readonly enter: () => EnterRequest,
    readonly listener: Listener,
  ) {
    const { signal } = this.#closed;
    addEventListener("online", this.#checkNow, { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#checkNow(), { signal });
    this.#open();
  }

  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    this.#ping(); // a pong confirms that it has arrived
    return true;
  }

  reopen(): void {
    this.#discard();
    this.#open();
  }

  close(): void {
    this.#closed.abort();
    this.#discard();
  }

  #discard(): void {
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
    this.#unansweredPings = 1; // sent when it opens
    this.#startTimeout(OPEN_TIMEOUT + 5 * this.#delay);
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      socket.send(JSON.stringify(this.enter()));
      socket.send(PING);
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.type === "pong") return this.#onPong();
      if (message.type === "welcome" || message.type === "back") this.#delay = MIN_DELAY; // until then back-off goes on
      this.listener.onmessage(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#timer);
      if (event.code === NO_GAME) {
        this.listener.onmissing();
        return;
      }
      this.#reconnectLater();
    };
  }

  #reconnectLater(): void {
    this.listener.onclose();
    this.#timer = setTimeout(() => this.#open(), this.#delay * (0.75 + Math.random() / 2));
    this.#delay = Math.min(MAX_DELAY, this.#delay * 2);
  }

  /** Check that the server answers. */
  #ping(): void {
    this.#socket?.send(PING);
    if (!this.#unansweredPings++) this.#startTimeout(PONG_TIMEOUT);
  }

  #onPong(): void {
    clearTimeout(this.#timer);
    if (--this.#unansweredPings) this.#startTimeout(PONG_TIMEOUT);
    else this.#timer = setTimeout(() => this.#ping(), SECONDS_BETWEEN_PINGS * 1000);
  }

  /** Give the socket up if no answer comes in time.  Timers of a hidden page are late: then wait once more. */
  #startTimeout(time: number, isFirst = true): void {
    clearTimeout(this.#timer);
    if (STANDALONE) return; // an application in this page may be busy, never silent
    const late = Date.now() + time + TIMER_SLACK;
    this.#timer = setTimeout(() => {
      if (isFirst && Date.now() > late) return this.#startTimeout(PONG_TIMEOUT, false);
      this.#discard();
      this.#reconnectLater();
    }, time);
  }

  /** After a change of network, or when the page is visible again. */
  readonly #checkNow = (): void => {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else this.reopen();
  };
}

/** Open a game of the server; without a key, as a spectator. */
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
