import { listSkillResources } from "../discovery/list-skill-resources.ts";
import { sameResource } from "../discovery/same-place.ts";
import { validateSkill } from "../format/validate-skill.ts";
import { lintSkill } from "../lint/lint-skill.ts";
import { baseName } from "../paths.ts";
import type { Ports } from "../ports.ts";
import type { Profile } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { Session } from "./session.ts";
import type { SessionHost } from "./session-host.ts";
import type { SessionOptions } from "./session-options.ts";

/** What the runtime hands over, because it belongs to other rooms. */
type Given = Pick<SessionHost, "current" | "tell" | "commands" | "approver" | "read" | "match">;

/** Opens a conversation; bodies that stand in the prompt are read and told before the first turn. */
export async function createSession(
  profile: Profile,
  ports: Ports,
  given: Given,
  options: SessionOptions,
): Promise<Session> {
  const session = new Session(createHost(profile, ports, given), options);
  await session.prepare();
  return session;
}

function createHost(profile: Profile, ports: Ports, given: Given): SessionHost {
  const { limits } = profile.discovery;
  const resources = async (skill: Skill) =>
    skill.resources ?? (await listSkillResources(skill, limits, ports.files)).value;
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
      const readText = async (path: string) => {
        const real = await sameResource(skill, path, ports.files);
        return real === undefined ? undefined : (await ports.files.readText(real, limits.skillBytes))?.text;
      };
      return lintSkill({
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
