/** The search worker, as the application's worker sees it: started at the first search, and again after it has ended. */

import type { PyodideAPI } from "pyodide";
import type { PyBuffer, PyCallable } from "pyodide/ffi";

const STOP_TIMEOUT = 2000; // milliseconds for a worker to stop

/** Makes what Python calls a WorkerPort: see src/ibau/web/pocket/page_workers.py. */
export const searchWorkers =
  (python: PyodideAPI) =>
  (heard: PyCallable): object => {
    const hear = heard.copy() as PyCallable;
    let worker: Worker | undefined;
    let last: ReturnType<typeof setTimeout> | undefined; // until it is ended
    const end = (): void => {
      clearTimeout(last);
      worker?.terminate();
      worker = undefined;
    };
    const fail = (): void => {
      end();
      hear(undefined);
    };
    const startWorker = (): Worker => {
      const made = new Worker(new URL("./thinking.worker.ts", import.meta.url), { type: "module" });
      made.onmessage = ({ data }: MessageEvent<Uint8Array | "free">) => {
        if (data === "free") clearTimeout(last);
        else hear(python.toPy(data));
      };
      made.onerror = fail;
      return made;
    };
    return {
      say: (message: PyBuffer) => {
        worker ??= startWorker();
        worker.postMessage(message.toJs());
      },
      stop: () => {
        worker?.postMessage("stop");
        clearTimeout(last);
        last = setTimeout(fail, STOP_TIMEOUT);
      },
      close: end,
    };
  };
