/** The application of a page without a server: it runs in this worker and keeps games in a database of the browser. */

import type { PyProxy } from "pyodide/ffi";
import type { FromWorker, AsgiMessage, ToWorker } from "./messages";
import { MissingFile, loadPython } from "./python";
import { NO_STORAGE, Tables } from "./tables";
import { searchWorkers } from "./thinker";

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
    await openApplication(Tables.open(name)).then(application.resolve, reportFailure);
    await new Promise(() => undefined); // hold the lock until this worker ends
  };
  if (!("locks" in navigator)) {
    const others = new BroadcastChannel(name);
    others.onmessage = endReplaced;
    others.postMessage(""); // any message makes them end
    return void runForEver();
  }
  const runIfGiven = async (lock: Lock | null): Promise<void> => {
    if (lock) return runForEver();
    post({ kind: "waits" }); // until the other tab has ended
    void navigator.locks.request(name, runForEver).catch(endReplaced);
  };
  navigator.locks.request(name, steal ? { steal } : { ifAvailable: true }, runIfGiven).catch(endReplaced);
}

function endReplaced(): void {
  post({ kind: "taken" });
  self.close();
}

function reportFailure(error: unknown): void {
  console.error(error);
  if (error instanceof MissingFile) post({ kind: "failed", what: "missing", reason: error.message });
  else
    post({
      kind: "failed",
      what: error instanceof DOMException ? "unstored" : "failed",
      reason: String(error),
    });
}

async function openApplication(log: Promise<Tables> | typeof NO_STORAGE): Promise<Application> {
  const progress = (part: number): void => post({ kind: "progress", part });
  const [python, tables] = await Promise.all([loadPython(progress), log]);
  const open = python.pyimport("ibau.web.pocket.page").opened as (...args: unknown[]) => Promise<Application>;
  const application = await open(tables, searchWorkers(python));
  progress(1);
  post({ kind: "ready" });
  return application;
}

let resolve: (it: Application) => void = () => undefined;
/** The application, which is `there` once it has been opened. */
const application = { there: new Promise<Application>((found) => (resolve = found)), resolve };

/** A function that passes Python's messages on to the page, for the request or socket `id`. */
const sender =
  (id: number) =>
  (proxy: PyProxy): void => {
    const message = proxy.toJs({ dict_converter: Object.fromEntries }) as AsgiMessage;
    post({ kind: "message", id, message });
  };

async function handle(message: Exclude<ToWorker, { kind: "begin" }>, it: Application): Promise<void> {
  const { id } = message;
  switch (message.kind) {
    case "ask":
      await it.answer(id, message.method, message.target, message.headers, message.body, sender(id));
      return post({ kind: "ended", id });
    case "open":
      await it.serve(id, message.target, sender(id));
      return post({ kind: "ended", id });
    case "say":
      return it.hear(id, message.text);
    case "close":
      return it.hang_up(id);
  }
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>): Promise<void> => {
  if (data.kind === "begin") {
    if (data.forgets) await openApplication(NO_STORAGE).then(application.resolve, reportFailure);
    else begin(data.base, data.steal);
    return;
  }
  try {
    await handle(data, await application.there);
  } catch (error) {
    console.error(error);
    post({ kind: "ended", id: data.id });
  }
};
