import { knowhowDirectories, nodeEnvironment, type SecretStore, secretStore } from "@knowhow/runtime/node";
import type { Call } from "../../table/command.ts";

/** The secrets of the user. */
export function openSecrets({ io }: Pick<Call, "io">): SecretStore {
  const environment = nodeEnvironment({ cwd: io.cwd ?? "/", home: io.home, variables: io.env });
  return secretStore(knowhowDirectories(environment).state);
}
