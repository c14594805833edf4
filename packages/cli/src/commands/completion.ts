import type { Command, CommandSpec } from "../command.ts";
import { bashCompletion } from "../completion/bash.ts";
import { fishCompletion } from "../completion/fish.ts";
import { powershellCompletion } from "../completion/powershell.ts";
import { zshCompletion } from "../completion/zsh.ts";
import { EXIT } from "../exit-codes.ts";

const SCRIPTS: Readonly<Record<string, (commands: readonly CommandSpec[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
};

/** `knowhow completion <shell>`: a script made from the command table. */
export const completion: Command = async ({ args, commands }) => {
  const [shell = ""] = args.positionals;
  const script = SCRIPTS[shell]?.(commands) ?? "";
  return { exit: EXIT.done, data: { shell, script }, text: () => script };
};
