import { searchAnswer } from "../report/search.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import type { Command } from "../table/command.ts";

/** `knowhow search --by relevance`: ranked by the matcher, by words and meaning. */
export const searchByRelevance: Command = async (call) => {
  const { args, io } = call;
  const query = args.positionals.join(" ");
  return useRuntime(call, async ({ library, match }) => {
    const { ranking, notes } = await match(query, { ranking: args.number("limit") ?? 10 });
    sayNotes(notes, io);
    const hits = ranking.flatMap(({ name, score }) => {
      const skill = library.get(name);
      return skill === undefined ? [] : [{ skill, score }];
    });
    return searchAnswer(query, hits);
  });
};
