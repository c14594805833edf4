import { loadConfig, nodeEnvironment, nodeFiles } from "@knowhow/runtime/node";
import { findProfile, type Profile } from "@knowhow/runtime/profiles";
import type { Call } from "../table/command.ts";
import { flagOptions } from "./settings.ts";

/** The profile of the command line or of the configuration, for a command that loads no library. */
export async function chosenProfile({ args, io }: Pick<Call, "args" | "io">): Promise<Profile> {
  const { cwd, home, env, profile: flag } = flagOptions(args, io);
  const environment = nodeEnvironment({ cwd, home, variables: env });
  const { value } = await loadConfig({ files: nodeFiles(), environment });
  return findProfile(flag ?? value.options.profile ?? "agentskills");
}
