/** The application of a page without a server: it runs in this worker, and its games lie in a database of the browser. */

import type { PyProxy } from "pyodide/ffi";
import type { FromWorker, Told, ToWorker } from "./messages";
import { python } from "./python";
import { Tables } from "./tables";
import { thinker } from "./thinker";

/** What Python hands over: see src/ibau/web/pocket/page.py. */
interface Application {
  answer(
    id: number,
    method: string,
    target: string,
    headers: string,
    body: string,
    tell: (m: PyProxy) => void,
  ): Promise<void>;
  serve(id: number, target: string, tell: (message: PyProxy) => void): Promise<void>;
  hear(id: number, text: string): void;
  hang_up(id: number): void;
}

const post = (message: FromWorker): void => self.postMessage(message);

/** Run the application as long as this worker lives, unless another tab does: then wait until it ends. */
function begin(base: string, steal: boolean): Promise<Application> {
  const name = `ibau ${base}`;
  return new Promise((resolve, reject) => {
    const hold = async (lock: Lock | null): Promise<void> => {
      if (!lock) {
        post({ kind: "waits" });
        void navigator.locks.request(name, held).catch(taken);
      } else await held();
    };
    const held = async (): Promise<void> => {
      await opened(name).then(resolve, reject);
      await new Promise(() => undefined);
    };
    const taken = (): void => {
      post({ kind: "taken" });
      self.close();
    };
    navigator.locks.request(name, steal ? { steal } : { ifAvailable: true }, hold).catch(taken);
  });
}

async function opened(name: string): Promise<Application> {
  const progress = (part: number): void => post({ kind: "progress", part });
  const [made, tables] = await Promise.all([python(progress), Tables.open(name)]);
  const open = made.pyimport("ibau.web.pocket.page").opened as (...parts: unknown[]) => Promise<Application>;
  const application = await open(tables, thinker(made));
  progress(1);
  post({ kind: "ready" });
  return application;
}

let application: Promise<Application> | undefined;

/** Tells the page what Python tells. */
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
  try {
    if (data.kind === "begin") await (application = begin(data.base, data.steal));
    else if (application) await obey(data, await application);
  } catch (error) {
    console.error(error);
    if ("id" in data) post({ kind: "ended", id: data.id });
    else post({ kind: "failed", reason: String(error) });
  }
};
