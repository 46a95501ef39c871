/** The search worker: answers questions that Python has packed; "stop" ends the current search. */

import type { PyBuffer, PyCallable, PyProxy } from "pyodide/ffi";
import { loadPython } from "./python";

const MAY_WAIT = "Suspending" in WebAssembly; // may Python wait for a promise?

let stopped = false;
const { port1, port2 } = new MessageChannel();

/** Is the search to stop?  Pending messages are handled first. */
const look = (): Promise<boolean> =>
  new Promise((resolve) => {
    port1.onmessage = () => resolve(stopped);
    port2.postMessage(0);
  });

const say = (message: PyBuffer): void => self.postMessage(message.toJs());

// Python's proxies are kept: WebKit collects garbage while Python reads a file, which fails.
const loaded = loadPython(() => undefined).then((made) => {
  const page = made.pyimport("ibau.web.pocket.page") as PyProxy & { think: PyCallable };
  return { made, page, think: page.think };
});

async function answer(question: Uint8Array): Promise<void> {
  stopped = false;
  const { made, think } = await loaded;
  const asked = made.toPy(question) as PyBuffer;
  if (MAY_WAIT) await think.callPromising(asked, say, look);
  else think(asked, say, look);
  asked.destroy();
  self.postMessage("free");
}

self.onmessage = ({ data }: MessageEvent<Uint8Array | "stop">): void => {
  if (data === "stop") stopped = true;
  else void answer(data).catch(reportError); // the other worker is informed
};
