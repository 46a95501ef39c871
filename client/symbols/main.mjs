/**
 * Draw every part of every board once, for the Python package: `node symbols/main.mjs`.
 *
 * The parts are drawn by the components of the page, so that a picture made without a browser shows what a browser shows.
 */

import { writeFile } from "node:fs/promises";
import { createServer } from "vite";

const FILE = new URL("../../src/ibau/paper/drawing/symbols.json", import.meta.url);

const vite = await createServer({
  server: { middlewareMode: true, ws: false, watch: null },
  appType: "custom",
  logLevel: "error",
});
try {
  const { symbols } = await vite.ssrLoadModule("/symbols/symbols.ts");
  await writeFile(FILE, JSON.stringify(await symbols(), null, 1));
} finally {
  await vite.close();
}
