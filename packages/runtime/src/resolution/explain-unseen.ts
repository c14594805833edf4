import { baseName, parentPath } from "../basics/paths.ts";
import type { Decision, LibraryEntry, UnseenFiles, UnseenReason } from "../library.ts";

const REASONS: Readonly<Record<UnseenReason, string>> = {
  deep: "is deeper below its root than skills are searched for; name a directory above it as a root",
  hidden: "is in a hidden directory, which is not entered; name that directory as a root",
  nested: "is inside of another skill and counts as one of its files; move it out of there",
  misspelt: "is not spelt SKILL.md; rename it",
};

/** Explains the files of this name that exist but are not used. */
export function explainUnseen(name: string, unseen: readonly UnseenFiles[]): readonly Decision[] {
  return unseen.flatMap(({ reason, paths }) =>
    paths
      .filter((path) => baseName(parentPath(path)) === name)
      .map((path) => ({
        stage: "discovery" as const,
        outcome: "not searched",
        detail: `${path} ${REASONS[reason]}`,
      })),
  );
}

/** Explains which skill a directory of another name holds. */
export function explainFolder({ skill, state, shadowedBy }: LibraryEntry): Decision {
  const use = shadowedBy === undefined ? state : "shadowed";
  return {
    stage: "discovery",
    outcome: "folder",
    detail: `the directory ${skill.directory} holds the skill "${skill.name}" (${use})`,
  };
}
