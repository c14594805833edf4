import { availableParallelism } from "node:os";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** Workspace packages are read from their sources, so that tests need no build; others as Node finds them, which knows no "module". */
const conditions = [
  "@knowhow/source",
  ...defaultServerConditions.filter((condition) => condition !== "module"),
];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["@knowhow/source", "node"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "**/fixtures/**"],
    environment: "node",
    pool: "forks",
    maxWorkers: Math.max(2, availableParallelism() - 1),
    watch: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" },
  },
});
