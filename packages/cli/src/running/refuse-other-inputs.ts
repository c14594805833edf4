import type { RunView } from "@knowhow/runtime/workflows";
import { CliError } from "../io/cli-error.ts";
import type { Call } from "../table/command.ts";
import { namedInputs } from "./read-inputs.ts";

/** Throws if an input is given again that is not secret: only the values of secrets are not stored with a run. */
export function refuseOtherInputs({ definition }: RunView, { args }: Call): void {
  const { secrets = [] } = definition.skills[definition.entry]?.workflow ?? {};
  const given = namedInputs(args);
  const other = Object.keys(given).find((name) => !secrets.includes(name));
  if (other !== undefined)
    throw new CliError(
      "cli.bad-value",
      `"${other}" is not a secret input of this run`,
      "all other inputs are stored",
    );
}
