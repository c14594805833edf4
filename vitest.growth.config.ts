import { mergeConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** `npm run test:growth`: one process that does one thing at a time, because it measures CPU time. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [] } },
  {
    test: {
      include: ["test/growth/*.check.ts"],
      maxWorkers: 1,
      fileParallelism: false,
      outputFile: { json: ".reports/growth.json" },
    },
  },
);
