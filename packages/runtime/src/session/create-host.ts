import { listResources } from "../discovery/list-resources.ts";
import { validateSkill } from "../format/validate-skill.ts";
import type { SkillText } from "../library.ts";
import { baseName, joinPath } from "../paths.ts";
import type { Ports } from "../ports.ts";
import type { Profile } from "../profile.ts";
import type { Skill } from "../skill.ts";
import type { SessionHost } from "./session-host.ts";

/** What the runtime hands over, because it belongs to other rooms. */
type Given = Pick<SessionHost, "current" | "tell" | "commands" | "read"> & {
  readonly lint: (input: LintInput) => ReturnType<SessionHost["lint"]>;
};

/** One skill, laid out for the linter. */
export interface LintInput
  extends Pick<Skill, "name" | "description" | "directory" | "fields">,
    Pick<SkillText, "text" | "body" | "bodyLine"> {
  readonly files: NonNullable<Skill["resources"]>;
  readText(path: string): Promise<string | undefined>;
}

/** Prepares what every session of a runtime shares. */
export function createSessionHost(profile: Profile, ports: Ports, given: Given): SessionHost {
  const { limits } = profile.discovery;
  const resources = async (skill: Skill) =>
    skill.resources ?? (await listResources(skill.directory, limits, ports.files)).value;
  return {
    ...given,
    profile,
    ports,
    resources,
    validate: async (skill) => {
      const { text } = await given.read(skill);
      const options = {
        directoryName: baseName(skill.directory),
        fileName: baseName(skill.path),
        rules: profile.rules,
      };
      return validateSkill(text, options).diagnostics;
    },
    lint: async (skill) => {
      const { text, body, bodyLine } = await given.read(skill);
      const { name, description, directory, fields } = skill;
      const readText = async (path: string) =>
        (await ports.files.readText(joinPath(directory, path), limits.skillBytes))?.text;
      return given.lint({
        name,
        description,
        directory,
        fields,
        text,
        body,
        bodyLine,
        files: await resources(skill),
        readText,
      });
    },
  };
}
