import { isKnowhowError } from "../errors.ts";
import type { OpenSkill } from "../serving/open-skill.ts";

const CODE = /\.(?:py|js|mjs|cjs|ts|mts)$/;
/** Larger files are not looked into. */
const MAX_BYTES = 256 * 1024;
/** In a skill with more code than this, modules are known by their names only. */
const MAX_FILES = 200;

/** What makes a file a program of its own, also if others import it. */
const PROGRAM =
  /^if\s+__name__\s*==|\brequire\.main\s*===?\s*module\b|\bimport\.meta\.main\b|\bprocess\.argv\[1\]|^#!/m;

/** Tests of other scripts; a Python file may have such a name and be a program all the same. */
const TEST_NAME = /(?:^|\/)conftest\.py$|\.(?:test|spec)\.[cm]?[jt]s$/;
const MAYBE_TEST = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;
const TEST_TEXT = /^[ \t]*(?:import|from)[ \t]+(?:pytest|unittest)\b|^(?:async[ \t]+)?def[ \t]+test_/m;

/**
 * The files directly under `scripts/` of a skill, without Python and JavaScript modules and tests. A file of unknown type is one of
 * them; whether it can be started is a question for its plan.
 */
export async function listScripts(skill: OpenSkill): Promise<readonly string[]> {
  const paths = (await skill.files()).value.map(({ path }) => path);
  const modules = await modulesOf(skill, paths);
  return paths.filter((path) => /^scripts\/[^/]+$/.test(path) && !modules.has(path));
}

/**
 * The Python and JavaScript files of a skill that are not programs but modules or tests: `__init__.py`, and what other
 * files of the skill import. The code is looked at, never run.
 */
async function modulesOf(skill: OpenSkill, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const code = paths.filter((path) => CODE.test(path));
  const modules = new Set(code.filter((path) => /(?:^|\/)__init__\.py$/.test(path) || TEST_NAME.test(path)));
  if (code.length > MAX_FILES || !code.some((path) => path.startsWith("scripts/"))) return modules;
  const texts = new Map<string, string>();
  for (const path of code) texts.set(path, await textOf(skill, path));
  for (const [path, text] of texts) if (MAYBE_TEST.test(path) && TEST_TEXT.test(text)) modules.add(path);
  const tests = new Set([...modules].filter((path) => TEST_NAME.test(path) || MAYBE_TEST.test(path)));
  // A test imports the program that it tests.
  for (const [path, text] of texts)
    for (const name of tests.has(path) ? [] : importedBy(path, text))
      for (const other of code)
        if (other !== path && isModule(other, name) && !PROGRAM.test(texts.get(other) ?? ""))
          modules.add(other);
  return modules;
}

/** Empty if it must not be read. */
async function textOf(skill: OpenSkill, path: string): Promise<string> {
  try {
    const bytes = await skill.bytes(path, MAX_BYTES);
    return bytes === undefined ? "" : new TextDecoder().decode(bytes);
  } catch (error) {
    if (isKnowhowError(error)) return "";
    throw error;
  }
}

/** The modules that a file imports, as paths without extension: from its folder, or from anywhere above. */
function importedBy(path: string, text: string): ReadonlySet<string> {
  return new Set(path.endsWith(".py") ? pythonImports(text) : scriptImports(text));
}

function* pythonImports(text: string): Iterable<string> {
  for (const [, from = "", names = ""] of text.matchAll(
    /^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([\w, \t]+)/gm,
  )) {
    const base = from.replace(/^\.+/, "").replaceAll(".", "/");
    if (base !== "") yield base;
    // `from helpers import dates` may mean the module helpers/dates.
    for (const name of namesIn(names)) yield base === "" ? name : `${base}/${name}`;
  }
  for (const [, names = ""] of text.matchAll(/^[ \t]*import[ \t]+([\w., \t]+)/gm))
    for (const name of namesIn(names)) yield name.replaceAll(".", "/");
}

function namesIn(list: string): readonly string[] {
  return list.split(",").flatMap((part) => /^\s*([\w.]+)/.exec(part)?.[1] ?? []);
}

function* scriptImports(text: string): Iterable<string> {
  for (const [, name = ""] of text.matchAll(
    /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["'](\.{1,2}\/[^"'\n]+)["']/g,
  ))
    yield name.replace(/^(?:\.{1,2}\/)+/, "").replace(CODE, "");
}

/** True if a file is the module of this name, wherever the importing file looks for it. */
function isModule(path: string, name: string): boolean {
  const own = path.replace(CODE, "").replace(/\/(?:__init__|index)$/, "");
  return own === name || own.endsWith(`/${name}`);
}
