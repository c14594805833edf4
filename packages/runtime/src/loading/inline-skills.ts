import { memoryFiles, mountFiles } from "../discovery/memory-files.ts";
import type { CustomRoot, InlineSkill } from "../options.ts";
import type { Ports } from "../ports.ts";

const MOUNT = "memory:/inline";

/** Gives skills that lie in memory a place in the file system, so that every stage treats them like any other. */
export function withInlineSkills(
  ports: Ports,
  skills: readonly InlineSkill[],
): { ports: Ports; roots: readonly CustomRoot[] } {
  if (skills.length === 0) return { ports, roots: [] };
  const tree: Record<string, string | Uint8Array> = {};
  for (const skill of skills) {
    const directory = `${MOUNT}/${encodeURIComponent(skill.name)}`;
    tree[`${directory}/SKILL.md`] = skill.text;
    for (const [path, content] of Object.entries(skill.files ?? {})) tree[`${directory}/${path}`] = content;
  }
  const files = mountFiles(ports.files, { [MOUNT]: memoryFiles(tree) });
  return { ports: { ...ports, files }, roots: [{ path: MOUNT, id: "memory", level: "custom" }] };
}
