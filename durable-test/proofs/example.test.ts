import { equal } from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openDatabases } from "../support/databases.ts";

const example = new URL("../examples/shared-runs.ts", import.meta.url);

describe("the page about runs on several machines", () => {
  test("X9 shows an example that works", { timeout: 120_000 }, async () => {
    const databases = await openDatabases();
    const url = await databases.createEmpty();
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
    const args = ["--conditions=@knowhow/source", "--no-deprecation", "--import", tsx];
    const child = spawn(process.execPath, [...args, fileURLToPath(example)], {
      env: { ...process.env, KNOWHOW_RUNS_URL: url },
      stdio: ["ignore", "ignore", "inherit"],
    });
    equal(await new Promise((resolve) => child.once("exit", resolve)), 0);
    await databases.close();
    const page = readFileSync(new URL("../../docs/guide/durable.md", import.meta.url), "utf8");
    equal(page.includes(`\`\`\`ts\n${readFileSync(example, "utf8")}\`\`\``), true);
  });
});
