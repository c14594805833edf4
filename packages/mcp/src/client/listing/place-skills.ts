import { createHash } from "node:crypto";
import { canonicalJson } from "@knowhow/runtime/toolkit";
import { nameOf, type RemoteSkill } from "../remote-skill.ts";

/** A skill of a server and its place in the library. */
export interface PlacedSkill {
  readonly skill: RemoteSkill;
  /** Name of its directory, which is also its name after the label. */
  readonly name: string;
  /**
   * Digest of everything that the listing says about the skill: all URIs, digests and sizes, and the frontmatter,
   * because a model reads that before any file is fetched. An approval is bound to it.
   */
  readonly digest: string;
}

/** Gives every skill of a server a unique name; duplicates are distinguished by their URIs. */
export function placeSkills(skills: readonly RemoteSkill[]): readonly PlacedSkill[] {
  const counts = new Map<string, number>();
  for (const skill of skills) counts.set(nameOf(skill), (counts.get(nameOf(skill)) ?? 0) + 1);
  const taken = new Set<string>();
  return skills.map((skill) => {
    const bare = nameOf(skill);
    const isShared = (counts.get(bare) ?? 0) > 1;
    let name = isShared ? `${bare.slice(0, 57)}-${sha256(skill.uri).slice(0, 6)}` : bare;
    for (let more = 7; taken.has(name) || (isShared && counts.has(name)); more += 1)
      name = `${bare.slice(0, 63 - more)}-${sha256(skill.uri).slice(0, more)}`;
    taken.add(name);
    return { skill, name, digest: digestOf(skill) };
  });
}

function digestOf({ uri, frontmatter, files }: RemoteSkill): string {
  const rows =
    files === "dynamic"
      ? files
      : [...files.values()]
          .map((file) => [file.uri, file.digest, file.size ?? null] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1));
  return `sha256:${sha256(canonicalJson({ uri, frontmatter, files: rows }))}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
