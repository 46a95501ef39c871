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
  const module = made.pyimport("ibau.web.pocket.prompt") as PyProxy & {
    Prompt(hear: (kind: "printed" | "error" | "picture", text: string) => void): Prompt;
  };
  const prompt = module.Prompt((kind, text) => say({ kind, text }));
  module.destroy(); // see thinking.worker.ts
  say({ kind: "progress", part: 1 });
  return prompt;
}

async function obey(asked: ToWorker): Promise<void> {
  const prompt = await beginning;
  if (asked.kind === "enter") say({ kind: "done", incomplete: prompt.enter(asked.text) });
  else if (asked.kind === "save") {
    prompt.save(asked.name, asked.text);
    say({ kind: "saved", name: asked.name });
  } else {
    const found = prompt.completions(asked.line);
    say({ kind: "completions", line: asked.line, found: found.toJs() as string[] });
    found.destroy();
  }
}

const failed = (error: unknown): void => say({ kind: "failed", reason: String(error) });
const beginning = begun();

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => void obey(data).catch(failed);
beginning.catch(failed);
