import { escapeLine, oneLine } from "../injection/escape-text.ts";
import type { ResourceReading, ResourceRequest } from "../library.ts";
import { holdsSecrets } from "../security/secret-files.ts";
import { crossServerRefusal } from "../serving/cross-server-refusal.ts";
import type { Resource, Skill } from "../skill.ts";
import type { Activations } from "./activations/activations.ts";
import { serveResource } from "./serve-resource.ts";
import type { SessionEngine } from "./session-engine.ts";

/** Gives a model a file of a skill, with what follows from its having it. */
export async function readForModel(
  skill: Skill,
  request: ResourceRequest,
  activations: Activations,
  engine: SessionEngine,
): Promise<ResourceReading> {
  const refused = crossServerRefusal(skill, activations.activeSkills());
  if (refused !== undefined) return { ok: false, message: refused };
  if (holdsSecrets(request.path ?? ""))
    return {
      ok: false,
      message: `Files such as "${escapeLine(oneLine(request.path ?? ""))}" keep secrets for programs and are not given to models`,
    };
  const reading = await serveResource(skill, request, {
    ...engine,
    resources: (of) => resourcesForModel(of, engine),
  });
  if (reading.ok) activations.recordRead(skill);
  return reading;
}

/** The files of a skill that a model is told of. */
export async function resourcesForModel(
  skill: Skill,
  engine: Pick<SessionEngine, "resources">,
): Promise<readonly Resource[]> {
  return (await engine.resources(skill)).filter(({ path }) => !holdsSecrets(path));
}
