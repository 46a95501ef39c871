/**
 * Compile Python for the page: `node pocket/compile.mjs STAGE FOLDER`.
 *
 * It is done by the Python that will run it, and what comes of it is imported once, so that nothing is missing.
 */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { loadPyodide } from "pyodide";

const [stage, folder] = process.argv.slice(2);
const home = dirname(createRequire(import.meta.url).resolve("pyodide/pyodide.mjs"));

const python = await loadPyodide({ indexURL: home, env: { PYTHONNODEBUGRANGES: "1" } }); // columns of code weigh much
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

const page = await loadPyodide({ stdLibURL: `${stage}/python_stdlib.zip` });
page.FS.writeFile("/app.tar", await readFile(`${stage}/app.tar`));
page.runPython(`
import sys, tarfile
with tarfile.open("/app.tar") as archive:
    archive.extractall("/app", filter="fully_trusted")
sys.path[:0] = ["/app"]
import ibau.web.pocket.application, ibau.web.pocket.page, ibau.web.thinking.questions
`);
