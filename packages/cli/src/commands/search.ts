import { searchAnswer } from "../report/search.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import type { Command } from "../table/command.ts";

/** `knowhow search <words…>`: the best results first. */
export const search: Command = async (call) => {
  const { args } = call;
  if (args.text("by") === "relevance") {
    const { searchByRelevance } = await import("./search-by-relevance.ts");
    return searchByRelevance(call);
  }
  const query = args.positionals.join(" ");
  const library = await useRuntime(call, (runtime) => runtime.library);
  return searchAnswer(query, library.search(query, { limit: args.number("limit") ?? 10 }));
};
