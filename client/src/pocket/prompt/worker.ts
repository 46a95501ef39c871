/** Python behind a prompt. */

import type { PyProxy } from "pyodide/ffi";
import { python } from "../python";
import type { FromWorker, ToWorker } from "./messages";

/** See src/ibau/web/pocket/prompt.py. */
interface Prompt {
  enter(text: string): boolean;
  save(name: string, text: string): void;
  completions(line: string): PyProxy;
}

const say = (message: FromWorker): void => self.postMessage(message);

async function begun(): Promise<Prompt> {
  const made = await python((part) => say({ kind: "progress", part }), ["app.tar", "prompt.tar"]);
  const Prompt = made.pyimport("ibau.web.pocket.prompt").Prompt as (
    hear: (kind: "printed" | "error" | "picture", text: string) => void,
  ) => Prompt;
  const prompt = Prompt((kind, text) => say({ kind, text }));
  say({ kind: "progress", part: 1 });
  return prompt;
}

const beginning = begun();
beginning.catch((error: unknown) => say({ kind: "failed", reason: String(error) }));

self.onmessage = async ({ data }: MessageEvent<ToWorker>): Promise<void> => {
  const prompt = await beginning;
  if (data.kind === "enter") say({ kind: "done", incomplete: prompt.enter(data.text) });
  else if (data.kind === "save") {
    prompt.save(data.name, data.text);
    say({ kind: "saved", name: data.name });
  } else {
    const found = prompt.completions(data.line);
    say({ kind: "completions", line: data.line, found: found.toJs() as string[] });
    found.destroy();
  }
};
