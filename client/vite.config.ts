import { svelte } from "@sveltejs/vite-plugin-svelte";
import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.IBAU_SERVER ?? "http://127.0.0.1:8000"; // what `npm run dev` asks for /api

/** Beside every file of text a smaller one, which the server sends as it is. */
function zipped(): Plugin {
  return {
    name: "zipped",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post", // when all files are there, as they will be
      handler(_options, files) {
        for (const file of Object.values(files)) {
          if (!/\.(js|css)$/.test(file.fileName)) continue;
          const source = gzipSync(file.type === "chunk" ? file.code : file.source, { level: 9 });
          this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source });
        }
      },
    },
  };
}

/** Does a module come with the page, rather than when somebody asks for it? */
function comesFirst(
  id: string,
  graph: Pick<Rolldown.PluginContext, "getModuleInfo">,
  seen = new Set<string>(),
): boolean {
  if (id.endsWith("/src/main.ts")) return true;
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => !seen.has(importer) && comesFirst(importer, graph, seen));
}

export default defineConfig({
  plugins: [svelte(), zipped()],
  build: {
    outDir: "../src/ibau/web/static",
    emptyOutDir: true,
    license: { fileName: "third-party.txt" },
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What a game begins with comes in one file; what later pages share in a second one; what only one of them needs
    // comes with that page.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: (id, graph) => (comesFirst(id, graph) ? "index" : null), priority: 1 },
            { name: "later", minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  ...(process.env.VITEST && { resolve: { conditions: ["browser"] } }),
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], css: true },
});
