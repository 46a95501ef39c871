// @vitest-environment node
import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte,css}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const IMPORT = /(?:\bfrom|\bimport\(?)\s*"(\.[^"]*)"/g;
const ENTRY = ["App.svelte", "main.ts", "style.css"]; // where the page begins: they may import all

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

test("files outside the folders import none of them", () => {
  expect([...(imports().get("")?.values() ?? [])]).toEqual([]);
});

test("only the transports use WebSocket and fetch", () => {
  const naming = (word: RegExp): string[] =>
    Object.keys(sources)
      .filter((path) => word.test(sources[path] ?? ""))
      .map((path) => partsOf(path).join("/"))
      .sort();
  expect(naming(/\bWebSocket\b/)).toEqual(["pocket/port.ts", "server/network.ts", "session/socket.ts"]);
  expect(naming(/(?<![.#])\bfetch\(/)).toEqual(["pocket/python.ts", "server/network.ts"]);
  expect(naming(/session\/socket"/)).toEqual(["game/Game.svelte", "pages/Embed.svelte"]);
});

/** What browsers give to secure contexts only (https, or this computer's own); a school's server may have neither. */
const SECURE = new RegExp(
  [
    String.raw`\bnavigator\??\.(bluetooth|canShare|clipboard|credentials|geolocation|getBattery|gpu|hid|keyboard|locks|mediaDevices|requestMIDIAccess|serial|serviceWorker|share|storage|usb|wakeLock)\b`,
    String.raw`\bcrypto\??\.(randomUUID|subtle)\b`,
    String.raw`(?<![\w.$])(caches|cookieStore|DeviceMotionEvent|DeviceOrientationEvent|Notification|PushManager|showOpenFilePicker|showSaveFilePicker|PaymentRequest|AudioWorklet)\b(?=[.(\[])`,
  ].join("|"),
  "g",
);

/** Is what is found at a place asked for first, or used where its absence is caught? */
function isGuarded(source: string, name: string, at: number): boolean {
  const asked = name === "share" ? ["share", "canShare"] : [name]; // which come together
  return (
    source.startsWith(`${name}?.`, source.indexOf(name, at)) ||
    asked.some((name) => source.includes(`"${name}" in navigator`)) ||
    source.includes(`typeof navigator.${name}`) ||
    /\btry \{[^}]*$/.test(source.slice(0, at))
  );
}

test("what only secure contexts have is not taken for granted", () => {
  const found = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(SECURE)].map(({ index, ...use }) => ({
      path,
      source,
      index,
      name: [use[1], use[2], use[3]].find(Boolean),
    })),
  );
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["locks", "serviceWorker", "clipboard", "share"]),
  );
  const unguarded = found.filter(({ source, name = "", index }) => !isGuarded(source, name, index));
  expect(unguarded.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});

test("every link begins at the root of the page, wherever that lies", () => {
  const links = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(/<a\b[^]*?href=(?:"([^"]*)"|\{([^}]*))([^]*?)>/g)].map(([, text, code, more]) => ({
      path,
      href: text ?? code ?? "",
      more,
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  // a download is no page; what is for others, or leads to another page, says its address whole
  const whole = new Set(["address", "POCKET", "#content"]);
  const wrong = links.filter(
    ({ href, more }) =>
      !/^\{?ROOT\b/.test(href) && !whole.has(href) && !/\bdownload\b|page\.kit/.test(href + more),
  );
  expect(wrong.map(({ path, href }) => `${path}: ${href}`)).toEqual([]);
});
