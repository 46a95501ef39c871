/** What passes between a page without a server and the worker in which its application runs. */

export type ToWorker =
  | { kind: "begin"; base: string; steal: boolean; forgets: boolean } // with `steal`, another tab that runs it has to end
  | { kind: "ask"; id: number; method: string; target: string; headers: string; body: string }
  | { kind: "open"; id: number; target: string } // a socket
  | { kind: "say"; id: number; text: string }
  | { kind: "close"; id: number };

/** A message of ASGI, as Python sends it. */
export type AsgiMessage =
  | { type: "http.response.start"; status: number; headers: [Uint8Array, Uint8Array][] }
  | { type: "http.response.body"; body?: Uint8Array; more_body?: boolean }
  | { type: "websocket.accept" }
  | { type: "websocket.send"; text: string }
  | { type: "websocket.close"; code?: number };

export type FromWorker =
  | { kind: "message"; id: number; message: AsgiMessage }
  | { kind: "ended"; id: number } // the request or socket is finished
  | { kind: "progress"; part: number } // of all there is to do, from 0 to 1
  | { kind: "ready" }
  | { kind: "waits" } // another tab runs the application
  | { kind: "taken" } // another tab runs it from now on
  | { kind: "failed"; what: "missing" | "unstored" | "failed"; reason: string }; // a file, the database, or something else
