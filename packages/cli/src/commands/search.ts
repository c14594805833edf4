import { withProgress } from "../io/progress.ts";
import { searchAnswer } from "../report/search.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import type { Command } from "../table/command.ts";

/** `knowhow search [words…]`: the best results first, or all skills by name. */
export const search: Command = async (call) => {
  const { args, io } = call;
  const query = args.positionals.join(" ").trim();
  return useRuntime(call, async (runtime) => {
    const limits = { limit: args.number("limit") ?? 10, offset: args.number("offset") ?? 0 };
    const quiet = args.has("quiet");
    const page = await withProgress("searching", () => runtime.search(query, limits), { io, quiet });
    sayNotes(page.notes, io);
    return searchAnswer(query, page, await runtime.pendingFor(query, { as: "query" }));
  });
};
