import type { SkillLibrary } from "@knowhow/runtime";
import { nodeEnvironment, nodeFiles } from "@knowhow/runtime/node";
import { type FoundClient, findProject, type SightContext } from "@knowhow/runtime/toolkit";
import { findClients } from "../clients/find-clients.ts";
import type { Call } from "../table/command.ts";
import { workingDirectory } from "./settings.ts";

/** The clients of this machine, and with `--all-clients` those that are not installed. */
export async function clientsOf({ args, io }: Pick<Call, "args" | "io">): Promise<readonly FoundClient[]> {
  const cwd = workingDirectory(args, io);
  const environment = nodeEnvironment({ cwd, home: io.home, variables: io.env });
  const { value: project } = await findProject(nodeFiles(), environment);
  return findClients({ environment, project: project.root }, { all: args.has("all-clients") });
}

/** What is needed to say which client sees which skill. */
export async function sightContext(
  call: Pick<Call, "args" | "io">,
  library: SkillLibrary,
): Promise<SightContext> {
  const cwd = workingDirectory(call.args, call.io);
  return { library, clients: await clientsOf(call), cwd };
}
