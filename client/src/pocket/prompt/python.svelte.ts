/** Python as the page of a prompt knows it: what was entered, what came of it, and whether it is still running. */

import type { Asked, FromWorker, ToWorker } from "./messages";

export interface Entry {
  kind: "entered" | "printed" | "error" | "picture" | "note";
  text: string;
}

const MOST = 2000; // entries kept

export class Python {
  entries = $state.raw<Entry[]>([]);
  part = $state(0.02); // of the beginning, from 0 to 1
  running = $state(false);
  history: string[] = [];
  #worker = this.#begun();
  #waiting: Asked[] = []; // until what runs has ended
  #entered = "";

  constructor(
    readonly wantsMore: (text: string) => void, // an entry is not complete
    readonly completed: (line: string, found: string[]) => void,
  ) {}

  /** Run what was entered, unless it is not complete. */
  #enter(text: string): void {
    this.running = true;
    this.#entered = text;
    this.#add({ kind: "entered", text });
    this.#tell({ kind: "enter", text });
  }

  complete(line: string): void {
    if (!this.running) this.#tell({ kind: "complete", line });
  }

  /** Do what is asked for, after all that was asked before. */
  ask(asked: Asked): void {
    if ("enter" in asked)
      this.#waiting.push(...asked.enter.filter((text) => text.trim()).map((text) => ({ enter: [text] })));
    else this.#waiting.push(asked);
    this.#goOn();
  }

  /** End what runs.  Python begins anew, for nothing else ends it. */
  stop(): void {
    this.#end();
    this.#beginAnew();
  }

  #end(): void {
    this.#worker.terminate();
    this.#waiting = [];
    this.running = false;
  }

  #beginAnew(): void {
    this.part = 0.02;
    this.#add({ kind: "note", text: "Python has been restarted: names have to be defined again." });
    this.#worker = this.#begun();
  }

  /** Python has broken down, or was never there. */
  #fail(reason: string): void {
    const hadBegun = this.part === 1;
    this.#end();
    this.part = 1;
    this.#add({ kind: "error", text: hadBegun ? reason : `Python could not be started: ${reason}` });
    if (hadBegun) this.#beginAnew();
  }

  #begun(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = ({ message }) => this.#hear({ kind: "failed", reason: message });
    return worker;
  }

  #tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case "progress":
        this.part = message.part;
        return;
      case "completions":
        return this.completed(message.line, message.found);
      case "done":
        return this.#done(message.incomplete);
      case "saved":
        this.#add({ kind: "note", text: `${message.name} is saved.` });
        return this.#done(false);
      case "failed":
        return this.#fail(message.reason);
      default:
        return this.#add({ kind: message.kind, text: message.text });
    }
  }

  #done(incomplete: boolean): void {
    this.running = false;
    if (incomplete) {
      this.entries = this.entries.slice(0, -1);
      this.wantsMore(this.#entered);
    } else if (this.#entered && this.history.at(-1) !== this.#entered) this.history.push(this.#entered);
    this.#entered = "";
    this.#goOn();
  }

  #goOn(): void {
    if (this.running) return;
    const asked = this.#waiting.shift();
    if (!asked) return;
    if ("enter" in asked) return this.#enter(asked.enter[0] ?? "");
    this.running = true;
    this.#tell({ kind: "save", name: asked.save, text: asked.text });
  }

  #add(entry: Entry): void {
    const last = this.entries.at(-1);
    const goesOn = last && last.kind === entry.kind && (entry.kind === "printed" || entry.kind === "error");
    const before = goesOn ? this.entries.slice(0, -1) : this.entries;
    const text = goesOn ? last.text + entry.text : entry.text;
    this.entries = [...before, { ...entry, text }].slice(-MOST);
  }
}
