/* Write the files that scripts/protocol.py makes of the server's: for npm's scripts, by the Python of the work tree. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { IBAU_PYTHON, PYTHONPATH } = process.env; // the first is set by scripts/client.py
const pythons = [IBAU_PYTHON, at(".venv/bin/python"), at(".venv/Scripts/python.exe")];
const env = { ...process.env, PYTHONPATH: [at("src"), PYTHONPATH].filter(Boolean).join(delimiter) };
const python = pythons.find((path) => path && existsSync(path)) ?? "python3";

process.exitCode = spawnSync(python, [at("scripts/protocol.py")], { stdio: "inherit", env }).status ?? 1;
if (process.exitCode)
  console.error("The client's types are made by Python and Ibau's packages: make check installs them.");
