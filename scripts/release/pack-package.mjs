import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {string | null | { readonly [condition: string]: Target }} Target
 * @typedef {{ readonly name: string, readonly version: string, readonly exports?: Record<string, Target>,
 *   readonly bin?: Record<string, string> }} PackedManifest
 * @typedef {{ readonly manifest: PackedManifest, readonly tarball: string, readonly files: readonly string[], readonly bytes: number }} Packed
 */

/**
 * Packs a package folder, which must be built, into `destination`.
 * @param {string} folder @param {string} destination
 * @param {{ run: import("./run-command.mjs").Run, signal?: AbortSignal | undefined }} ports
 * @returns {Promise<Packed>}
 */
export async function packPackage(folder, destination, { run, signal }) {
  const args = ["pack", "--json", "--loglevel=error", "--pack-destination", destination];
  const [result] = JSON.parse(await run("npm", args, { cwd: folder, signal }));
  return {
    manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
    tarball: join(destination, result.filename),
    files: result.files.map((/** @type {{ path: string }} */ file) => file.path),
    bytes: result.size,
  };
}
