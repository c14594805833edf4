import { searchAnswer } from "../report/search.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import type { Command } from "../table/command.ts";

/** `knowhow search [words…]`: the best results first, or all skills by name. */
export const search: Command = async (call) => {
  const { args, io } = call;
  const query = args.positionals.join(" ").trim();
  const page = await useRuntime(call, (runtime) =>
    runtime.search(query, { limit: args.number("limit") ?? 10, offset: args.number("offset") ?? 0 }),
  );
  sayNotes(page.notes, io);
  return searchAnswer(query, page);
};
