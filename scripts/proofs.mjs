/** Runs the proofs that take too long for every change: `npm run proofs`. A failing one does not stop the others. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Each proof, as an npm script with its arguments. */
const PROOFS = [
  ["test:commands", "--", "--all"],
  ["test:durable", "--", "--long"],
];

const failed = PROOFS.filter((words) => {
  process.stdout.write(`--- npm run ${words.join(" ")}\n`);
  const { status } = spawnSync("npm", ["run", ...words], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  return status !== 0;
});
const lines = failed.map((words) => `failed: npm run ${words.join(" ")}\n`);
process.stdout.write(
  `${lines.join("")}proofs: ${PROOFS.length - failed.length} of ${PROOFS.length} passed\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
