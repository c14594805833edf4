import { EXIT } from "../io/exit-codes.ts";
import type { Command, CommandSpec } from "../table/command.ts";
import { bashCompletion } from "../table/completion/bash.ts";
import { fishCompletion } from "../table/completion/fish.ts";
import { powershellCompletion } from "../table/completion/powershell.ts";
import { zshCompletion } from "../table/completion/zsh.ts";

const SCRIPTS: Readonly<Record<string, (commands: readonly CommandSpec[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
};

/** `knowhow completion <shell>`: a completion script made from the command table. */
export const completion: Command = async ({ args, commands }) => {
  const [shell = ""] = args.positionals;
  const script = SCRIPTS[shell]?.(commands) ?? "";
  return { exit: EXIT.done, data: { shell, script }, text: () => script };
};
