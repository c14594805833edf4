import { parentPath } from "../basics/paths.ts";
import type { Resource } from "../skill.ts";

/** The files of a skill, indexed for looking up paths. */
export interface SkillFiles {
  /** The listed path that a reference in a file of the skill means; undefined if there is none. */
  find(path: string, from?: string): string | undefined;
  /** True if there are files below this directory of the skill's root. */
  hasDirectory(name: string): boolean;
  /** A listed path with the same last segment, ignoring case. */
  namesake(path: string): string | undefined;
}

/** Indexes the files of a skill, including its SKILL.md. */
export function skillFiles(files: readonly Resource[]): SkillFiles {
  const paths = new Set(["SKILL.md", ...files.map((file) => file.path)]);
  const directories = new Set<string>();
  const namesakes = new Map<string, string>();
  for (const path of paths) {
    const cut = path.indexOf("/");
    if (cut > 0) directories.add(path.slice(0, cut));
    namesakes.set(lastSegment(path), path);
  }
  return {
    find(path, from = "SKILL.md") {
      const base = from.includes("/") ? parentPath(from) : "";
      const candidates = [collapse(`${base}/${path}`), collapse(path)];
      return candidates.find((candidate) => candidate !== undefined && paths.has(candidate));
    },
    hasDirectory: (name) => directories.has(name),
    namesake: (path) => namesakes.get(lastSegment(path)),
  };
}

/** Resolves `.` and `..`; undefined if the path leaves the skill. */
export function collapse(path: string): string | undefined {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.pop() === undefined) return undefined;
  }
  return kept.join("/");
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}
