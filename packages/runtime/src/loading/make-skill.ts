import { deepFreeze } from "../basics/freeze.ts";
import type { Root } from "../discovery/find-roots.ts";
import type { Profile } from "../profile.ts";
import type { Origin, Skill, SkillFields } from "../skill.ts";
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

/** Creates the frozen skill of a file. Fields that the profile does not read never reach it. */
export function makeSkill(
  file: ReadFile,
  origin: Origin,
  { name, description }: { readonly name: string; readonly description: string },
  { profile, resources }: { readonly profile: Profile; readonly resources?: Skill["resources"] },
): Skill {
  const { license, compatibility, metadata, allowedTools, extensions, version, tokens } = file.summary;
  const fields = fieldsRead(file.summary.fields, profile.fields);
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
    source: sourceOf(origin, profile),
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

/** The source of a skill in the words of a profile. */
export function sourceOf(
  { provider, level, remote }: Pick<Origin, "provider" | "level" | "remote">,
  { catalog }: Pick<Profile, "catalog">,
): string {
  return remote === undefined ? catalog.levelNames[level] : provider;
}

function fieldsRead(fields: SkillFields, read: Profile["fields"]): SkillFields {
  if (read === "all") return fields;
  const known: ReadonlySet<string> = new Set(read);
  return Object.fromEntries(Object.entries(fields).filter(([key]) => known.has(key)));
}
