import { searchAnswer } from "../report/search.ts";
import { readSettings } from "../runtime/settings.ts";
import { sayNotes, useMatcher } from "../runtime/use-matcher.ts";
import type { Command } from "../table/command.ts";

/** `knowhow search --by relevance`: ranked by the matcher, by words and meaning. */
export const searchByRelevance: Command = async (call) => {
  const { args, io } = call;
  const query = args.positionals.join(" ");
  return useMatcher(call, await readSettings(args, io), async ({ library, match }) => {
    const { ranking, notes } = await match(query, { ranking: args.number("limit") ?? 10 });
    sayNotes(notes, io);
    const hits = ranking.flatMap(({ name, score }) => {
      const skill = library.get(name);
      return skill === undefined ? [] : [{ skill, score }];
    });
    return searchAnswer(query, hits);
  });
};
