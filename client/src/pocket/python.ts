/** Python in a worker: Pyodide, and the application's own modules. */

import type { PyodideAPI } from "pyodide";
import { XzReadableStream } from "xz-decompress";

type Pyodide = typeof import("pyodide");
type Options = NonNullable<Parameters<Pyodide["loadPyodide"]>[0]>;
type Code = { default: NonNullable<Options["createPyodideModule"]> };

const HERE = new URL("../python/", import.meta.url); // beside the folder of what vite builds
const STEPS = 3; // which take about as long as each other

const PACKED: Record<string, string> = {
  "pyodide.asm.wasm": "application/wasm",
  "python_stdlib.zip": "application/zip",
}; // what Pyodide asks for itself

const UNPACK = `
import io, sys, tarfile
with tarfile.open(fileobj=io.BytesIO(packed), mode="r:xz") as archive:
    archive.extractall("/app", filter="fully_trusted")
sys.dont_write_bytecode = True
sys.path[:0] = ["/app"]
`;

export type Progress = (part: number) => void;

/** A file of which only the packed form is sent: few hosts pack at all, and none as well. */
async function unpacked(name: string, type: string): Promise<Response> {
  const packed = await fetch(new URL(`${name}.xz`, HERE));
  if (!packed.ok || !packed.body) throw new Error(`${name}: ${packed.status}`);
  const stream = new XzReadableStream(packed.body);
  return new Response(stream, { headers: { "Content-Type": type } });
}

async function imported(name: string): Promise<unknown> {
  const address = URL.createObjectURL(await (await unpacked(name, "text/javascript")).blob());
  return import(/* @vite-ignore */ address);
}

const bytes = async (name: string): Promise<ArrayBuffer> => (await fetch(new URL(name, HERE))).arrayBuffer();

/** Begin Python, with the application's modules in its path. */
export async function python(progress: Progress): Promise<PyodideAPI> {
  const [application, tables] = [bytes("app.tar.xz"), bytes("tables.json")];
  const plain = self.fetch;
  const fetched: typeof fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const packed = Object.keys(PACKED).find((name) => address.endsWith(name));
    return packed ? unpacked(packed, PACKED[packed]!) : plain(input, init);
  };
  Object.assign(self, { fetch: fetched });
  const [{ loadPyodide }, { default: createPyodideModule }] = (await Promise.all([
    import(/* @vite-ignore */ new URL("pyodide.mjs", HERE).href),
    imported("pyodide.asm.mjs"),
  ])) as [Pyodide, Code];
  const options = { indexURL: HERE.href, env: { HOME: "/home/pyodide" }, createPyodideModule };
  const made = await loadPyodide(options);
  Object.assign(self, { fetch: plain });
  progress(1 / STEPS);
  made.runPython(UNPACK, { locals: made.toPy({ packed: new Uint8Array(await application) }) });
  fetchLater(made, JSON.parse(new TextDecoder().decode(await tables)) as string[]);
  progress(2 / STEPS);
  return made;
}

/** Lay files into Python's folders that are fetched when it reads them. */
function fetchLater(made: PyodideAPI, names: string[]): void {
  for (const name of names) {
    const [folder, file] = [name.replace(/\/[^/]*$/, ""), name.replace(/^.*\//, "")];
    made.FS.mkdirTree(`/app/${folder}`);
    made.FS.createLazyFile(`/app/${folder}`, file, new URL(`tables/${name}`, HERE).href, true, false);
  }
}
