/** Thinking: questions come as Python has packed them, and answers go back so; "stop" ends the thought under way. */

import type { PyBuffer, PyCallable, PyProxy } from "pyodide/ffi";
import { python } from "./python";

const MAY_WAIT = "Suspending" in WebAssembly; // may Python wait for a promise?

let stopped = false;
const { port1, port2 } = new MessageChannel();

/** Is the thought to stop?  What has come meanwhile is heard first. */
const look = (): Promise<boolean> =>
  new Promise((resolve) => {
    port1.onmessage = () => resolve(stopped);
    port2.postMessage(0);
  });

const say = (message: PyBuffer): void => self.postMessage(message.toJs());

// Nothing of Python's is left to the garbage collector: WebKit lets it run while Python reads a file, which fails.
const begun = python(() => undefined).then((made) => {
  const page = made.pyimport("ibau.web.pocket.page") as PyProxy & { think: PyCallable };
  return { made, page, think: page.think };
});

async function answer(question: Uint8Array): Promise<void> {
  stopped = false;
  const { made, think } = await begun;
  const asked = made.toPy(question) as PyBuffer;
  if (MAY_WAIT) await think.callPromising(asked, say, look);
  else think(asked, say, look);
  asked.destroy();
  self.postMessage("free");
}

self.onmessage = ({ data }: MessageEvent<Uint8Array | "stop">): void => {
  if (data === "stop") stopped = true;
  else void answer(data).catch(reportError); // which the other worker hears of
};
