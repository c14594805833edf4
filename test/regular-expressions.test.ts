import { analyse } from "scslre";
import ts from "typescript";
import { describe, expect, it, vi } from "vitest";
import { isTest, parseSource, sourceFiles } from "./support/sources.ts";

describe("regular expressions", () => {
  it("T1 of the scanner take linear time, whatever the text", async () => {
    const written = patternsIn("scanner");
    expect(written.length).toBeGreaterThan(300);
    expect([...written, ...(await constructedPatterns())].filter(isSuperLinear).map(toText)).toEqual([]);
  }, 120_000);

  it.each([
    "runtime",
    "mcp",
    "cli",
    "hosts",
    "embeddings",
    "durable",
  ])("T1 of %s take linear time, or see only short texts", (name) => {
    const slow = patternsIn(name).filter(isSuperLinear);
    expect(slow.filter(isExponential).map(toText)).toEqual([]);
    expect(
      slow.filter(({ at }) => !SHORT_INPUTS.some((path) => at.startsWith(`${path}:`))).map(toText),
    ).toEqual([]);
  }, 120_000);

  it("T1 are recognised if they do not", () => {
    expect([/x*$/, /<[^>]*>/].filter((pattern) => isSuperLinear({ at: "", pattern })).length).toBe(2);
    expect(isExponential({ at: "", pattern: /^(?:a+)+b$/ })).toBe(true);
    expect(isSuperLinear({ at: "", pattern: /a[^b]{0,80}b/ })).toBe(false);
  });
});

/** Files whose slow patterns see only names of files, which no system lets grow. */
const SHORT_INPUTS = ["packages/runtime/src/security/secret-files.ts"];

interface Pattern {
  readonly at: string;
  readonly pattern: RegExp;
}

/** The regular expressions that are written out in the sources of a package. */
function patternsIn(name: string): readonly Pattern[] {
  const folder = `packages/${name}/src`;
  return sourceFiles(folder)
    .filter((path) => !isTest(path))
    .flatMap((path) => {
      const found: Pattern[] = [];
      const source = parseSource(`${folder}/${path}`);
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          const [, body = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
          const { line } = source.getLineAndCharacterOfPosition(node.getStart());
          found.push({ at: `${folder}/${path}:${line + 1}`, pattern: new RegExp(body, flags) });
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    });
}

/** The regular expressions that the scanner puts together from parts when it is loaded. */
async function constructedPatterns(): Promise<readonly Pattern[]> {
  const found: Pattern[] = [];
  // Other tests may have loaded the scanner before.
  vi.resetModules();
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args, self) {
      const pattern: RegExp = Reflect.construct(target, args, self);
      found.push({ at: "put together", pattern });
      return pattern;
    },
  });
  try {
    await import("../packages/scanner/src/index.ts");
  } finally {
    globalThis.RegExp = original;
  }
  expect(found.length).toBeGreaterThan(10);
  return found;
}

function isSuperLinear({ pattern }: Pattern): boolean {
  return analyse(pattern).reports.length > 0;
}

function isExponential({ pattern }: Pattern): boolean {
  return analyse(pattern).reports.some(({ exponential }) => exponential);
}

function toText({ at, pattern }: Pattern): string {
  return `${at} ${pattern.source.slice(0, 120)}`;
}
