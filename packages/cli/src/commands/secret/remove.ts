import { EXIT } from "../../io/exit-codes.ts";
import type { Command } from "../../table/command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { openSecrets } from "./open-secrets.ts";

/** `knowhow secret remove <name>`: removes a secret. */
export const secretRemove: Command = async (call) => {
  const { args } = call;
  const [name = ""] = args.positionals;
  const skill = args.text("skill");
  const removed = await openSecrets(call).remove({ name, ...(skill === undefined ? {} : { skill }) });
  const said = removed ? `${name} was removed` : `no secret ${name} is stored`;
  return { exit: removed ? EXIT.done : EXIT.no, data: { name, removed }, text: () => sanitise(said) };
};
