/* Python in a worker of a browser: it says "ready", then answers each program with what its last line comes to. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

const python = await loadPyodide();
for (const name of ["package", "site"]) {
  const answer = await fetch(`${name}.zip`);
  python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: `/${name}` });
}
python.runPython('import sys; sys.path[:0] = ["/package", "/site"]');

self.onmessage = ({ data: [program, ...words] }) => {
  python.globals.set("words", python.toPy(words));
  try {
    self.postMessage(python.runPython(program));
  } catch (error) {
    self.postMessage(`failed: ${error.message}`);
  }
};
self.postMessage("ready");
