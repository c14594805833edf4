/**
 * Tests the embedders with a real model: `npm run test:embedders`. Installs the teacher and the ONNX runtime if they
 * are missing, runs the proofs, and writes the totals to `.reports/embedders.json`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");

if (!existsSync(join(here, "node_modules/onnxruntime-node"))) {
  const { status } = spawnSync(
    "npm",
    ["ci", "--omit=dev", "--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund"],
    { cwd: here, stdio: ["ignore", process.stderr, process.stderr], shell: process.platform === "win32" },
  );
  if (status !== 0) throw new Error("installing the ONNX runtime failed");
}
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [
    "--conditions=@knowhow/source",
    "--import",
    pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
    "--test-reporter=tap",
    "proofs/minilm.test.mjs",
  ],
  { cwd: here, encoding: "utf8", timeout: 180_000 },
);
const count = (/** @type {string} */ word) =>
  Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(stdout)?.[1] ?? 0);
const passed = count("pass");
const failed = Math.max(count("fail") + count("cancelled"), status === 0 && passed > 0 ? 0 : 1);
if (failed > 0) process.stdout.write(`${stdout}${stderr}`);
mkdirSync(join(root, ".reports"), { recursive: true });
writeFileSync(join(root, ".reports/embedders.json"), `${JSON.stringify({ passed, failed })}\n`);
process.stdout.write(`embedders: ${passed} of ${passed + failed} checks passed\n`);
process.exitCode = failed > 0 ? 1 : 0;
