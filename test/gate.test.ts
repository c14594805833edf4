import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Admit, Runtime } from "@knowhow/runtime";
import ts from "typescript";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordOf } from "../packages/cli/src/report/skill-record.ts";
import { readAddress } from "../packages/cli/src/runtime/read-address.ts";
import { createSkillServer } from "../packages/mcp/src/server/create-skill-server.ts";
import { connectWithSkills } from "../packages/mcp/testing/connect.ts";
import { openWorkshop, skillMd, type Workshop } from "../packages/runtime/src/testing/workshop.ts";
import { isTest, parseSource, repository, sourceFiles } from "./support/sources.ts";

/** Files outside of the gate that read through the FileSystem port, and what they read. */
const PORT_READERS: Readonly<Record<string, string>> = {
  "runtime/src/serving/in-place.ts": "the gate itself",
  "runtime/src/loading/read-summaries.ts": "discovery: a SKILL.md becomes a row of the library",
  "runtime/src/loading/read-while-walking.ts": "discovery: the same, during the walk",
  "runtime/src/discovery/memory-files.ts": "a FileSystem over others",
  "runtime/src/discovery/skill-source.ts": "a FileSystem over another",
  "runtime/src/config/load-config.ts": "knowhow.json",
  "runtime/src/serving/freeze-files.ts":
    "the files of a frozen conversation, on which the gate opens its skills",
  "runtime/src/node/cache/file-index-store.ts": "our own cache",
  "runtime/src/node/cache/file-blob-store.ts": "our own cache",
  "runtime/src/testing/counting-files.ts": "a FileSystem over another, for tests",
  "runtime/src/testing/file-system-suite.ts": "the contract of the port",
  "runtime/src/testing/skill-source-suite.ts": "the contract of the port",
  "cli/src/checking/read-skill-file.ts": "a file that the user asks to check and that did not become a skill",
  "scanner/src/read-subject.ts": "a directory that the user asks to scan",
  "cli/src/evaluation/labelled-files.ts": "a file of labelled messages that the user named",
};

/** Not the port: an author's input to a lint rule, which its caller reads through the gate. */
const LINT_INPUT = /^runtime\/src\/lint\//;

/** Files that read through Node itself, and what they read. */
const NODE_READERS: Readonly<Record<string, string>> = {
  "runtime/src/node/files/file-calls.ts": "the FileSystem port on Node",
  "cli/src/clients/config-file.ts": "configuration files of clients",
  "cli/src/commands/review/edit-proposal.ts": "a text that the user named, for a proposal",
  "cli/src/commands/simulate.ts": "a script that the user named",
  "cli/src/clients/find-clients.ts": "the configuration of clients",
  "cli/src/clients/find-program.ts": "the package.json of clients",
  "cli/src/io/edit-text.ts": "a text of a proposal that the user edited",
  "cli/src/io/read-token.ts": "the token of the HTTP server",
  "cli/src/running/read-inputs.ts": "a file of inputs that the user named",
  "cli/src/tools/file-tools.ts": "files of the user's directory, for the tools of workflows",
  "embeddings/src/onnx-embedder.ts": "a model",
  "embeddings/src/static-directory.ts": "a model",
  "embeddings/src/static-embedder.ts": "a model",
  "runtime/src/node/sandbox/bubblewrap.ts": "nothing: files of control groups, for writing",
  "runtime/src/node/sandbox/collect-artifacts.ts": "files that a script left behind",
  "runtime/src/node/sandbox/hold-folder.ts": "the output directory of a sandbox",
  "runtime/src/node/sandbox/locate-interpreter.ts": "the first bytes of an interpreter",
  "runtime/src/node/sandbox/open-cgroup.ts": "the control groups of this process",
  "runtime/src/node/sandbox/pipe-pool.ts": "pipes to a sandbox",
  "runtime/src/node/sandbox/process-files.ts": "the input of a script and the open files of this process",
  "runtime/src/node/state/disk.ts": "the only access of durable files to the disk",
  "runtime/src/node/state/process-owner.ts": "facts of processes, for locks",
};

const NODE_READS = /^(?:readFile|readFileSync|readSync|read|createReadStream|open|openSync|openAsBlob)$/;

describe("the content of skills", () => {
  const shipped = ["runtime", "mcp", "cli", "hosts", "embeddings", "durable", "scanner"].flatMap((name) =>
    sourceFiles(`packages/${name}/src`)
      .filter((file) => !isTest(file))
      .map((file) => `${name}/src/${file}`),
  );

  it("T5 is read by the gate and by discovery, and every other reader is listed with what it reads", () => {
    const readers = shipped.filter((file) => !LINT_INPUT.test(file) && callsPort(file));
    expect(readers.sort()).toEqual(Object.keys(PORT_READERS).sort());
  });

  it("T5 is not read past the FileSystem port", () => {
    const readers = shipped.filter((file) => importsNodeRead(file));
    expect(readers.sort()).toEqual(Object.keys(NODE_READERS).sort());
  });

  it("T5 cannot be reached through a runtime's files", () => {
    const interfaces = {
      Runtime: "runtime/src/runtime.ts",
      SkillReading: "runtime/src/assembly/open-skills.ts",
      LibraryQuestions: "runtime/src/assembly/ask-library.ts",
      Conversations: "runtime/src/assembly/keep-sessions.ts",
    };
    const members = Object.entries(interfaces)
      .map(([name, file]) => {
        const found = new RegExp(
          `export interface ${name} (?:extends ([\\w, ]+) )?\\{([\\s\\S]*?)\\n\\}`,
        ).exec(textOf(file));
        if (name === "Runtime") expect(found?.[1]?.split(", ")).toEqual(Object.keys(interfaces).slice(1));
        return found?.[2] ?? expect.fail(`${file} has no interface ${name}`);
      })
      .join("\n");
    expect(members).toContain("open(");
    expect(members).not.toMatch(/FileSystem|Ports/);
  });
});

function textOf(file: string): string {
  return readFileSync(join(repository, "packages", file), "utf8");
}

/** True for a file that calls `readText` or `readBytes` of some object, or takes one of them out of it. */
function callsPort(file: string): boolean {
  if (!/read(?:Text|Bytes)/.test(textOf(file))) return false;
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && /^read(?:Text|Bytes)$/.test(node.name.text)) found = true;
    if (ts.isBindingElement(node) && /^read(?:Text|Bytes)$/.test((node.propertyName ?? node.name).getText()))
      found = true;
    if (
      ts.isElementAccessExpression(node) &&
      /^["'`]read(?:Text|Bytes)/.test(node.argumentExpression.getText())
    )
      found = true;
    ts.forEachChild(node, visit);
  };
  visit(parseSource(`packages/${file}`));
  return found;
}

/** True for a file that imports a function of `node:fs` that reads, or all of `node:fs`. */
function importsNodeRead(file: string): boolean {
  if (!textOf(file).includes("node:fs")) return false;
  return parseSource(`packages/${file}`).statements.some((statement) => {
    if (
      !ts.isImportDeclaration(statement) ||
      !/^["']node:fs(?:\/promises)?["']$/.test(statement.moduleSpecifier.getText())
    )
      return false;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || ts.isNamespaceImport(bindings)) return true;
    return bindings.elements.some(({ name, propertyName }) => NODE_READS.test((propertyName ?? name).text));
  });
}

let workshop: Workshop;
beforeEach(() => {
  workshop = openWorkshop({
    "work/.agents/skills/pdf/SKILL.md": skillMd(
      { name: "pdf", description: "Reads PDF files.", triggers: ["read the pdf"] },
      "# Start\n\nCANARY-BODY\n\n## More\n\nSee [it](references/CANARY-NAME.md) and [gone](references/CANARY-GONE.md).\n",
    ),
    "work/.agents/skills/pdf/references/CANARY-NAME.md": "more\n",
    "work/.agents/skills/pdf/references/notes.md": "CANARY-FILE\n",
  });
});
afterEach(() => workshop.close());

const FILE = "references/notes.md";
const user = (content: string) => ({ messages: [{ role: "user", content } as const] });

/** Every way in which content of a skill leaves the runtime; each must return some of it when no check refuses. */
const ENTRIES: Readonly<Record<string, (runtime: Runtime) => Promise<unknown>>> = {
  "runtime.read": (runtime) => runtime.read("pdf"),
  "runtime.resources": (runtime) => runtime.resources("pdf"),
  "runtime.open: text": (runtime) => runtime.open("pdf", { audience: "client" }).text(),
  "runtime.open: files": (runtime) => runtime.open("pdf", { audience: "user" }).files(),
  "runtime.open: file": async (runtime) => text(await (await runtime.open("pdf").file(FILE))?.bytes()),
  "runtime.open: bytes": async (runtime) => text(await runtime.open("pdf").bytes(FILE)),
  "runtime.open: read": (runtime) => runtime.open("pdf").read({ path: FILE }),
  "runtime.define": (runtime) => runtime.define("pdf", { audience: "user" }),
  "runtime.render": (runtime) => runtime.render("pdf", { audience: "user" }),
  "session: skill_load": async (runtime) => (await runtime.session()).call("skill_load", { name: "pdf" }),
  "session: skill_read of a file": async (runtime) =>
    (await runtime.session()).call("skill_read", { name: "pdf", path: FILE }),
  "session: skill_read of a section": async (runtime) =>
    (await runtime.session({ preload: ["pdf"] })).call("skill_read", { name: "pdf", section: "start" }),
  "session: skill_read of a wrong name": async (runtime) =>
    (await runtime.session()).call("skill_read", { name: "pdf", path: "references/KANARY-NAME.md" }),
  "session: resolve for the model": async (runtime) =>
    (await runtime.session()).resolve(`skill://pdf/${FILE}`),
  "session: resolve for the user": async (runtime) =>
    (await runtime.session()).resolve("skill://pdf", { audience: "user" }),
  "session: a command": async (runtime) => (await (await runtime.session()).turn(user("/pdf"))).inject,
  "session: a preloaded body": async (runtime) =>
    (await (await runtime.session({ preload: ["pdf"] })).turn()).baseline,
  "MCP: skills/list": async (runtime) => (await mcp(runtime)).skills.list(),
  "MCP: skills/get": async (runtime) => (await mcp(runtime)).skills.get("skill://pdf/SKILL.md"),
  "MCP: resources/read of a SKILL.md": async (runtime) =>
    (await mcp(runtime)).client.readResource({ uri: "skill://pdf/SKILL.md" }),
  "MCP: resources/read of a file": async (runtime) =>
    (await mcp(runtime)).client.readResource({ uri: `skill://pdf/${FILE}` }),
  "MCP: a directory": async (runtime) => (await mcp(runtime)).skills.readDirectory("skill://pdf/references"),
  "MCP: completion of a path": async (runtime) =>
    (await mcp(runtime)).client.complete({
      ref: { type: "ref/resource", uri: "skill://{name}/{+path}" },
      argument: { name: "path", value: "ref" },
      context: { arguments: { name: "pdf" } },
    }),
  "MCP: tools/call skill_load": async (runtime) =>
    (await mcp(runtime)).client.callTool({ name: "skill_load", arguments: { name: "pdf" } }),
  "MCP: tools/call skill_read": async (runtime) =>
    (await mcp(runtime)).client.callTool({ name: "skill_read", arguments: { name: "pdf", path: FILE } }),
  "MCP: prompts/get": async (runtime) => (await mcp(runtime)).client.getPrompt({ name: "pdf" }),
  "command line: read": (runtime) =>
    readAddress(runtime, { url: `skill://pdf/${FILE}`, name: "pdf", audience: "user" }, 1),
  "command line: read, without a terminal": (runtime) =>
    readAddress(runtime, { url: `skill://pdf/${FILE}`, name: "pdf", audience: "model" }, 1),
  "command line: show": (runtime) => {
    const entry = runtime.library.entry("pdf");
    if (entry === undefined) throw new Error("there is no pdf");
    return recordOf(entry, runtime, { outline: true, sight: { library: runtime.library, clients: [] } });
  },
};

/** Ways that only some profiles offer. */
const AUTOPOIESIS_ENTRIES: typeof ENTRIES = {
  "session: lint_skill": async (runtime) =>
    (await runtime.session()).call("lint_skill", { skill_name: "pdf" }),
  "session: read_skill_resource": async (runtime) =>
    (await runtime.session()).call("read_skill_resource", { skill_name: "pdf", resource_name: FILE }),
};

describe("every way to content", () => {
  const rows = [
    ...Object.entries(ENTRIES).map(([entry, ask]) => ({ entry, ask, profile: "agentskills" })),
    ...Object.entries(AUTOPOIESIS_ENTRIES).map(([entry, ask]) => ({ entry, ask, profile: "autopoiesis" })),
    { entry: "session: a frozen body", ask: frozen, profile: "metis" },
  ];

  it.each(rows)("T1 T6 $entry runs the checks first, and returns nothing when one refuses", async ({
    ask,
    profile,
  }) => {
    const asked: string[] = [];
    let refusing = false;
    const admit: Admit = ({ path, part, audience }) => {
      asked.push(`${path} ${part} ${audience}`);
      return refusing ? { admitted: false, reason: "REFUSED" } : { admitted: true };
    };
    const runtime = await start(admit, profile);
    expect(JSON.stringify(await ask(runtime))).toContain("CANARY");
    expect(asked.length).toBeGreaterThan(0);
    refusing = true;
    asked.length = 0;
    const answer = await ask(runtime).catch((error: unknown) => String(error));
    expect(JSON.stringify(answer) ?? "").not.toContain("CANARY");
    expect(asked.length).toBeGreaterThan(0);
  });

  it("T1 a body that a conversation keeps is asked about again when it is loaded", async () => {
    let refusing = false;
    const admit: Admit = () => (refusing ? { admitted: false, reason: "REFUSED" } : { admitted: true });
    const runtime = await start(admit, "metis");
    const session = await runtime.session();
    refusing = true;
    const result = await session.call("skill_load", { name: "pdf" });
    expect([result.isError, result.text]).toEqual([true, expect.stringContaining("REFUSED")]);
    refusing = false;
    expect((await session.call("skill_load", { name: "pdf" })).text).toContain("CANARY-BODY");
  });
});

function start(admit: Admit, profile: string): Promise<Runtime> {
  const roots = [workshop.at("work/.agents/skills")];
  return workshop.start({ admit: [admit], profile, providers: false, roots });
}

async function frozen(runtime: Runtime): Promise<unknown> {
  return (await runtime.session()).call("skill_load", { name: "pdf" });
}

function text(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}

function mcp(runtime: Runtime) {
  return connectWithSkills(createSkillServer(runtime, { watch: false }));
}
