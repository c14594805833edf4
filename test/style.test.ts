import ts from "typescript";
import { describe, expect, it } from "vitest";
import { isTest, parseSource, sourceFiles } from "./support/sources.ts";

describe("shipped source files", () => {
  it("have no type assertion but `as const`", () => {
    expect(findings(isForbiddenAssertion)).toEqual([]);
  });

  it("write every re-exported name out, without `export *`", () => {
    expect(findings(isExportAll)).toEqual([]);
  });

  it("name no file below docs/ in a text, because no npm package has it", () => {
    expect(findings(isTextAboutDocs)).toEqual([]);
    expect(
      nodesOf(parse('f("see docs/matching.md"); f(`see docs/guide.md`);'), isTextAboutDocs),
    ).toHaveLength(2);
    expect(nodesOf(parse('/** See docs/matching.md. */ const a = "docs";'), isTextAboutDocs)).toEqual([]);
  });
});

describe("the types of the runtime", () => {
  it("have one name each: no two files define a type of the same name", () => {
    const places = new Map<string, string[]>();
    for (const path of sourceFiles("packages/runtime/src").filter((file) => !isTest(file))) {
      for (const name of typeNames(parseSource(`packages/runtime/src/${path}`)))
        places.set(name, [...(places.get(name) ?? []), path]);
    }
    expect(places.size).toBeGreaterThan(200);
    expect(Object.fromEntries([...places].filter(([, files]) => files.length > 1))).toEqual({});
  });

  it("are found wherever a file declares them", () => {
    const code = "export interface A {}\ntype B = string;\nclass C {}\nexport type D = B;\nconst E = 1;";
    expect(typeNames(parse(code))).toEqual(["A", "B", "C", "D"]);
  });
});

describe("the assertion check", () => {
  it.each(["x as string", "<string>x", "x as unknown as string", "f(x as T)"])("finds `%s`", (code) => {
    expect(nodesOf(parse(code), isForbiddenAssertion)).not.toEqual([]);
  });

  it.each([
    '["a"] as const',
    'import { a as b } from "c"',
    'export { a as b } from "c"',
    "x satisfies T",
  ])("lets `%s` pass", (code) => {
    expect(nodesOf(parse(code), isForbiddenAssertion)).toEqual([]);
  });
});

/** The types that a file declares at its top level. */
function typeNames(source: ts.SourceFile): readonly string[] {
  return source.statements.flatMap((statement) => {
    const isType =
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isClassDeclaration(statement);
    return isType && statement.name !== undefined ? [statement.name.text] : [];
  });
}

function parse(code: string): ts.SourceFile {
  return ts.createSourceFile("example.ts", code, ts.ScriptTarget.ES2023, true);
}

function isForbiddenAssertion(node: ts.Node): boolean {
  return (
    (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && !ts.isConstTypeReference(node.type)
  );
}

function isExportAll(node: ts.Node): boolean {
  return (
    ts.isExportDeclaration(node) &&
    node.moduleSpecifier !== undefined &&
    (node.exportClause === undefined || ts.isNamespaceExport(node.exportClause))
  );
}

/** `file:line code` of every matching node in the sources of all packages. */
function findings(matches: (node: ts.Node) => boolean): readonly string[] {
  return sourceFiles("packages")
    .filter((path) => /^[^/]+\/src\//.test(path) && !isTest(path))
    .flatMap((path) => {
      const source = parseSource(`packages/${path}`);
      return nodesOf(source, matches).map((node) => {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        return `packages/${path}:${line + 1} ${node.getText()}`;
      });
    });
}

function nodesOf(source: ts.SourceFile, matches: (node: ts.Node) => boolean): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (matches(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTextAboutDocs(node: ts.Node): boolean {
  const isText =
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return isText && /\bdocs\/\w/.test(node.text);
}
