import { deepFreeze } from "../basics/freeze.ts";
import type { Root } from "../discovery/find-roots.ts";
import type { Origin, Skill } from "../skill.ts";
import type { ReadFile } from "./read-summaries.ts";

/** The origin of the skills below a root: one frozen object for all of them, reused by the next load if it is equal. */
export function originOf(root: Root, before?: Origin): Origin {
  const { id, level, priority, remote } = root.provider;
  const origin = { provider: id, level, root: root.path, priority, order: root.order };
  const isSame =
    before?.provider === id &&
    before.level === level &&
    before.priority === priority &&
    before.root === root.path &&
    before.order === root.order &&
    before.remote === remote;
  if (isSame) return before;
  return Object.freeze(remote === undefined ? origin : { ...origin, remote });
}

/** Creates the frozen skill of a file. */
export function makeSkill(
  file: ReadFile,
  origin: Origin,
  { name, description }: { readonly name: string; readonly description: string },
  resources: Skill["resources"],
): Skill {
  const { license, compatibility, metadata, allowedTools, fields, extensions, version, tokens } =
    file.summary;
  const { path, directory, real, realDirectory } = file;
  Object.freeze(metadata);
  Object.freeze(allowedTools);
  deepFreeze(fields);
  deepFreeze(extensions);
  const skill: { -readonly [Key in keyof Skill]: Skill[Key] } = {
    name,
    description,
    path,
    directory,
    origin,
    metadata,
    allowedTools,
    fields,
    extensions,
    version,
    tokens,
  };
  if (license !== undefined) skill.license = license;
  if (compatibility !== undefined) skill.compatibility = compatibility;
  if (resources !== undefined) skill.resources = deepFreeze(resources);
  if (real !== path || realDirectory !== directory)
    skill.real = Object.freeze({ path: real, directory: realDirectory });
  return Object.freeze(skill);
}
