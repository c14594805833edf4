import { dirname, join } from "node:path/posix";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { isTest, parseSource, sourceFiles } from "../support/sources.ts";
import { COVERED } from "./covered.ts";
import { ROOMS, type Room } from "./rooms.ts";

const covered = Object.values(COVERED).flat();

describe("the table of functions whose growth is measured", () => {
  it.each(
    ROOMS,
  )("names every function of $sources/$folder that another folder uses, or says why not", (room) => {
    const used = usedElsewhere(room.sources).filter((name) => name.startsWith(room.folder));
    expect(used.length).toBeGreaterThan(5);
    const measured = measuredIn(room);
    expect(used.filter((name) => !measured.includes(name) && !covered.some(covers(name)))).toEqual([]);
  });

  it("names only functions that exist, each of them once", () => {
    const all = ROOMS.flatMap(({ sources }) => exportedFunctions(sources));
    const measured = ROOMS.flatMap(measuredIn);
    expect(measured.filter((name) => !all.includes(name) || covered.some(covers(name)))).toEqual([]);
    expect(covered.filter((entry) => !all.some((name) => covers(name)(entry)))).toEqual([]);
  });
});

function measuredIn({ table }: Room): readonly string[] {
  return Object.keys(table).map((name) => name.replace(/ \(.+\)$/, ""));
}

/** True for an entry of the reasons that means this function. */
function covers(name: string): (entry: string) => boolean {
  return (entry) => entry === name || (entry.endsWith("/") && name.startsWith(entry));
}

const known = new Map<string, readonly string[]>();

/** The exported functions below a folder, as `folder/file.ts name`. */
function exportedFunctions(sources: string): readonly string[] {
  const found = known.get(sources) ?? shippedFiles(sources).flatMap((path) => functionsOf(sources, path));
  known.set(sources, found);
  return found;
}

function functionsOf(sources: string, path: string): readonly string[] {
  return parseSource(`${sources}/${path}`).statements.flatMap((statement) =>
    ts.isFunctionDeclaration(statement) && isExported(statement) && statement.name !== undefined
      ? [`${path} ${statement.name.text}`]
      : [],
  );
}

function isExported(statement: ts.FunctionDeclaration): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** The exported functions that a file in another folder imports. */
function usedElsewhere(sources: string): readonly string[] {
  const used = new Set(
    shippedFiles(sources).flatMap((path) =>
      importsOf(sources, path).filter((name) => dirname(name) !== dirname(path)),
    ),
  );
  return exportedFunctions(sources).filter((name) => used.has(name));
}

/** What a file imports or exports again from other files, as `folder/file.ts name`. */
function importsOf(sources: string, path: string): readonly string[] {
  return parseSource(`${sources}/${path}`).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from) || !from.text.startsWith(".")) return [];
    return namesOf(statement).map((name) => `${join(dirname(path), from.text)} ${name}`);
  });
}

function namesOf(statement: ts.ImportDeclaration | ts.ExportDeclaration): readonly string[] {
  const list = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : statement.exportClause;
  if (list === undefined || !(ts.isNamedImports(list) || ts.isNamedExports(list))) return [];
  return list.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
}

function shippedFiles(sources: string): readonly string[] {
  return sourceFiles(sources).filter((path) => !isTest(path));
}
