/**
 * Builds the packages: `node scripts/build.mjs [runtime] [hosts] [embeddings] [durable] [mcp] [scanner] [cli]`. Default all. A package
 * without sources is skipped.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
    logLevel: "warning",
  });
}

/** @param {string} name @param {string} dist */
function declare(name, dist) {
  const tsc = join(root, "node_modules/typescript-7/bin/tsc");
  const project = join(root, "packages", name, "tsconfig.build.json");
  const args = [tsc, "-p", project, "--outDir", dist, "--emitDeclarationOnly"];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`compiling @knowhow/${name} failed:\n${stdout}`);
}

/**
 * The files that commands are bundled into, by the parts of the engine that they need. Each is loaded on demand. A command
 * that is not listed here gets a file of its own.
 */
const commandFiles = {
  list: ["list", "search"],
  show: ["graph", "show", "why"],
  check: ["doctor", "fmt", "lint", "new", "validate"],
  match: ["eval", "match", "overlaps"],
  session: ["catalog", "read", "simulate"],
  run: ["chain", "resume", "run"],
  runs: ["runs/cancel", "runs/fork", "runs/list", "runs/prune", "runs/save", "runs/show"],
  review: [
    "review/apply",
    "review/edit",
    "review/list",
    "review/promote",
    "review/reject",
    "review/rollback",
    "review/show",
  ],
  audit: ["audit/export", "audit/list", "audit/verify"],
  help: ["completion", "help"],
  secret: ["secret/list", "secret/remove", "secret/set"],
  "mcp-install": ["mcp/install", "mcp/uninstall"],
};
const commandFolder = join(root, "packages/cli/src/commands");

/**
 * What the commands of a file import on demand in nearly every call. It is in the same file, so that no code is loaded twice.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const partsOfFiles = {
  list: ["cli/src/runtime/sight-context.ts", "runtime/src/node/scans/file-scan-store.ts"],
  run: [
    "cli/src/runtime/unattended-log.ts",
    "runtime/src/assembly/run-code.ts",
    "runtime/src/node/audit/file-audit-log.ts",
    "runtime/src/node/runs/file-runs.ts",
    "runtime/src/node/scans/file-scan-store.ts",
    "runtime/src/security/credentials.ts",
    "runtime/src/serving/digest-skill.ts",
    "runtime/src/serving/skill-text.ts",
  ],
};

/** The files that threads run. */
const threadFiles = ["packages/cli/src/checking/scan-worker.ts"];

/**
 * Bundles the command line with the runtime inside: a main file, and one file for each part that is imported on demand.
 * Shared code is duplicated rather than split off, because every further file costs more at start than it saves. All
 * files are CommonJS, like the program that requires them, so that most commands never start the loader of ES modules.
 * @param {string} dist
 */
export async function buildCli(dist) {
  mkdirSync(dist, { recursive: true });
  const inputs = new Set();
  /** @type {Map<string, string[]>} Modules by the file that they are bundled into; grows while the files are built. */
  const outputs = new Map([["main.cjs", [join(root, packages.cli.entry)]]]);
  for (const path of threadFiles) outputs.set(`${basename(path, ".ts")}.cjs`, [join(root, path)]);
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
      format: "cjs",
      define: { "import.meta.url": "moduleUrl" },
      platform: "node",
      target: "node20",
      legalComments: "eof",
      logLevel: "warning",
      metafile: true,
      external: ["@knowhow/durable"],
      plugins: [onDemand(outputs, outfile)],
    });
    for (const path of Object.keys(metafile.inputs)) inputs.add(path);
    finish(join(dist, outfile), modules);
  }
  writeFileSync(join(dist, "LICENSES.txt"), bundledLicenses([...inputs]));
  copyModel(join(dist, "model"));
  const written = new Set(["LICENSES.txt", "model", ...outputs.keys()]);
  for (const name of readdirSync(dist)) {
    if (!written.has(name)) rmSync(join(dist, name), { recursive: true });
  }
}

/** Copies the built-in embedding model next to the bundle, with its notice. @param {string} folder */
function copyModel(folder) {
  const home = join(root, "packages/embeddings");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(home, "model"), folder, { recursive: true });
  cpSync(join(home, "NOTICE"), join(folder, "NOTICE"));
}

/**
 * Moves what is imported on demand to a file of its own, unless the current file contains it, and records that it has to be
 * built.
 * @param {Map<string, string[]>} outputs @param {string} current
 * @returns {import("esbuild").Plugin}
 */
function onDemand(outputs, current) {
  return {
    name: "on-demand",
    setup: ({ onResolve }) => {
      onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const module = resolve(resolveDir, path);
        if (outputs.get(current)?.includes(module)) return { path: `./${current}`, external: true };
        const { name, modules } = commandFile(module) ?? { name: basename(module, ".ts"), modules: [module] };
        const outfile = `${name}.cjs`;
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
  const parts = partsOfFiles[name] ?? [];
  return {
    name,
    modules: [
      ...members.map((member) => join(commandFolder, `${member}.ts`)),
      ...parts.map((path) => join(root, "packages", path)),
    ],
  };
}

/**
 * Checks the exports of a file, and lets it require the others: a program without ES modules does not start their loader.
 * @param {string} path @param {string[]} modules
 */
function finish(path, modules) {
  const text = readFileSync(path, "utf8");
  // esbuild lists the names for Node. `export *` would drop two of the same name.
  const names = text.match(/0&&\(module\.exports=\{([^}]*)\}\)/)?.[1]?.split(",") ?? [];
  if (modules.length > 1 && names.length < modules.length)
    throw new Error(`${modules.join(", ")} should have different exports, and have ${names.join(", ")}`);
  const required = text.replace(
    /\bimport\(("\.\/[\w-]+\.cjs"|"node:[a-z/]+")\)/g,
    "Promise.resolve().then(()=>require($1))",
  );
  const line = 'const moduleUrl=require("node:url").pathToFileURL(__filename).href;';
  writeFileSync(path, text.includes("moduleUrl") ? line + required : required);
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
