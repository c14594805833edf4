import { CliError } from "../../io/cli-error.ts";
import { EXIT } from "../../io/exit-codes.ts";
import type { Call, Command } from "../../table/command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { openSecrets } from "./open-secrets.ts";

const MAX_BYTES = 100_000;

/** `knowhow secret set <name>`: stores a secret. */
export const secretSet: Command = async (call) => {
  const { args } = call;
  const [name = ""] = args.positionals;
  const skill = args.text("skill");
  const value = await readValue(name, call);
  const data = await openSecrets(call).set({ name, ...(skill === undefined ? {} : { skill }) }, value);
  const place = data.in === "keychain" ? "in the keychain" : "in a file that only you can read";
  const whom = skill === undefined ? "every skill that declares it" : `the skill ${skill}`;
  return { exit: EXIT.done, data, text: () => sanitise(`${name} is stored ${place}, for ${whom}`) };
};

/** Never from the command line, where other programs could see it. */
async function readValue(name: string, { io }: Call): Promise<string> {
  const typed =
    io.ask === undefined
      ? (await io.readInput?.(MAX_BYTES))?.replace(/\r?\n$/, "")
      : await io.ask(`${sanitise(name)}: `, { hidden: true });
  if (typed !== undefined && typed !== "") return typed;
  throw new CliError(
    "cli.missing-argument",
    "no value was given",
    "type it in a terminal, or pass it on stdin",
  );
}
