import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { useRuntime } from "../open-runtime.ts";
import { reportSearch } from "../report/search.ts";

/** `knowhow search <words…>`: the best skills for some words. */
export const search: Command = async (call) => {
  const { args } = call;
  if (args.text("by") === "relevance") return (await import("./matching.ts")).searchByRelevance(call);
  const query = args.positionals.join(" ");
  const library = await useRuntime(call, (runtime) => runtime.library);
  const hits = library.search(query, { limit: args.number("limit") ?? 10 });
  const skills = hits.map(({ skill, score }) => ({
    name: skill.name,
    score,
    description: skill.description,
    level: skill.origin.level,
  }));
  return { exit: EXIT.done, data: { query, skills }, text: (screen) => reportSearch(query, hits, screen) };
};
