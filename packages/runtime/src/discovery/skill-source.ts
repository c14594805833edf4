import { checkOptions } from "../basics/check-options.ts";
import type { Field, Kind } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import { isInside, normalisePath } from "../basics/paths.ts";
import { type Diagnostic, diagnose, type Outcome } from "../diagnostics.ts";
import type { CustomRoot, InlineSkill, SkillSource } from "../options.ts";
import type { Awaitable, FileSystem } from "../ports.ts";
import { LEVELS } from "../skill.ts";
import type { SourceTrust } from "../trust.ts";
import { memoryFiles } from "./memory-files.ts";

/** Options of a source that is defined by a function that lists its skills. */
export interface SkillSourceOptions extends Partial<Omit<CustomRoot, "path">> {
  /** Where its skills are mounted, under a scheme of its own: `db:/skills`. */
  readonly path: string;
  /** Returns all skills of the source. Called before every load. */
  readonly list: () => Awaitable<readonly InlineSkill[]>;
  /** Calls `onChange` whenever the list changes, until closed. */
  readonly watch?: (onChange: () => void) => { close(): void };
  /** Decides whether these skills are trusted, instead of the host's `trust`. */
  readonly decide?: SourceTrust;
}

const SOURCE_OPTIONS: Readonly<Record<keyof SkillSourceOptions, Kind | Field>> = {
  path: { kind: kinds.filledText, required: true },
  list: { kind: kinds.callable, required: true },
  watch: kinds.callable,
  decide: kinds.objectWith({ verdict: { kind: kinds.callable, required: true } }, "an object with `verdict`"),
  within: kinds.filledText,
  id: kinds.filledText,
  level: kinds.oneOf(LEVELS),
  priority: kinds.kindOf("a number", Number.isFinite),
  depth: kinds.wholeNumber(0),
  hidden: kinds.flag,
  requires: kinds.listOf(kinds.oneOf(["name", "description"]), "an array of field names"),
  trust: kinds.oneOf(["trusted", "ask", "review"]),
  remote: kinds.filledText,
};

/** Creates a source for `createRuntime({ sources })` from a function that lists skills, for example from a database. */
export function skillSource(options: SkillSourceOptions): SkillSource {
  checkOptions("skillSource", options, SOURCE_OPTIONS);
  const { path, list, watch, decide, ...root } = options;
  let files = memoryFiles({ [path]: { directory: true } });
  return {
    root: { ...root, path },
    files: latest(() => files),
    refresh: async () => {
      const { value: tree, diagnostics } = treeOf(path, await list());
      files = memoryFiles({ [path]: { directory: true }, ...tree });
      return diagnostics;
    },
    ...(watch === undefined ? {} : { watch }),
    ...(decide === undefined ? {} : { trust: decide }),
  };
}

/** The files of skills that are in memory, by path. A file outside the directory of its skill is left out. */
export function treeOf(
  path: string,
  skills: readonly InlineSkill[],
): Outcome<Readonly<Record<string, string | Uint8Array>>> {
  const tree: Record<string, string | Uint8Array> = {};
  const diagnostics: Diagnostic[] = [];
  for (const { name, text, files = {} } of skills) {
    const directory = normalisePath(`${path}/${directoryName(name)}`);
    const skillFile = `${directory}/SKILL.md`;
    tree[skillFile] = text;
    for (const [file, content] of Object.entries(files)) {
      const place = normalisePath(`${directory}/${file}`);
      if (isInside(place, directory) && place !== directory && place !== skillFile) tree[place] = content;
      else diagnostics.push(misplaced(file, skillFile));
    }
  }
  return { value: tree, diagnostics };
}

/** One segment of a path for any name: different names give different segments, and none of them is "." or "..". */
function directoryName(name: string): string {
  const encoded = encodeURIComponent(name.replaceAll(/\p{Cs}/gu, "\ufffd"));
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll(".", "%2E") : encoded || "%";
}

function misplaced(file: string, path: string): Diagnostic {
  const message = `the file "${file}" is not inside the skill's directory, or is its SKILL.md, and was left out`;
  return diagnose("discovery.entry-unreadable", message, {
    path,
    hint: "name other files inside the skill's directory",
  });
}

/** A file system that delegates to the current one. */
function latest(current: () => FileSystem): FileSystem {
  return {
    caseInsensitive: false,
    list: (path) => current().list(path),
    stat: (path) => current().stat(path),
    readBytes: (path, maxBytes) => current().readBytes(path, maxBytes),
    readText: (path, maxBytes) => current().readText(path, maxBytes),
    realpath: (path) => current().realpath(path),
  };
}
