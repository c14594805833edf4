import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { useRuntime } from "../open-runtime.ts";
import { reportSearch } from "../report/search.ts";
import { sayNotes } from "../say-notes.ts";

/** `knowhow search --by relevance`: the order of the matcher, by words and meaning. */
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
    const skills = hits.map(({ skill, score }) => ({
      name: skill.name,
      score,
      description: skill.description,
      level: skill.origin.level,
    }));
    return { exit: EXIT.done, data: { query, skills }, text: (screen) => reportSearch(query, hits, screen) };
  });
};
