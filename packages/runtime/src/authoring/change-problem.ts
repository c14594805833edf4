import { parentPath } from "../basics/paths.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import type { Skill } from "../skill.ts";

/** Not `memory:/x` or another scheme of a source. */
const ON_DISK = /^(?:\/|[A-Za-z]:\/)/;

/** Why a proposal cannot change a skill, as a clause; undefined if it can. */
export function changeProblem(skill: Skill): string | undefined {
  const { level, remote } = skill.origin;
  if (remote !== undefined) return "it belongs to an MCP server";
  if (level === "plugin" || level === "builtin")
    return `it is part of a ${level === "plugin" ? "plugin" : "program"}`;
  const { path, directory } = realPlaceOf(skill);
  if (!ON_DISK.test(directory)) return "it is not in a folder";
  return parentPath(path) === directory ? undefined : "its SKILL.md is a link";
}
