/** What passes between the page of a Python prompt, the worker that runs it, and a page that frames it. */

export type ToWorker =
  | { kind: "enter"; text: string }
  | { kind: "save"; name: string; text: string }
  | { kind: "complete"; line: string };

export type FromWorker =
  | { kind: "progress"; part: number } // of what there is to do before it begins, from 0 to 1
  | { kind: "printed" | "error" | "picture"; text: string }
  | { kind: "done"; incomplete: boolean } // what was entered has run, or wants more lines
  | { kind: "saved"; name: string }
  | { kind: "completions"; line: string; found: string[] }
  | { kind: "failed"; reason: string };

/** What a framing page asks for: see docs/site/static/live.js. */
export type Asked = { enter: string[] } | { save: string; text: string };
