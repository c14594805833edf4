import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { useRuntime } from "../open-runtime.ts";
import { reportWhy } from "../report/why.ts";

/** `knowhow why <name>`: every decision about a name, from the file to the catalogue. */
export const why: Command = async (call) => {
  const { args } = call;
  const [name = ""] = args.positionals;
  const library = await useRuntime(call, (runtime) => runtime.library);
  const decisions = library.why(name);
  const known = decisions[0]?.outcome !== "not found";
  return {
    exit: known ? EXIT.done : EXIT.no,
    data: { name, decisions },
    text: (screen) => reportWhy(name, decisions, screen),
  };
};
