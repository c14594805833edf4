import { isKnowhowError } from "../errors.ts";
import type { ResourceReading } from "../library.ts";
import { parseSkillUrl } from "../serving/skill-url.ts";
import type { Activations } from "./activations/activations.ts";
import type { SkillAudience } from "./audience.ts";
import { readSkillFile } from "./read-skill-file.ts";
import type { SessionEngine } from "./session-engine.ts";
import { unknownSkill } from "./tools/define-tool.ts";

/** Options of `session.resolve()`. */
export interface ResolveOptions {
  /** Number of the page of a long file. Default 1. */
  readonly page?: number;
  /** Who reads: a model gets what it may load or has loaded, the user also what only they may invoke. Default `model`. */
  readonly audience?: "model" | "user";
}

/** The conversation that an address is read in. */
interface ResolvingSession {
  readonly engine: SessionEngine;
  readonly audience: SkillAudience;
  readonly activations: Activations;
}

/** Reads `skill://name` or `skill://name/path` for the model or the user. */
export async function resolveUrl(
  url: unknown,
  { audience: reader = "model", ...options }: ResolveOptions,
  { engine, audience, activations }: ResolvingSession,
): Promise<ResourceReading> {
  if (typeof url !== "string")
    return { ok: false, message: "a skill URL must be a string such as skill://name" };
  const address = parseSkillUrl(url);
  if (!address.ok) return address;
  const { name } = address;
  const isUser = reader === "user";
  const skill = isUser ? audience.forUser(name) : (audience.forModel(name) ?? activations.find(name));
  if (skill === undefined) return { ok: false, message: unknownSkill(name) };
  const request = { path: address.path, links: true, ...options };
  try {
    return await readSkillFile(skill, request, engine, isUser ? undefined : activations);
  } catch (error) {
    if (isKnowhowError(error)) return { ok: false, message: error.message };
    throw error;
  }
}
