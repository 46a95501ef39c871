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
          if (!/\.(html|js|css)$/.test(file.fileName)) continue;
          const source = gzipSync(file.type === "chunk" ? file.code : file.source, { level: 9 });
          this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source });
        }
      },
    },
  };
}

/** The file of what the entry needs at once; what is imported only later has another. */
function first(id: string, context: Rolldown.ChunkingContext): string | null {
  const seen = new Set<string>();
  const needed = (one: string): boolean => {
    const info = context.getModuleInfo(one);
    if (!info || seen.has(one)) return false;
    seen.add(one);
    return info.isEntry || info.importers.some(needed);
  };
  return needed(id) ? "first" : null;
}

export default defineConfig({
  plugins: [svelte(), zipped()],
  build: {
    outDir: "../src/ibau/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page begins with comes in one file, what other pages share in another, and the rest with its page.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: first }, { name: "shared", minShareCount: 2 }] } },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  ...(process.env.VITEST && { resolve: { conditions: ["browser"] } }),
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], css: true },
});
