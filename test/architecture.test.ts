import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { importedModules, isTest, repository, sourceFiles } from "./support/sources.ts";

const runtime = "packages/runtime/src";
const common = ["vocabulary", "basics"];
const stages = ["format", "discovery", "resolution", "matching", "injection", "execution", "security"];
const orchestrators = [
  "loading",
  "indexing",
  "session",
  "graph",
  "lint",
  "evaluation",
  "authoring",
  "runs",
  "scripts",
];
const engine = [
  ...common,
  ...stages,
  ...orchestrators,
  "clients",
  "serving",
  "config",
  "assembly",
  "profiles",
  "runtime",
];

/** Rooms that use a finished runtime, as a host does. */
const aboveRuntime = ["diagnosis", "simulation"];

/** The public entries that run anywhere; nothing inside the runtime imports them. */
const neutralEntries = [
  "index.ts",
  "authoring.ts",
  "profiles.ts",
  "scripts.ts",
  "security.ts",
  "toolkit.ts",
  "workflows.ts",
];

/**
 * Who may import whom. A room is a folder of the runtime; `vocabulary` is `codes/` and every top-level file but `runtime.ts` and the
 * entries, and
 * `basics` are helpers that know nothing of skills.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  vocabulary: ["basics"],
  basics: ["vocabulary"],
  clients: common,
  ...Object.fromEntries(stages.map((room) => [room, common])),
  discovery: [...common, "clients"],
  ...Object.fromEntries(orchestrators.map((room) => [room, [...common, ...stages, "serving"]])),
  serving: [...common, ...stages, "clients"],
  lint: [...common, ...stages, "serving", "runs"],
  authoring: [...common, ...stages, "serving", "lint", "evaluation"],
  config: [...common, "discovery", "profiles"],
  session: [...common, ...stages, "serving", "indexing", "lint", "runs", "scripts"],
  profiles: [...common, ...stages],
  diagnosis: [...common, "format", "resolution", "serving", "config", "runtime"],
  simulation: [...common, "format", "execution", "session", "runtime"],
  assembly: engine,
  runtime: engine,
  entry: [...engine, ...aboveRuntime],
  node: [...engine, ...aboveRuntime],
  otel: [...common, "session"],
  testing: [...engine, "node"],
};

/** Rooms that may use Node's own modules. */
const onNode = ["node", "testing"];

/** The one place of each third-party package. */
const homes: Readonly<Record<string, string>> = { "js-yaml": "format/yaml" };

describe("the rooms of the runtime", () => {
  it("import only what the table of the design allows", () => {
    const wrong = shippedFiles(runtime).flatMap((file) =>
      importedModules(`${runtime}/${file}`).flatMap((specifier) => objection(file, specifier) ?? []),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ["format/parse.ts", "../skill.ts"],
    ["format/parse.ts", "./yaml.ts"],
    ["format/parse.ts", "../basics/canonical-json.ts"],
    ["approver.ts", "./basics/canonical-json.ts"],
    ["session/turn.ts", "../matching/match.ts"],
    ["format/parse.ts", "../basics/paths.ts"],
    ["runtime.ts", "./session/session.ts"],
    ["authoring.ts", "./lint/lint-skill.ts"],
    ["simulation/play.ts", "../runtime.ts"],
    ["diagnosis/check.ts", "../resolution/skill-library.ts"],
    ["node/index.ts", "node:fs"],
    ["format/yaml.ts", "js-yaml"],
  ])("let %s import %s", (file, specifier) => {
    expect(objection(file, specifier)).toBeUndefined();
  });

  it.each([
    ["format/parse.ts", "../security/trust.ts"],
    ["skill.ts", "./format/parse.ts"],
    ["basics/paths.ts", "../format/parse.ts"],
    ["serving/open-skill.ts", "../session/session.ts"],
    ["basics/canonical-json.ts", "../format/parse.ts"],
    ["basics/json/scan-json.ts", "../../format/parse.ts"],
    ["clients/clients.ts", "../discovery/providers.ts"],
    ["matching/match.ts", "../clients/clients.ts"],
    ["session/turn.ts", "../graph/graph.ts"],
    ["index.ts", "./node/index.ts"],
    ["toolkit.ts", "./node/state/index.ts"],
    ["profiles.ts", "node:fs"],
    ["simulation/play.ts", "node:fs"],
    ["diagnosis/check.ts", "../node/create-runtime.ts"],
    ["runtime.ts", "./simulation/play.ts"],
    ["session/turn.ts", "../authoring.ts"],
    ["profiles/metis.ts", "../profiles.ts"],
    ["runtime.ts", "node:fs"],
    ["format/parse.ts", "js-yaml"],
    ["format/parse.ts", "left-pad"],
    ["format/parse.ts", "../../../cli/src/main.ts"],
    ["attic/old.ts", "../skill.ts"],
  ])("refuse that %s imports %s", (file, specifier) => {
    expect(objection(file, specifier)).toContain(file);
  });
});

describe("the adapters for agent frameworks", () => {
  const hosts = "packages/hosts/src";

  it("use the neutral entries of the runtime and nothing else: no framework, no Node", () => {
    const allowed = (specifier: string) =>
      ["@knowhow/runtime", "@knowhow/runtime/toolkit", "@knowhow/runtime/workflows"].includes(specifier) ||
      /^\.\/[\w-]+\.ts$/.test(specifier);
    const wrong = shippedFiles(hosts).flatMap((file) =>
      importedModules(`${hosts}/${file}`)
        .filter((specifier) => !allowed(specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("skills over MCP", () => {
  const mcp = "packages/mcp/src";

  it("use the runtime through its public entries, the official SDK, Node, and nothing else", () => {
    const allowed = (file: string, specifier: string) =>
      specifier.startsWith("node:") ||
      /^@modelcontextprotocol\/(?:server|client)(?:\/|$)/.test(specifier) ||
      publicEntries("runtime").includes(specifier) ||
      staysBelow(file, specifier);
    const wrong = shippedFiles(mcp).flatMap((file) =>
      importedModules(`${mcp}/${file}`)
        .filter((specifier) => !allowed(file, specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("keep server and client apart; only what is shared is seen by both", () => {
    const wrong = shippedFiles(mcp).flatMap((file) =>
      importedModules(`${mcp}/${file}`)
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => posix.join(posix.dirname(file), specifier))
        .filter((target) => ![roomOf(file), "shared"].includes(roomOf(target)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the embedders", () => {
  const embeddings = "packages/embeddings/src";

  it("use the neutral entries of the runtime, Node, and nothing else", () => {
    const allowed = (specifier: string) =>
      ["@knowhow/runtime", "@knowhow/runtime/errors", "@knowhow/runtime/toolkit"].includes(specifier) ||
      specifier.startsWith("node:") ||
      /^\.\/[\w-]+\.ts$/.test(specifier);
    const wrong = shippedFiles(embeddings).flatMap((file) =>
      importedModules(`${embeddings}/${file}`)
        .filter((specifier) => !allowed(specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the scanner", () => {
  const scanner = "packages/scanner/src";

  it("uses the types of the runtime, compression from Node, and each parser in one place", () => {
    const parsers: Readonly<Record<string, string>> = { unbash: "shell/", acorn: "program/" };
    const allowed = (file: string, specifier: string) =>
      specifier === "@knowhow/runtime" ||
      (specifier === "node:zlib" && file.startsWith("objects/")) ||
      file.startsWith(parsers[specifier] ?? "\0") ||
      staysBelow(file, specifier);
    const wrong = shippedFiles(scanner).flatMap((file) =>
      importedModules(`${scanner}/${file}`)
        .filter((specifier) => !allowed(file, specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("runs in databases", () => {
  const durable = "packages/durable/src";

  it("use the neutral entries of the runtime, and the driver only where PostgreSQL is used", () => {
    const allowed = (file: string, specifier: string) =>
      [
        "@knowhow/runtime",
        "@knowhow/runtime/errors",
        "@knowhow/runtime/toolkit",
        "@knowhow/runtime/workflows",
      ].includes(specifier) ||
      specifier.startsWith("node:") ||
      (file.startsWith("postgres/") && specifier === "pg") ||
      staysBelow(file, specifier);
    const wrong = shippedFiles(durable).flatMap((file) =>
      importedModules(`${durable}/${file}`)
        .filter((specifier) => !allowed(file, specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the command line", () => {
  const cli = "packages/cli/src";

  it("uses the packages through their public entries, Node, and nothing else", () => {
    const entries = ["runtime", "mcp", "embeddings", "scanner"].flatMap(publicEntries);
    const allowed = (file: string, specifier: string) =>
      specifier.startsWith("node:") ||
      entries.includes(specifier) ||
      // Imported on demand, and not bundled: only who shares runs installs it.
      (file === "running/shared-runs.ts" && specifier === "@knowhow/durable") ||
      specifier === posix.relative(posix.dirname(file), "../package.json") ||
      staysBelow(file, specifier);
    const wrong = shippedFiles(cli).flatMap((file) =>
      importedModules(`${cli}/${file}`)
        .filter((specifier) => !allowed(file, specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** Why this import breaks the design, or undefined when it is fine. */
function objection(file: string, specifier: string): string | undefined {
  const room = roomOf(file);
  const allowed = mayImport[room];
  if (!allowed) return `${file}: the room ${room} is not in the table`;
  if (specifier.startsWith("node:")) {
    return onNode.includes(room) ? undefined : `${file} imports ${specifier} outside ${onNode.join(", ")}`;
  }
  if (!specifier.startsWith(".")) {
    const home = homes[specifier];
    if (home && file.startsWith(home)) return undefined;
    return `${file} imports ${specifier}, whose home is ${home ?? "not in the table"}`;
  }
  const target = posix.join(posix.dirname(file), specifier);
  if (target.startsWith("..")) return `${file} leaves the package through ${specifier}`;
  const other = roomOf(target);
  return other === room || allowed.includes(other)
    ? undefined
    : `${file} (${room}) imports ${target} (${other})`;
}

function roomOf(file: string): string {
  const [first = "", ...rest] = file.split("/");
  if (first === "codes") return "vocabulary";
  if (rest.length > 0) return first;
  if (neutralEntries.includes(first)) return "entry";
  return first === "runtime.ts" ? "runtime" : "vocabulary";
}

function shippedFiles(folder: string): readonly string[] {
  return sourceFiles(folder).filter((file) => !isTest(file));
}

/** A relative import that does not leave the package. */
function staysBelow(file: string, specifier: string): boolean {
  return specifier.startsWith(".") && !posix.join(posix.dirname(file), specifier).startsWith("..");
}

/** What a package offers to the other packages: `@knowhow/runtime`, `@knowhow/runtime/node`. */
function publicEntries(name: string): readonly string[] {
  return Object.keys(exportsOf(`packages/${name}/package.json`))
    .filter((entry) => entry !== "./testing" && entry !== "./package.json")
    .map((entry) => posix.join(`@knowhow/${name}`, entry));
}

function exportsOf(manifest: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(repository, manifest), "utf8")).exports;
}
