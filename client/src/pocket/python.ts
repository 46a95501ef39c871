/** Python in a worker: Pyodide, and the application's own modules. */

import type { PyodideAPI } from "pyodide";
import { XzReadableStream } from "xz-decompress";

type Pyodide = typeof import("pyodide");
type Options = NonNullable<Parameters<Pyodide["loadPyodide"]>[0]>;
type Code = { default: NonNullable<Options["createPyodideModule"]> };
type Made = Awaited<ReturnType<Code["default"]>> & { memory: WebAssembly.Memory };

const FILES = new URL("../python/", import.meta.url); // beside the folder of what vite builds
const PYODIDE = "pyodide.js"; // a module, though not by its name: not every host knows what .mjs is
const BLOCK = 512; // bytes, of an archive
const STEPS = 3; // which take about as long as each other
const REFUSALS = 2; // of three requests for more memory: by a fifth, a tenth, a twentieth

const PACKED: Record<string, string> = {
  "pyodide.asm.wasm": "application/wasm",
  "python_stdlib.zip": "application/zip",
}; // what Pyodide asks for itself

const APP = "/app"; // in Python's folders
const FIND = `
import sys
sys.dont_write_bytecode = True
sys.path[:0] = ["${APP}"]
`;

export type Progress = (part: number) => void;

/** A file that did not come, or not as what it is; the message names it. */
export class MissingFile extends Error {
  override name = "Missing file";
}

async function fetchFile(name: string): Promise<Response> {
  const answer = await fetch(new URL(name, FILES)).catch(() => undefined);
  if (!answer?.ok) throw new MissingFile(name);
  return answer;
}

const fetchPacked = (name: string): Promise<Response> => fetchFile(`${name}.xz`);

/**
 * A file of which only the packed form is sent: few hosts pack at all, and none as well.
 * It is to be read at once, since files are unpacked one after another.  The service worker keeps it unpacked: that is
 * handed on as it comes, since browsers also keep the compiled code of such a response.
 */
async function fetchUnpacked(name: string, type: string, fetched = fetchPacked(name)): Promise<Response> {
  const packed = await fetched;
  if (packed.headers.has("X-Unpacked")) return packed;
  const stream = new XzReadableStream(packed.body as ReadableStream);
  return new Response(stream, { headers: { "Content-Type": type } });
}

async function importUnpacked(name: string): Promise<unknown> {
  const code = await fetchUnpacked(name, "text/javascript");
  const address = code.url || URL.createObjectURL(await code.blob()); // kept unpacked, it has an address
  return import(/* @vite-ignore */ address);
}

const bytes = async (name: string): Promise<ArrayBuffer> => (await fetchFile(name)).arrayBuffer();

/** Begin Python, with the application's modules in its path. */
export async function loadPython(progress: Progress): Promise<PyodideAPI> {
  const [fetching, tables] = [fetchPacked("app.tar"), bytes("tables.json")];
  for (const early of [fetching, tables]) early.catch(() => undefined); // reported where they are awaited
  const browserFetch = self.fetch;
  let fail: (error: unknown) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => (fail = reject)); // Pyodide would wait for ever
  const fetched: typeof fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const name = Object.keys(PACKED).find((name) => address.endsWith(name));
    if (!name) return browserFetch(input, init);
    const found = fetchUnpacked(name, PACKED[name]!);
    found.catch(fail);
    return found;
  };
  Object.assign(self, { fetch: fetched });
  const [{ loadPyodide }, { default: createPyodideModule }] = (await Promise.all([
    import(/* @vite-ignore */ new URL(PYODIDE, FILES).href).catch(() =>
      Promise.reject(new MissingFile(PYODIDE)),
    ),
    importUnpacked("pyodide.asm.mjs"),
  ])) as [Pyodide, Code];
  const createModule = async (...moduleOptions: Parameters<typeof createPyodideModule>): Promise<Made> => {
    const made = (await createPyodideModule(...moduleOptions)) as Made;
    growSparingly(made.memory);
    return made;
  };
  const options = { indexURL: FILES.href, env: { HOME: "/home/pyodide" }, createPyodideModule: createModule };
  const made = await Promise.race([loadPyodide(options), lost]);
  Object.assign(self, { fetch: browserFetch });
  progress(1 / STEPS);
  const archive = await fetchUnpacked("app.tar", "application/x-tar", fetching);
  unpackTar(made, new Uint8Array(await archive.arrayBuffer()));
  Object.assign(XzReadableStream, { _moduleInstance: undefined, _moduleInstancePromise: undefined }); // and its memory
  made.runPython(FIND);
  addLazyFiles(made, JSON.parse(new TextDecoder().decode(await tables)) as string[]);
  progress(2 / STEPS);
  return made;
}

/**
 * Python's memory, which never shrinks, grows by as little as Emscripten ever asks for: refused, it asks for less,
 * though never for less than it needs.
 */
function growSparingly(memory: WebAssembly.Memory): void {
  let refused = 0;
  memory.grow = (pages) => {
    if (refused++ < REFUSALS) throw new RangeError("Ask for less.");
    refused = 0;
    return WebAssembly.Memory.prototype.grow.call(memory, pages);
  };
}

/** Lay the files of an archive (ustar) into Python's folders: here, as WebAssembly never gives back what that takes. */
function unpackTar(made: PyodideAPI, archive: Uint8Array): void {
  const text = (from: number, most: number): string =>
    new TextDecoder().decode(archive.subarray(from, from + most)).replace(/\0.*/s, "");
  for (let head = 0; archive[head];) {
    const path = [APP, text(head + 345, 155), text(head, 100)].filter(Boolean).join("/");
    const [begin, size] = [head + BLOCK, parseInt(text(head + 124, 12), 8)];
    made.FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
    made.FS.writeFile(path, archive.subarray(begin, begin + size));
    head = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** Lay files into Python's folders that are fetched when it reads them. */
function addLazyFiles(made: PyodideAPI, names: string[]): void {
  for (const name of names) {
    const [folder, file] = [name.replace(/\/[^/]*$/, ""), name.replace(/^.*\//, "")];
    made.FS.mkdirTree(`${APP}/${folder}`);
    made.FS.createLazyFile(`${APP}/${folder}`, file, new URL(`tables/${name}`, FILES).href, true, false);
  }
}
