import type { ScriptPackages } from "../../script.ts";

/** Reads a file of the skill; undefined if there is none. */
export type ReadScriptFile = (path: string) => string | undefined;

const MAX_PACKAGES = 200;
const MAX_LENGTH = 300;
/** A name, optionally with extras, a version, and a marker; never an option, an address or a path. */
const PYTHON = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\[[A-Za-z0-9._, -]*\])?\s*(?:[<>=!~][^;@]*)?(?:;[^@]*)?$/;
const NODE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const NODE_VERSION =
  /^[\^~<>=v]*\d[\w.+*-]*(?:(?:\s+|\s*\|\|\s*|\s+-\s+)[\^~<>=v]*\d[\w.+*-]*)*$|^\*$|^latest$/;

/** What was declared, and what of it cannot be used. */
export interface DeclaredPackages {
  readonly packages: readonly ScriptPackages[];
  /** Sentences for the user. */
  readonly problems: readonly string[];
}

/**
 * The packages that a script declares: inside of it (PEP 723), in `requirements.txt`, or in `package.json`, beside it or
 * at the top of the skill. Only names and versions of the registries are used, because anything else could run code.
 */
export function readPackages(script: string, program: string, read: ReadScriptFile): DeclaredPackages {
  if (program === "python3") return pythonPackages(script, read);
  if (program === "node") return nodePackages(script, read);
  return { packages: [], problems: [] };
}

function pythonPackages(script: string, read: ReadScriptFile): DeclaredPackages {
  const inline = inlineDependencies(read(script) ?? "");
  if (inline !== undefined) return collect("python", script, inline, (name) => PYTHON.test(name));
  for (const source of beside(script, "requirements.txt")) {
    const text = read(source);
    if (text === undefined) continue;
    const lines = text
      .split(/\r?\n/)
      .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
      .filter((line) => line !== "");
    return collect("python", source, lines, (name) => PYTHON.test(name));
  }
  return { packages: [], problems: [] };
}

/** PEP 723: the `dependencies` of the block between `# /// script` and `# ///`. */
function inlineDependencies(text: string): readonly string[] | undefined {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^# \/\/\/ script\s*$/.test(line));
  if (start < 0) return undefined;
  const length = lines.slice(start + 1).findIndex((line) => /^# \/\/\/\s*$/.test(line));
  if (length < 0) return undefined;
  const toml = lines
    .slice(start + 1, start + 1 + length)
    .map((line) => line.replace(/^# ?/, ""))
    .join("\n");
  const [opening] = /^dependencies\s*=\s*\[/m.exec(toml) ?? [];
  return opening === undefined ? [] : listedTexts(toml.slice(toml.indexOf(opening) + opening.length));
}

/** The strings of a TOML array, up to its end. Anything but strings, commas and comments ends it, too. */
function listedTexts(toml: string): readonly string[] {
  const item = /[\s,]*(?:#[^\n]*\n[\s,]*)*(?:"([^"\\\n]*)"|'([^'\n]*)')/y;
  const found: string[] = [];
  for (let match = item.exec(toml); match !== null; match = item.exec(toml))
    found.push((match[1] ?? match[2] ?? "").trim());
  return found;
}

function nodePackages(script: string, read: ReadScriptFile): DeclaredPackages {
  for (const source of beside(script, "package.json")) {
    const text = read(source);
    if (text === undefined) continue;
    const entries = Object.entries(dependenciesOf(text));
    const names = entries.map(([name, version]) => `${name}@${String(version)}`);
    return collect("node", source, names, (_, index) => {
      const [name = "", version] = entries[index] ?? [];
      return NODE_NAME.test(name) && typeof version === "string" && NODE_VERSION.test(version);
    });
  }
  return { packages: [], problems: [] };
}

function dependenciesOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    const found = isRecord(parsed) ? parsed.dependencies : undefined;
    return isRecord(found) ? found : {};
  } catch {
    return {};
  }
}

function collect(
  kind: ScriptPackages["kind"],
  source: string,
  declared: readonly string[],
  isUsable: (name: string, index: number) => boolean,
): DeclaredPackages {
  const isFine = (name: string, index: number) => name.length <= MAX_LENGTH && isUsable(name, index);
  const packages = declared.filter(isFine).slice(0, MAX_PACKAGES);
  const refused = declared.filter((name, index) => !isFine(name, index));
  const problems = [
    ...refused.map(
      (name) => `${source} declares ${JSON.stringify(name.slice(0, 80))}, which is not a name and version`,
    ),
    ...(declared.length - refused.length > MAX_PACKAGES
      ? [`${source} declares more than ${MAX_PACKAGES} packages`]
      : []),
  ];
  return {
    packages: packages.length === 0 ? [] : [{ kind, packages: [...new Set(packages)].sort(), source }],
    problems,
  };
}

/** Where a file that belongs to a script may be: beside it, then at the top. */
function beside(script: string, name: string): readonly string[] {
  const slash = script.lastIndexOf("/");
  return slash < 0 ? [name] : [`${script.slice(0, slash)}/${name}`, name];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
