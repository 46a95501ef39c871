/** The application of a page without a server: it runs in this worker and keeps games in a database of the browser. */

import type { PyProxy } from "pyodide/ffi";
import type { FromWorker, Told, ToWorker } from "./messages";
import { Missing, python } from "./python";
import { FORGETFUL, Tables } from "./tables";
import { thinker } from "./thinker";

/** What Python hands over: see src/ibau/web/pocket/page.py. */
interface Application {
  answer(
    id: number,
    method: string,
    target: string,
    headers: string,
    body: string,
    tell: (message: PyProxy) => void,
  ): Promise<void>;
  serve(id: number, target: string, tell: (message: PyProxy) => void): Promise<void>;
  hear(id: number, text: string): void;
  hang_up(id: number): void;
}

const post = (message: FromWorker): void => self.postMessage(message);

/**
 * Run the application as long as this worker lives; while another tab does, wait until that one ends.  Browsers have
 * locks only for pages that come by https or from this computer; in others the last tab to begin takes over.
 */
function begin(base: string, steal: boolean): void {
  const name = `ibau ${base}`;
  const runForEver = async (): Promise<void> => {
    await opened(Tables.open(name)).then(application.resolve, failed);
    await new Promise(() => undefined); // hold the lock until this worker ends
  };
  if (!("locks" in navigator)) {
    const others = new BroadcastChannel(name);
    others.onmessage = taken;
    others.postMessage(""); // any message makes them end
    return void runForEver();
  }
  const runIfGiven = async (lock: Lock | null): Promise<void> => {
    if (lock) return runForEver();
    post({ kind: "waits" }); // until the other tab has ended
    void navigator.locks.request(name, runForEver).catch(taken);
  };
  navigator.locks.request(name, steal ? { steal } : { ifAvailable: true }, runIfGiven).catch(taken);
}

function taken(): void {
  post({ kind: "taken" });
  self.close();
}

function failed(error: unknown): void {
  console.error(error);
  if (error instanceof Missing) post({ kind: "failed", what: "missing", reason: error.message });
  else
    post({
      kind: "failed",
      what: error instanceof DOMException ? "unstored" : "failed",
      reason: String(error),
    });
}

async function opened(log: Promise<Tables> | typeof FORGETFUL): Promise<Application> {
  const progress = (part: number): void => post({ kind: "progress", part });
  const [made, tables] = await Promise.all([python(progress), log]);
  const open = made.pyimport("ibau.web.pocket.page").opened as (...parts: unknown[]) => Promise<Application>;
  const application = await open(tables, thinker(made));
  progress(1);
  post({ kind: "ready" });
  return application;
}

let resolve: (it: Application) => void = () => undefined;
/** The application, which is `there` once it has been opened. */
const application = { there: new Promise<Application>((found) => (resolve = found)), resolve };

/** A function that passes Python's messages on to the page, for the request or socket `id`. */
const teller =
  (id: number) =>
  (proxy: PyProxy): void => {
    const message = proxy.toJs({ dict_converter: Object.fromEntries }) as Told;
    post({ kind: "told", id, message });
  };

async function obey(asked: Exclude<ToWorker, { kind: "begin" }>, it: Application): Promise<void> {
  switch (asked.kind) {
    case "ask":
      await it.answer(asked.id, asked.method, asked.target, asked.headers, asked.body, teller(asked.id));
      return post({ kind: "ended", id: asked.id });
    case "open":
      await it.serve(asked.id, asked.target, teller(asked.id));
      return post({ kind: "ended", id: asked.id });
    case "say":
      return it.hear(asked.id, asked.text);
    case "close":
      return it.hang_up(asked.id);
  }
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>): Promise<void> => {
  if (data.kind === "begin") {
    if (data.forgets) await opened(FORGETFUL).then(application.resolve, failed);
    else begin(data.base, data.steal);
    return;
  }
  try {
    await obey(data, await application.there);
  } catch (error) {
    console.error(error);
    post({ kind: "ended", id: data.id });
  }
};
