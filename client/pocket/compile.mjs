/**
 * Compile Python for the page: `node pocket/compile.mjs STAGE FOLDER`.
 *
 * It is done by the Python that will run it.  STAGE/app becomes FOLDER/app.zip, and the standard library, without what
 * no page imports, FOLDER/python_stdlib.zip.
 */

import { createRequire } from "node:module";
import { dirname } from "node:path";
import { loadPyodide } from "pyodide";

const [stage, folder] = process.argv.slice(2);
const home = dirname(createRequire(import.meta.url).resolve("pyodide/pyodide.mjs"));

const python = await loadPyodide({ indexURL: home });
for (const [place, real] of [
  ["/stage", stage],
  ["/folder", folder],
  ["/pyodide", home],
]) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, real);
}
python.runPython(`
import sys
sys.path.insert(0, "/stage")
import compiling_for_page
compiling_for_page.main()
`);
