/**
 * What the server puts into the page so that it shows before the others run: `shell.json`, with the markup of the first
 * page and of a game, the script that comes before it, and the files that it and each kind of board need.
 */

import { readFileSync } from "node:fs";
import { createServer, type Plugin, type Rolldown } from "vite";

export function shell(): Plugin {
  return {
    name: "shell",
    apply: "build",
    async generateBundle(_options, bundle) {
      const script = readFileSync(new URL("begin.js", import.meta.url), "utf-8");
      const source = JSON.stringify({ ...(await painted()), script, ...files(bundle) });
      this.emitFile({ type: "asset", fileName: "shell.json", source });
    },
  };
}

async function painted(): Promise<Record<"square" | "long" | "game", string>> {
  const vite = await createServer({
    server: { middlewareMode: true, ws: false, watch: null },
    appType: "custom",
    logLevel: "error",
  });
  try {
    const { shells } = (await vite.ssrLoadModule("/shell/shell.ts")) as typeof import("./shell");
    return await shells();
  } finally {
    await vite.close();
  }
}

/** The files of the first page, and those of each kind of board. */
function files(bundle: Rolldown.OutputBundle): { home: string[]; drawings: Record<string, string[]> } {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const filesOf = (module: RegExp): string[] =>
    chunks
      .filter((chunk) => !chunk.isEntry && chunk.moduleIds.some((id) => module.test(id)))
      .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
  const kinds = chunks.flatMap(({ moduleIds }) =>
    moduleIds.map((id) => /\/src\/drawings\/(\w+)\/index\.ts$/.exec(id)?.[1]),
  );
  return {
    home: filesOf(/\/src\/pages\/(Pages|Home)\.svelte/),
    drawings: Object.fromEntries(
      kinds.flatMap((kind) =>
        kind ? [[kind, filesOf(new RegExp(`/src/drawings/${kind}/index\\.ts$`))]] : [],
      ),
    ),
  };
}
