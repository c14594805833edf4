import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** Workspace packages are read from their sources, so that tests need no build; others as Node finds them, which knows no "module". */
const conditions = [
  "@knowhow/source",
  ...defaultServerConditions.filter((condition) => condition !== "module"),
];

const seeded = fileURLToPath(new URL("test/support/seeded-properties.ts", import.meta.url));

/** Every test has the properties of `seeded`, and that file has the real ones. */
const seededProperties = {
  name: "seeded-properties",
  enforce: "pre" as const,
  resolveId: (source: string, importer: string | undefined) =>
    source === "fast-check" && importer !== seeded ? seeded : undefined,
};

export default defineConfig({
  plugins: [seededProperties],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["@knowhow/source", "node"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "**/fixtures/**"],
    environment: "node",
    pool: "forks",
    // Modules hold no state, so files share them; loading them again for each file took half of the time.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    watch: false,
    // What is waited for may take long on a busy machine; only the time limit of the test ends the wait.
    testTimeout: 120_000,
    expect: { poll: { timeout: 100_000 } },
    hookTimeout: 120_000,
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" },
  },
});
