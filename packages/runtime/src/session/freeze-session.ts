import { isWorkflowSkill, WORKFLOW_FILE } from "../runs/workflow-source.ts";
import { type FreezeOptions, type FrozenFiles, freezeFiles } from "../serving/freeze-files.ts";
import type { SessionEngine } from "./session-engine.ts";
import type { SessionLibrary } from "./session-library.ts";
import type { SessionOptions } from "./session-options.ts";

/**
 * The files of a conversation's skills as they are now, or as they are in those of an `earlier` one; undefined if the policy
 * does not keep them. A skill that has not the digest that is `expected` is gone.
 */
export function freezeSession(
  { library, audience }: Pick<SessionLibrary, "library" | "audience">,
  { bodies, runs }: Pick<SessionOptions, "bodies" | "runs">,
  { profile, ports, runsOf }: Pick<SessionEngine, "profile" | "ports" | "runsOf">,
  { expected, earlier }: Pick<FreezeOptions, "expected" | "earlier"> = {},
): FrozenFiles | undefined {
  const { discovery } = profile;
  if ((bodies ?? discovery.bodies) !== "frozen") return undefined;
  const options = { files: ports.files, hash: ports.hash, limits: discovery.limits, expected, earlier };
  const own = audience.everyone();
  const frozen = freezeFiles(own, options);
  const canCall = own.some((skill) => isWorkflowSkill(skill) ?? frozen.has(skill, WORKFLOW_FILE));
  if (!canCall || runsOf(runs) === "off") return frozen;
  // A workflow can call every skill of the library.
  const known = new Set(own);
  const others = library.list().filter((skill) => !known.has(skill));
  return others.length === 0 ? frozen : freezeFiles([...own, ...others], options);
}
