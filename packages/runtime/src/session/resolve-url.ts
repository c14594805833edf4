import { isKnowhowError } from "../errors.ts";
import type { ResourceReading } from "../library.ts";
import { parseSkillUrl } from "../serving/skill-url.ts";
import type { Activations } from "./activations/activations.ts";
import type { SkillAudience } from "./audience.ts";
import { readSkillFile } from "./read-skill-file.ts";
import type { SessionEngine } from "./session-engine.ts";
import { unknownSkill } from "./tools/define-tool.ts";

/** The conversation that an address is read in. */
interface ResolvingSession {
  readonly engine: SessionEngine;
  readonly audience: SkillAudience;
  readonly activations: Activations;
}

/** Reads `skill://name` or `skill://name/path` for the model or, with `person`, for the user. */
export async function resolveUrl(
  url: unknown,
  { person = false, ...options }: { readonly page?: number; readonly person?: boolean },
  { engine, audience, activations }: ResolvingSession,
): Promise<ResourceReading> {
  if (typeof url !== "string")
    return { ok: false, message: "a skill URL must be a string such as skill://name" };
  const address = parseSkillUrl(url);
  if (!address.ok) return address;
  const { name } = address;
  const skill = person ? audience.forUser(name) : (audience.forModel(name) ?? activations.find(name));
  if (skill === undefined) return { ok: false, message: unknownSkill(name) };
  const request = { path: address.path, links: true, ...options };
  try {
    return await readSkillFile(skill, request, engine, person ? undefined : activations);
  } catch (error) {
    if (isKnowhowError(error)) return { ok: false, message: error.message };
    throw error;
  }
}
