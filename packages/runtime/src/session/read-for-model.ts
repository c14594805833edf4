import { escapeLine, oneLine } from "../injection/escape-text.ts";
import { holdsSecrets } from "../secret-files.ts";
import type { Resource, Skill } from "../skill.ts";
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
  if (holdsSecrets(request.path ?? ""))
    return {
      ok: false,
      message: `Files such as "${escapeLine(oneLine(request.path ?? ""))}" keep secrets for programs and are not given to models`,
    };
  const reading = await serveResource(skill, request, {
    ...host,
    resources: (of) => resourcesForModel(of, host),
  });
  if (reading.ok) activations.heard(skill);
  return reading;
}

/** The files of a skill that a model is told of. */
export async function resourcesForModel(
  skill: Skill,
  host: Pick<SessionHost, "resources">,
): Promise<readonly Resource[]> {
  return (await host.resources(skill)).filter(({ path }) => !holdsSecrets(path));
}
