/** Python in a worker: Pyodide, and the application's own modules. */

import type { PyodideAPI } from "pyodide";

const HERE = new URL("../python/", import.meta.url); // beside the folder of what vite builds
const STEPS = 3; // which take about as long as each other

export type Progress = (part: number) => void;

/** A file of which only the packed form is sent: not every host packs what it sends. */
async function unpacked(name: string): Promise<Response> {
  const packed = await fetch(new URL(`${name}.gz`, HERE));
  if (!packed.ok || !packed.body) throw new Error(`${name}: ${packed.status}`);
  const type = { headers: { "Content-Type": "application/wasm" } };
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), type);
}

/** Begin Python, with the application's modules in its path. */
export async function python(progress: Progress): Promise<PyodideAPI> {
  const application = fetch(new URL("app.zip", HERE)).then((answer) => answer.arrayBuffer());
  const plain = self.fetch;
  const fetched: typeof fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    return address.endsWith(".wasm") ? unpacked("pyodide.asm.wasm") : plain(input, init);
  };
  Object.assign(self, { fetch: fetched }); // it asks for its code itself
  const address = new URL("pyodide.mjs", HERE).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ address)) as typeof import("pyodide");
  const made = await loadPyodide({ indexURL: HERE.href, env: { HOME: "/home/pyodide" } });
  Object.assign(self, { fetch: plain });
  progress(1 / STEPS);
  made.unpackArchive(await application, "zip", { extractDir: "/app" });
  made.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/app')");
  progress(2 / STEPS);
  return made;
}
