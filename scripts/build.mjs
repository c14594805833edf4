/**
 * Builds the packages: `node scripts/build.mjs [runtime] [hosts] [embeddings] [durable] [mcp] [scanner] [cli]`. Default all. A package
 * without sources is skipped.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = {
  runtime: { entry: "packages/runtime/src/index.ts", dist: "packages/runtime/dist", build: buildRuntime },
  hosts: { entry: "packages/hosts/src/plain.ts", dist: "packages/hosts/dist", build: buildHosts },
  embeddings: {
    entry: "packages/embeddings/src/index.ts",
    dist: "packages/embeddings/dist",
    build: buildEmbeddings,
  },
  durable: { entry: "packages/durable/src/index.ts", dist: "packages/durable/dist", build: buildDurable },
  mcp: { entry: "packages/mcp/src/server/index.ts", dist: "packages/mcp/dist", build: buildMcp },
  scanner: { entry: "packages/scanner/src/index.ts", dist: "packages/scanner/dist", build: buildScanner },
  cli: { entry: "packages/cli/src/main.ts", dist: "packages/cli/dist", build: buildCli },
};

/** Builds the engine. @param {string} dist */
export async function buildRuntime(dist) {
  await buildLibrary("runtime", dist);
}

/**
 * Builds the adapters, without checking the engine's declarations, which may be missing or stale; `npm run typecheck`
 * does. @param {string} dist
 */
export async function buildHosts(dist) {
  await buildLibrary("hosts", dist);
}

/** Builds the embedders in the same way. The model is next to `dist` and needs no build. @param {string} dist */
export async function buildEmbeddings(dist) {
  await buildLibrary("embeddings", dist);
}

/** Builds the engines for runs in databases in the same way. @param {string} dist */
export async function buildDurable(dist) {
  await buildLibrary("durable", dist);
}

/** Builds skills over MCP in the same way. @param {string} dist */
export async function buildMcp(dist) {
  await buildLibrary("mcp", dist);
}

/** Builds the scanner in the same way. @param {string} dist */
export async function buildScanner(dist) {
  await buildLibrary("scanner", dist);
}

/**
 * Writes a library's declarations file by file, and its code in few files: one per entry, one per part that is imported
 * on
 * demand, and what they share, because importing many files takes longer than importing few large ones.
 * @param {string} name @param {string} dist
 */
async function buildLibrary(name, dist) {
  rmSync(dist, { recursive: true, force: true });
  const home = join(root, "packages", name);
  declare(name, dist);
  const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const doors = Object.values(exports).flatMap((door) => door["@knowhow/source"] ?? []);
  await build({
    absWorkingDir: home,
    entryPoints: doors,
    outdir: dist,
    outbase: "src",
    chunkNames: "[name]-[hash]",
    tsconfig: "tsconfig.build.json",
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
  });
}

/** @param {string} name @param {string} dist */
function declare(name, dist) {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const project = join(root, "packages", name, "tsconfig.build.json");
  const args = [tsc, "-p", project, "--outDir", dist, "--emitDeclarationOnly"];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`compiling @knowhow/${name} failed:\n${stdout}`);
}

/**
 * The files that commands are bundled into, by the parts of the engine that they need. Each is imported on demand;
 * `list` and `search` are in the main file. A command that is not listed here gets a file of its own.
 */
const commandFiles = {
  show: ["graph", "show", "why"],
  check: ["doctor", "fmt", "lint", "new", "validate"],
  match: ["eval", "match", "overlaps"],
  session: ["catalog", "read", "simulate"],
  resume: ["chain", "resume"],
  runs: ["runs/cancel", "runs/fork", "runs/list", "runs/prune", "runs/show"],
  audit: ["audit/export", "audit/list", "audit/verify"],
  help: ["completion", "help"],
  secret: ["secret/list", "secret/remove", "secret/set"],
  "mcp-install": ["mcp/install", "mcp/uninstall"],
};
const commandFolder = join(root, "packages/cli/src/commands");

/**
 * Bundles the command line with the runtime inside: a main file, and one file for each part that is imported on demand.
 * Shared code is duplicated rather than split off, because every further file costs more at start than it saves. The
 * main
 * file is CommonJS, like the program that requires it, so that most commands never start the module loader.
 * @param {string} dist
 */
export async function buildCli(dist) {
  mkdirSync(dist, { recursive: true });
  const inputs = new Set();
  /** @type {Map<string, string[]>} Modules by the file that they are bundled into; grows while the files are built. */
  const outputs = new Map([["main.cjs", [join(root, packages.cli.entry)]]]);
  for (const [outfile, modules] of outputs) {
    const { metafile } = await build({
      absWorkingDir: root,
      stdin: {
        contents: modules.map((path) => `export * from ${JSON.stringify(path)};`).join("\n"),
        resolveDir: root,
      },
      outfile: join(dist, outfile),
      tsconfig: "packages/cli/tsconfig.build.json",
      conditions: ["@knowhow/source"],
      bundle: true,
      minify: true,
      format: outfile.endsWith(".cjs") ? "cjs" : "esm",
      platform: "node",
      target: "node20",
      legalComments: "eof",
      logLevel: "warning",
      metafile: true,
      external: ["@knowhow/durable"],
      plugins: [onDemand(outputs)],
    });
    for (const path of Object.keys(metafile.inputs)) inputs.add(path);
    checkExports(metafile, modules);
    if (outfile.endsWith(".js")) giveRequire(join(dist, outfile));
  }
  writeFileSync(join(dist, "LICENSES.txt"), bundledLicenses([...inputs]));
  copyModel(join(dist, "model"));
  const written = new Set(["LICENSES.txt", "model", ...outputs.keys()]);
  for (const name of readdirSync(dist)) {
    if (!written.has(name)) rmSync(join(dist, name), { recursive: true });
  }
}

/**
 * `export *` would drop two exports of the same name. @param {import("esbuild").Metafile} metafile @param {string[]}
 * modules
 */
function checkExports({ outputs }, modules) {
  const names = Object.values(outputs).flatMap((output) => output.exports);
  if (modules.length > 1 && names.length !== modules.length)
    throw new Error(`${modules.join(", ")} should have one export each, and have ${names.join(", ")}`);
}

/** Copies the built-in embedding model next to the bundle, with its notice. @param {string} folder */
function copyModel(folder) {
  const home = join(root, "packages/embeddings");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(home, "model"), folder, { recursive: true });
  cpSync(join(home, "NOTICE"), join(folder, "NOTICE"));
}

/**
 * Moves what is imported on demand to a file of its own, and records that it has to be built.
 * @param {Map<string, string[]>} outputs
 * @returns {import("esbuild").Plugin}
 */
function onDemand(outputs) {
  return {
    name: "on-demand",
    setup: ({ onResolve }) => {
      onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const module = resolve(resolveDir, path);
        const { name, modules } = commandFile(module) ?? { name: basename(module, ".ts"), modules: [module] };
        const outfile = `${name}.js`;
        const known = outputs.get(outfile) ?? modules;
        if (!known.includes(module))
          throw new Error(`${known.join(", ")} and ${module} are both named ${outfile}`);
        outputs.set(outfile, known);
        return { path: `./${outfile}`, external: true };
      });
    },
  };
}

/** The file that a command is bundled into; undefined for a module that is not a command. @param {string} module */
function commandFile(module) {
  const command = relative(commandFolder, module).replaceAll("\\", "/").replace(/\.ts$/, "");
  if (command.startsWith("../")) return undefined;
  const [name, members] = Object.entries(commandFiles).find(([, commands]) => commands.includes(command)) ?? [
    command.replaceAll("/", "-"),
    [command],
  ];
  return { name, modules: members.map((member) => join(commandFolder, `${member}.ts`)) };
}

/**
 * A module has no `require`, but a package inside it may need one; others are spared the import. @param {string} path
 */
function giveRequire(path) {
  const text = readFileSync(path, "utf8");
  if (!text.includes("Dynamic require of")) return;
  const line =
    'import{createRequire as nodeRequire}from"node:module";const require=nodeRequire(import.meta.url);';
  writeFileSync(path, `${line}\n${text}`);
}

/** The licence text of every bundled third-party package. @param {string[]} inputs */
function bundledLicenses(inputs) {
  const homes = inputs.flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []);
  const texts = [...new Set(homes)].sort().map((home) => {
    const folder = resolve(root, home);
    const license = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (!license) throw new Error(`${home} is bundled but has no licence file`);
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
      process.stderr.write(`build: skipped ${name}: ${item.entry} does not exist\n`);
      continue;
    }
    await item.build(join(root, item.dist));
    process.stderr.write(`build: ${name} → ${relative(root, join(root, item.dist))}\n`);
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2));
}
