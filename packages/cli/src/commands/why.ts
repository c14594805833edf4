import { EXIT } from "../io/exit-codes.ts";
import { reportWhy } from "../report/why.ts";
import { catalogChoice } from "../runtime/catalog-choice.ts";
import { countUses } from "../runtime/count-uses.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import type { Command } from "../table/command.ts";

/** `knowhow why <name>`: every decision about a name, from the file to the catalog. */
export const why: Command = async (call) => {
  const { args, io } = call;
  const [name = ""] = args.positionals;
  const decisions = await useRuntime(call, async (runtime) =>
    runtime.why(name, { ...catalogChoice(args), ...(await countUses(runtime, io)) }),
  );
  const known = decisions[0]?.outcome !== "not found";
  return {
    exit: known ? EXIT.done : EXIT.no,
    data: { name, decisions },
    text: (screen) => reportWhy(name, decisions, screen),
  };
};
