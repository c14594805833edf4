import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const attw = join(
  dirname(fileURLToPath(import.meta.url)),
  "../../node_modules/@arethetypeswrong/cli/dist/index.js",
);

/** Files that every package must contain. */
const REQUIRED = ["LICENSE", "README.md", "package.json"];

/**
 * All problems of a packed package; empty if it may be published.
 * @param {import("./pack-package.mjs").Packed} packed
 * @param {{ run: import("./run-command.mjs").Run, signal?: AbortSignal | undefined }} ports
 * @returns {Promise<readonly string[]>}
 */
export async function checkTarball(packed, ports) {
  return [
    ...fileProblems(packed),
    ...(await publintProblems(packed)),
    ...(await typeProblems(packed, ports)),
  ];
}

/**
 * Files that are missing, must not be included, or are named by `exports` or `bin` but missing.
 * @param {Pick<import("./pack-package.mjs").Packed, "manifest" | "files">} packed @returns {readonly string[]}
 */
export function fileProblems({ manifest, files }) {
  const named = [manifest.exports ?? {}, manifest.bin ?? {}].flatMap(targets);
  return [
    ...REQUIRED.filter((path) => !files.includes(path)).map((path) => `${path} is missing`),
    ...files.filter((path) => /\.test\./.test(path)).map((path) => `${path} is a test`),
    ...files.filter((path) => path.endsWith(".map")).map((path) => `${path} is a source map`),
    ...named
      .filter((path) => !files.includes(path))
      .map((path) => `package.json names ${path}, which is missing`),
  ];
}

/**
 * Problems found by publint. @param {import("./pack-package.mjs").Packed} packed @returns {Promise<readonly string[]>}
 */
export async function publintProblems({ manifest, tarball }) {
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true, level: "warning" });
  return messages.map((message) => formatMessage(message, { ...manifest }) ?? message.code);
}

/**
 * Importers for which the types do not match the code.
 * @param {Pick<import("./pack-package.mjs").Packed, "tarball">} packed
 * @param {{ run: import("./run-command.mjs").Run, signal?: AbortSignal | undefined }} ports
 * @returns {Promise<readonly string[]>}
 */
export async function typeProblems({ tarball }, { run, signal }) {
  const args = [attw, tarball, "--profile", "esm-only", "--no-color", "--no-emoji"];
  try {
    await run(process.execPath, args, { cwd: dirname(tarball), signal });
    return [];
  } catch (error) {
    signal?.throwIfAborted();
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The files that `exports` or `bin` lead to, as paths in the package. @param {import("./pack-package.mjs").Target} target @returns {readonly string[]} */
function targets(target) {
  if (target === null) return [];
  if (typeof target === "string") return [target.replace(/^\.\//, "")];
  return Object.values(target).flatMap(targets);
}
