/** The page's end of the worker in which its application runs: requests and sockets, as a network would carry them. */

import type { FromWorker, AsgiMessage, ToWorker } from "./messages";

type Hear = (message: AsgiMessage | undefined) => void; // undefined at the end
type Distribute<T> = T extends { id: number } ? Omit<T, "id"> : never;

export class Port {
  readonly #waiting = new Map<number, Hear>();
  #last = 0;

  constructor(
    readonly worker: Worker,
    readonly notice: (message: FromWorker) => void, // of what is about no request
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "message") this.#waiting.get(data.id)?.(data.message);
      else if (data.kind === "ended") {
        this.#waiting.get(data.id)?.(undefined);
        this.#waiting.delete(data.id);
      } else notice(data);
    };
    worker.onerror = ({ message }) =>
      notice({
        kind: "failed",
        what: message ? "failed" : "missing",
        reason: message || "application.worker.js",
      });
  }

  /** Start the application; one that `forgets` stores nothing, and may run in several tabs. */
  begin(base: string, { steal = false, forgets = false } = {}): void {
    this.send({ kind: "begin", base, steal, forgets });
  }

  /** What `fetch` does. */
  readonly fetch = async (path: string, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(path, location.href), init);
    const { pathname, search } = new URL(request.url);
    const headers = JSON.stringify([...request.headers]);
    const fields = { method: request.method, target: pathname + search, headers, body: await request.text() };
    init?.signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const answer = new StreamedResponse(resolve);
      const id = this.ask({ kind: "ask", ...fields }, (message) => answer.receive(message));
      init?.signal?.addEventListener("abort", () => {
        this.send({ kind: "close", id });
        answer.fail(init.signal?.reason);
        reject(init.signal?.reason as Error);
      });
    });
  };

  /** What `new WebSocket` does, as far as a Socket asks for it. */
  readonly socket = (address: string): WebSocket => new PortSocket(this, address) as unknown as WebSocket;

  /** Send a request with its listener.  Returns its number. */
  ask(asked: Distribute<ToWorker>, hear: Hear): number {
    const id = ++this.#last;
    this.#waiting.set(id, hear);
    this.send({ ...asked, id } as ToWorker);
    return id;
  }

  send(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}

/** An answer, of which each part is read as it comes. */
class StreamedResponse {
  #parts: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #body = new ReadableStream<Uint8Array>({ start: (parts) => void (this.#parts = parts) });
  #over = false;

  constructor(readonly resolve: (answer: Response) => void) {}

  receive(message: AsgiMessage | undefined): void {
    if (this.#over) return;
    if (message?.type === "http.response.start") {
      const text = new TextDecoder();
      const headers = message.headers.map(([name, value]): [string, string] => [
        text.decode(name),
        text.decode(value),
      ]);
      const empty = [204, 304].includes(message.status);
      this.resolve(new Response(empty ? null : this.#body, { status: message.status, headers }));
    } else if (message?.type === "http.response.body") {
      if (message.body?.length) this.#parts?.enqueue(message.body);
      if (!message.more_body) this.#end();
    } else if (!message) {
      this.resolve(new Response(null, { status: 500 })); // unless it has begun: then it is over
      this.#end();
    }
  }

  fail(reason: unknown): void {
    if (!this.#over) this.#parts?.error(reason);
    this.#over = true;
  }

  #end(): void {
    if (!this.#over) this.#parts?.close();
    this.#over = true;
  }
}

/** A socket of the worker's. */
class PortSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;
  readonly #id: number;

  constructor(
    readonly port: Port,
    address: string,
  ) {
    const { pathname, search } = new URL(address);
    this.#id = port.ask({ kind: "open", target: pathname + search }, (message) => this.#hear(message));
  }

  send(text: string): void {
    this.port.send({ kind: "say", id: this.#id, text });
  }

  close(): void {
    if (this.readyState >= WebSocket.CLOSING) return;
    this.port.send({ kind: "close", id: this.#id });
    this.#closed(1000);
  }

  #hear(message: AsgiMessage | undefined): void {
    if (message?.type === "websocket.accept") {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    } else if (message?.type === "websocket.send") this.onmessage?.({ data: message.text });
    else if (message?.type === "websocket.close") this.#closed(message.code ?? 1000);
    else if (!message) this.#closed(1006);
  }

  #closed(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}
