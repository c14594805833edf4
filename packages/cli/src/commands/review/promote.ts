import { EXIT } from "../../io/exit-codes.ts";
import { openRuntime } from "../../runtime/open-runtime.ts";
import type { Command } from "../../table/command.ts";
import { sanitise } from "../../terminal/sanitise.ts";

/** `knowhow review promote <name>`: moves an agent-written skill to the user's own skills. */
export const reviewPromote: Command = async (call) => {
  const [name = ""] = call.args.positionals;
  const runtime = await openRuntime(call);
  try {
    const data = await runtime.proposals.promote(name);
    return {
      exit: EXIT.done,
      data,
      text: (screen) =>
        `${screen.paint("good", "✓")} ${sanitise(data.name)} is now at ${screen.place(data.to)}`,
    };
  } finally {
    runtime.close();
  }
};
