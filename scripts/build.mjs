/**
 * Builds the packages: `node scripts/build.mjs [runtime] [cli]`, both when none is named.
 * A package whose sources are absent is left out.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = {
  runtime: { entry: "packages/runtime/src/index.ts", dist: "packages/runtime/dist", build: buildRuntime },
  cli: { entry: "packages/cli/src/main.ts", dist: "packages/cli/dist", build: buildCli },
};

/** Compiles the library file by file, with declarations and source maps. @param {string} dist */
export async function buildRuntime(dist) {
  rmSync(dist, { recursive: true, force: true });
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const project = join(root, "packages/runtime/tsconfig.build.json");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", project, "--outDir", dist], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`@knowhow/runtime does not compile:\n${stdout}`);
}

/** Bundles the command line with the runtime inside, split so that a command loads only what it needs. @param {string} dist */
export async function buildCli(dist) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [packages.cli.entry],
    outdir: dist,
    tsconfig: "packages/cli/tsconfig.build.json",
    conditions: ["@knowhow/source"],
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    chunkNames: "chunk-[hash]",
    legalComments: "eof",
    logLevel: "warning",
    metafile: true,
  });
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, "LICENSES.txt"), bundledLicenses(Object.keys(metafile.inputs)));
  const written = new Set(["LICENSES.txt", ...Object.keys(metafile.outputs).map((path) => basename(path))]);
  for (const name of readdirSync(dist)) {
    if (!written.has(name)) rmSync(join(dist, name), { recursive: true });
  }
}

/** The licence text of every third-party package that went into the bundle. @param {string[]} inputs */
function bundledLicenses(inputs) {
  const homes = inputs.flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []);
  const texts = [...new Set(homes)].sort().map((home) => {
    const folder = resolve(root, home);
    const license = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (!license) throw new Error(`${home} is bundled but carries no licence file`);
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version}\n\n${readFileSync(join(folder, license), "utf8").trim()}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

/** @param {string[]} wanted */
async function main(wanted) {
  for (const [name, item] of Object.entries(packages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    if (!existsSync(join(root, item.entry))) {
      process.stderr.write(`build: ${item.entry} is absent, ${name} left out\n`);
      continue;
    }
    await item.build(join(root, item.dist));
    process.stderr.write(`build: ${name} → ${relative(root, join(root, item.dist))}\n`);
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2));
}
