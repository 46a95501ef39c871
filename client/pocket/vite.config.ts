import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page without a server: the same client, which a worker of its own answers; scripts/pocket.py puts the rest beside it.
export default defineConfig({
  root: import.meta.dirname,
  base: "./", // it lies in any folder of a host
  publicDir: "../public",
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: process.env.IBAU_POCKET ?? "../../build/pocket/page",
    emptyOutDir: true,
    license: { fileName: "third-party.txt" },
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
});
