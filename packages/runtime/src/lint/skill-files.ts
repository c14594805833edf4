import { parentPath } from "../basics/paths.ts";
import type { Resource } from "../skill.ts";

/** The files of a skill, ready for questions about paths. */
export interface SkillFiles {
  /** The listed path that a reference means, seen from a file of the skill; undefined when there is none. */
  find(path: string, from?: string): string | undefined;
  /** True when files lie below this directory of the skill's root. */
  hasDirectory(name: string): boolean;
  /** A listed path with the same last segment, whatever its case. */
  namesake(path: string): string | undefined;
}

/** Indexes the files of a skill; the SKILL.md itself counts as one. */
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

/** Resolves `.` and `..`; undefined when the path climbs out of the skill. */
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
