import { clientSights } from "@knowhow/runtime/toolkit";
import { EXIT } from "../io/exit-codes.ts";
import { clientsPart } from "../report/show.ts";
import { reportWhy } from "../report/why.ts";
import { catalogChoice } from "../runtime/catalog-choice.ts";
import { countUses } from "../runtime/count-uses.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { sightContext } from "../runtime/sight-context.ts";
import type { Command } from "../table/command.ts";

/** `knowhow why <name>`: every decision about a name, from the file to the catalog. */
export const why: Command = async (call) => {
  const { args, io } = call;
  const [name = ""] = args.positionals;
  const { decisions, clients } = await useRuntime(call, async (runtime) => {
    const entry = runtime.library.entry(name);
    return {
      decisions: await runtime.why(name, { ...catalogChoice(args), ...(await countUses(runtime, io)) }),
      clients: entry === undefined ? [] : clientSights(entry, await sightContext(call, runtime.library)),
    };
  });
  const known = decisions[0]?.outcome !== "not found";
  return {
    exit: known ? EXIT.done : EXIT.no,
    data: { name, decisions, clients },
    text: (screen) =>
      [reportWhy(name, decisions, screen), clientsPart(clients, screen)]
        .filter((part) => part !== "")
        .join("\n\n"),
  };
};
