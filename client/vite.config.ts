import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env.IBAU_SERVER ?? "http://127.0.0.1:8000"; // what `npm run dev` asks for /api

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/ibau/web/static", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: server, ws: true } } },
  ...(process.env.VITEST && { resolve: { conditions: ["browser"] } }),
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});
