import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte,css}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const IMPORT = /(?:\bfrom|\bimport\(?)\s*"(\.[^"]*)"/g;
const ENTRY = ["App.svelte", "main.ts", "style.css"]; // where the page begins: it knows everybody

/** The parts of a file's path below `src`: those of its folder, and its name. */
const partsOf = (path: string): string[] => path.replace("../src/", "").split("/");

/** The folder that a file lies in; "" for what lies in none, which every folder may know. */
const folderOf = (parts: string[]): string => (parts.length > 1 ? (parts[0] ?? "") : "");

/** The folder of what a file imports. */
function folderImported(path: string, name: string): string {
  const parts = partsOf(path).slice(0, -1);
  const steps = name.split("/");
  for (const step of steps) {
    if (step === "..") parts.pop();
    else if (step !== ".") parts.push(step);
  }
  return parts.length > 1 || folders.has(parts[0] ?? "") ? (parts[0] ?? "") : "";
}

const folders = new Set(Object.keys(sources).map((path) => folderOf(partsOf(path))));

/** Every folder and those that its files import, each with a file that does. */
function imports(): Map<string, Map<string, string>> {
  const found = new Map([...folders].map((folder) => [folder, new Map<string, string>()]));
  for (const [path, source] of Object.entries(sources)) {
    const parts = partsOf(path);
    if (ENTRY.includes(parts.join("/"))) continue;
    for (const [, name = ""] of source.matchAll(IMPORT)) {
      const [from, to] = [folderOf(parts), folderImported(path, name)];
      if (from !== to) found.get(from)?.set(to, `${parts.join("/")} imports ${name}`);
    }
  }
  return found;
}

/** The first circle there is, as the imports that make it. */
function circle(graph: Map<string, Map<string, string>>): string[] {
  const done = new Set<string>();
  const search = (folder: string, way: string[], because: string[]): string[] => {
    if (way.includes(folder)) return because.slice(way.indexOf(folder));
    if (done.has(folder)) return [];
    for (const [next, reason] of graph.get(folder) ?? []) {
      const found = search(next, [...way, folder], [...because, reason]);
      if (found.length) return found;
    }
    done.add(folder);
    return [];
  };
  for (const folder of graph.keys()) {
    const found = search(folder, [], []);
    if (found.length) return found;
  }
  return [];
}

test("no folder imports one that imports it, however far around", () => {
  const graph = imports();
  expect([...(graph.get("game")?.keys() ?? [])]).toContain("board"); // imports are found at all
  expect(circle(graph)).toEqual([]);
});

test("what lies in no folder is known to all of them and knows none", () => {
  expect([...(imports().get("")?.values() ?? [])]).toEqual([]);
});

test("how messages travel is known where games are opened and where a page answers itself, and nowhere else", () => {
  const naming = (word: RegExp): string[] =>
    Object.keys(sources)
      .filter((path) => word.test(sources[path] ?? ""))
      .map((path) => partsOf(path).join("/"))
      .sort();
  expect(naming(/\bWebSocket\b/)).toEqual(["pocket/port.ts", "server/network.ts", "session/socket.ts"]);
  expect(naming(/(?<![.#])\bfetch\(/)).toEqual(["pocket/python.ts", "server/network.ts"]);
  expect(naming(/session\/socket"/)).toEqual(["game/Game.svelte", "pages/Embed.svelte"]);
});
