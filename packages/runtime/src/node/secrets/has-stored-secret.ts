import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The folder of the secrets, below the user's state directory. */
export const SECRETS = "secrets";

/** True if a secret of this name is stored, for all skills or one of them. Reads no value. */
export function hasStoredSecret(stateDirectory: string, name: string): boolean {
  try {
    return readdirSync(join(stateDirectory, SECRETS)).some(
      (file) => file === `${name}.json` || file.startsWith(`${name}@`),
    );
  } catch {
    return false;
  }
}
