// Builds the page as three files with fixed names, which the simulator carries inside.
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../crates/viewer/page",
    emptyOutDir: false,
    target: "es2022",
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      output: {
        entryFileNames: "viewer.js",
        assetFileNames: "viewer[extname]",
        codeSplitting: false,
      },
    },
  },
  // `npm run dev` shows the page of a simulation that runs with `morse run --view`.
  server: { proxy: { "/ws": { target: "ws://127.0.0.1:8000", ws: true }, "/scene.glb": "http://127.0.0.1:8000" } },
});
