import type { Skill } from "../skill.ts";
import type { Activations } from "./activations.ts";
import { readAcross } from "./read-across.ts";
import type { ResourceReading } from "./read-resource.ts";
import { type ResourceRequest, serveResource } from "./serve-resource.ts";
import type { SessionHost } from "./session-host.ts";

/** Gives a model a file of a skill, with what follows from its having it. */
export async function readForModel(
  skill: Skill,
  request: ResourceRequest,
  activations: Activations,
  host: SessionHost,
): Promise<ResourceReading> {
  const refused = readAcross(skill, activations.atWork());
  if (refused !== undefined) return { ok: false, message: refused };
  const reading = await serveResource(skill, request, host);
  if (reading.ok) activations.heard(skill);
  return reading;
}
