import type { Client, ListedFolders } from "./client.ts";

/** The shared folder `.agents/skills` in the provider table. */
const SHARED = "agents";

/**
 * The folders whose skills a client reads by itself: as captured, otherwise its own folders, and the shared one if it has
 * no other in a project.
 */
export function foldersReadBy({ id, skills, prompt }: Client): readonly ListedFolders[] {
  if (prompt !== undefined) return prompt.lists;
  if (skills === undefined) return [];
  const { provider = id, depth = 1 } = skills;
  return [
    { provider, level: "user", depth },
    { provider: skills.project === undefined ? SHARED : provider, level: "project", depth },
  ];
}
