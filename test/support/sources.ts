import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Absolute path of the repository. */
export const repository = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Every TypeScript file below a directory of the repository, including tests, as paths from that directory with `/`.
 */
export function sourceFiles(folder: string): readonly string[] {
  const base = join(repository, folder);
  if (!existsSync(base)) return [];
  return readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(base, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** The syntax tree of a file; an empty one if the file does not exist. */
export function parseSource(path: string): ts.SourceFile {
  const file = join(repository, path);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}

/** Every module that a file references: imports, re-exports, dynamic imports and import types. */
export function importedModules(path: string): readonly string[] {
  const text = readFileSync(join(repository, path), "utf8");
  return ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName);
}

/** True for a test file; tests may import anything. */
export function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}
