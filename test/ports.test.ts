import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as testing from "@knowhow/runtime/testing";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { isTest, parseSource, repository, sourceFiles } from "./support/sources.ts";

const RUNTIME = "packages/runtime/src";

/** Interfaces that are handed over by a port and are covered by its suite. */
const PARTS = ["RunningHash", "SpanHandle", "WatchHandle"];

/** Ports that are declared beside what they are about. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  DecisionStore: "trust.ts",
  ProposalStore: "proposal.ts",
  ReviewStore: "trust.ts",
  Scanner: "scan.ts",
  ScanStore: "scan.ts",
  Runs: "run.ts",
  SkillSource: "options.ts",
  SkillWriter: "proposal.ts",
};

/** Implementations that a test reaches by another name, and that test. */
const INDIRECT: Readonly<Record<string, string>> = {
  openEngine: "durable-test/proofs/conformance.test.ts",
  ownScanner: "packages/scanner/src/conformance.test.ts",
  skillFiles: "packages/mcp/src/client/files/skill-files.test.ts",
};

const ports = [...portsOf("ports.ts"), ...portsOf("state-ports.ts"), ...Object.keys(ELSEWHERE)].sort();

const shipped = ["runtime", "mcp", "cli", "hosts", "embeddings", "durable", "scanner"].flatMap((name) =>
  sourceFiles(`packages/${name}/src`).map((file) => `packages/${name}/src/${file}`),
);
const sources = shipped.filter((file) => !isTest(file));
/** Tests that need more than the workspaces have. */
const proofs = sourceFiles("durable-test/proofs").map((file) => `durable-test/proofs/${file}`);
const tests = new Map([...shipped.filter(isTest), ...proofs].map((file) => [file, read(file)] as const));

describe("the ports", () => {
  it("are found where they are declared", () => {
    expect(ports).toContain("FileSystem");
    expect(ports).toContain("Tokenizer");
    expect(ports).toContain("RecordStore");
    for (const [name, file] of Object.entries(ELSEWHERE))
      expect(read(`${RUNTIME}/${file}`)).toContain(`export interface ${name} {`);
  });

  it.each(ports)("%s has a suite of cases that @knowhow/runtime/testing exports", (port) => {
    expect(existsSync(join(repository, RUNTIME, "testing", `${kebab(port)}-suite.ts`))).toBe(true);
    const suite: unknown = Reflect.get(testing, suiteOf(port));
    expect(Array.isArray(suite) && suite.length).toBeGreaterThan(0);
    const titles = Array.isArray(suite) ? suite.map(({ title }) => title) : [];
    expect(new Set(titles).size).toBe(titles.length);
  });

  it("have implementations that each run the suite of their port", () => {
    const found = sources.flatMap(implementationsIn);
    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["nodeFiles", "memoryFiles", "nodeHash", "staticEmbedder", "openAppendLog"]),
    );
    const isRun = ({ name, port }: Implementation) =>
      [...tests].some(
        ([file, text]) =>
          (INDIRECT[name] === file || new RegExp(`\\b${name}\\b`).test(text)) && text.includes(suiteOf(port)),
      );
    expect(found.filter((each) => !isRun(each))).toEqual([]);
  });

  it("have suites that the guide lists", () => {
    const page = read("docs/guide/ports.md");
    expect(ports.filter((port) => !page.includes(`| \`${port}\` | \`${suiteOf(port)}\` |`))).toEqual([]);
  });
});

interface Implementation {
  readonly name: string;
  readonly port: string;
  readonly file: string;
}

/** Exported functions and constants whose declared type is a port, a promise of one, or an interface that extends one. */
function implementationsIn(file: string): readonly Implementation[] {
  const source = parseSource(file);
  const extended = new Map(ports.map((port) => [port, port]));
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement)) continue;
    const base = statement.heritageClauses?.[0]?.types[0]?.getText(source) ?? "";
    if (ports.includes(base)) extended.set(statement.name.text, base);
  }
  const portOf = (type: ts.TypeNode | undefined): string | undefined => {
    const [, name = ""] = /^(?:Promise<)?(\w+)/.exec(type?.getText(source) ?? "") ?? [];
    return extended.get(name);
  };
  return source.statements.flatMap((statement): readonly Implementation[] => {
    if (!isExported(statement)) return [];
    const declared = ts.isFunctionDeclaration(statement)
      ? [statement]
      : ts.isVariableStatement(statement)
        ? [...statement.declarationList.declarations]
        : [];
    return declared.flatMap(({ name, type }) => {
      const port = portOf(type);
      return port === undefined || name === undefined ? [] : [{ name: name.getText(source), port, file }];
    });
  });
}

/** Interfaces with methods, and function types: what a host can implement. */
function portsOf(file: string): readonly string[] {
  return parseSource(`${RUNTIME}/${file}`).statements.flatMap((statement) => {
    const isPort =
      (ts.isInterfaceDeclaration(statement) && statement.members.some(ts.isMethodSignature)) ||
      (ts.isTypeAliasDeclaration(statement) && ts.isFunctionTypeNode(statement.type));
    return isPort && !PARTS.includes(statement.name.text) ? [statement.name.text] : [];
  });
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}

function suiteOf(port: string): string {
  return `${port[0]?.toLowerCase()}${port.slice(1)}Suite`;
}

function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

function read(path: string): string {
  return readFileSync(join(repository, path), "utf8");
}
