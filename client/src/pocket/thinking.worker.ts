/** Thinking: questions come as Python has packed them, and answers go back so; "stop" ends the thought under way. */

import type { PyBuffer, PyCallable } from "pyodide/ffi";
import { python } from "./python";

let stopped = false;
const { port1, port2 } = new MessageChannel();

/** Is the thought to stop?  What has come meanwhile is heard first. */
const look = (): Promise<boolean> =>
  new Promise((resolve) => {
    port1.onmessage = () => resolve(stopped);
    port2.postMessage(0);
  });

const say = (message: PyBuffer): void => self.postMessage(message.toJs());

const begun = python(() => undefined).then((made) => ({
  made,
  think: made.pyimport("ibau.web.pocket.page").think as PyCallable,
}));

self.onmessage = async ({ data }: MessageEvent<Uint8Array | "stop">): Promise<void> => {
  if (data === "stop") {
    stopped = true;
    return;
  }
  stopped = false;
  const { made, think } = await begun;
  await think.callPromising(made.toPy(data), say, look);
  self.postMessage("free");
};
