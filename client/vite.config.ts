import { svelte } from "@sveltejs/vite-plugin-svelte";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import type { CompileOptions } from "svelte/compiler";
import { defineConfig } from "vitest/config";
import { shell } from "./shell/plugin";

const server = process.env.IBAU_SERVER ?? "http://127.0.0.1:8137"; // where `npm run dev` finds /api: `make serve`

/** A text in brotli, with the size of blocks (a power of two) that happens to suit it best. */
function smallest(source: string | Uint8Array): Buffer {
  const tries = [16, 17, 22].map((size) =>
    brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_LGBLOCK]: size } }),
  );
  return tries.reduce((least, one) => (one.length < least.length ? one : least));
}

/** Beside every file of text two smaller ones, which the server sends as they are; browsers take brotli over https alone. */
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
          const source = file.type === "chunk" ? file.code : file.source;
          const twins = { br: smallest(source), gz: gzipSync(source, { level: 9 }) };
          for (const [ending, source] of Object.entries(twins))
            this.emitFile({ type: "asset", fileName: `${file.fileName}.${ending}`, source });
        }
      },
    },
  };
}

const SMALL =
  /\/src\/(user\/errors\.ts|board\/groupBy\.ts|viewer\/(line|viewer\.svelte)\.ts|drawings\/Grain\.svelte)$/; // shared by most pages: not worth a request
const HASHED = "assets/[name]-[hash:6]"; // six characters, which do not shrink, of every file that a page may ask for
const FORMS = /\/bindings\/(input|select)\.js$/; // of Svelte, for fields to fill in: a board has none

/** The class of a component's styles, which every element of it carries: short. */
const cssHash: CompileOptions["cssHash"] = ({ hash, css, filename }) => `s${hash(filename ?? css)}`;

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
  base: "./", // the server says below which path
  plugins: [svelte({ compilerOptions: { cssHash, runes: true } }), shell(), zipped()],
  build: {
    outDir: "../src/ibau/web/static",
    emptyOutDir: true,
    license: { fileName: "third-party.txt" },
    target: ["chrome114", "firefox125", "safari17"], // as the page says to others, and docs/server.md
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What a game begins with comes in one file, what checks its throws in another; what later pages share in a third;
    // what only one of them needs comes with that page, and forms by themselves.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: FORMS, sideEffects: false }] },
      output: {
        entryFileNames: `${HASHED}.js`,
        chunkFileNames: `${HASHED}.js`,
        assetFileNames: `${HASHED}[extname]`,
        codeSplitting: {
          groups: [
            { name: "forms", test: FORMS, priority: 2, includeDependenciesRecursively: false },
            { name: (id, graph) => (comesFirst(id, graph) || SMALL.test(id) ? "index" : null), priority: 1 },
            {
              name: "Home",
              test: /\/src\/((pages\/Home|viewer\/DemoBoard)\.svelte|server\/systems\.ts|user\/fetched\.svelte\.ts)/,
            }, // the page that most begin with
            { name: "fairness", test: /\/src\/fairness\/(?!check|.*\.py)/ },
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
