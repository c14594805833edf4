import type { RunView } from "@knowhow/runtime/workflows";
import { CliError } from "../io/cli-error.ts";
import type { Call } from "../table/command.ts";
import { secretHints } from "./missing-inputs.ts";
import { namedInputs } from "./read-inputs.ts";
import { variableOf } from "./variable-of.ts";

/** Throws if a stored run cannot continue without a secret input that was not given again, or if another input was given. */
export function requireSecrets({ definition }: RunView, { args, io }: Call): void {
  const { secrets = [], inputs = {} } = definition.skills[definition.entry]?.workflow ?? {};
  const given = namedInputs(args);
  const other = Object.keys(given).find((name) => !secrets.includes(name));
  if (other !== undefined)
    throw new CliError(
      "cli.bad-value",
      `"${other}" is not a secret input of this run`,
      "all other inputs are stored",
    );
  const required: readonly unknown[] = Array.isArray(inputs.required) ? inputs.required : [];
  const missing = secrets.filter(
    (name) =>
      required.includes(name) && !Object.hasOwn(given, name) && io.env[variableOf(name)] === undefined,
  );
  if (missing.length === 0) return;
  const what = missing.length === 1 ? "missing input" : "missing inputs";
  const message = `${what}: ${missing.join(", ")}; the values of secrets are not stored`;
  throw new CliError("cli.missing-argument", message, secretHints(missing).join("; "));
}
