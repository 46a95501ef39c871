/* Run a program of Python under Pyodide in Node: node run.mjs SITE PROGRAM [WORD ...]
 *
 * It finds the package in /package, the work tree in /tree, what the two need in SITE, and this machine's files under
 * /host.  Its exit status is Node's; -m MODULE may stand for the program. */

import { writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "../../client/node_modules/pyodide/pyodide.mjs";

const [site, ...words] = process.argv.slice(2);
const tree = fileURLToPath(new URL("../..", import.meta.url));

const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" } });
for (const [stream, file] of [
  [python.setStdout, 1],
  [python.setStderr, 2],
])
  stream.call(python, { write: (bytes) => writeSync(file, bytes), isatty: false });
for (const [place, folder] of [
  ["/host", "/"],
  ["/package", `${tree}/src`],
  ["/site", site],
  ["/tree", tree],
])
  python.mountNodeFS(place, folder);

python.globals.set("words", python.toPy(words));
process.exitCode = python.runPython(`
import os, runpy, sys
os.chdir("/tree")
sys.path[:0] = ["/package", "/site", "/tree"]
def run():
    try:
        if words[0] == "-m":
            sys.argv = words[1:]
            runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = words
            runpy.run_path("/host" + words[0], run_name="__main__")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(bool(ended.code))
    return 0
run()
`);
