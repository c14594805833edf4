import { escapeLine, oneLine } from "../../injection/escape-text.ts";
import type { SearchPage } from "../../library.ts";
import {
  failure,
  NOT_CONFIGURED,
  type SkillTool,
  success,
  type ToolArguments,
  textOf,
} from "../../skill-tool.ts";

/** `skill_search`: the skills for a query, best first, in the format of Metis. */
export const searchTool: SkillTool = {
  operation: "search",
  sideEffects: "read",
  properties: {
    query: { type: "string" },
    limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
    offset: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 },
  },
  required: ["query"],
  canSucceed: (context) => context.loadable().length > 0,
  run: async (args, { search, profile, isConfigured }, { signal }) => {
    if (!isConfigured) return failure(NOT_CONFIGURED);
    const query = textOf(args, "query").trim();
    const limit = numberOf(args, "limit", 10);
    const page = await search(query, {
      limit,
      offset: numberOf(args, "offset", 0),
      ...(signal === undefined ? {} : { signal }),
    });
    const found = page.hits.map(({ skill }) => skill);
    // Metis: exactly these three, and the number of lines in the heading.
    const isCounted = profile.search !== "substring";
    const metadata = {
      query,
      result_count: found.length,
      result_names: found.map((skill) => skill.name),
      ...(isCounted ? { total_count: page.total } : {}),
    };
    const shown = oneLine(query).slice(0, 200);
    if (found.length === 0) return success(nothingFound(shown, page), metadata);
    const lines = found.map(
      (skill) => `- ${oneLine(skill.name)} [${skill.source}] — ${escapeLine(oneLine(skill.description))}`,
    );
    const count = isCounted ? rangeOf(page) : String(found.length);
    const title =
      isCounted && query.trim() === "" ? `All skills (${count}):` : `Skills matching '${shown}' (${count}):`;
    return success([title, ...lines, ...(isCounted ? moreLine(page) : [])].join("\n"), metadata);
  },
};

function nothingFound(shown: string, { total, offset }: SearchPage): string {
  if (offset > 0) return `There are only ${total} results; use a smaller offset.`;
  return `No skills match '${shown}'. Try other words, or an empty query to list all skills.`;
}

/** `2`, `10 of 47` or `11–20 of 47`. */
function rangeOf({ hits, total, offset }: SearchPage): string {
  if (offset > 0) return `${offset + 1}–${offset + hits.length} of ${total}`;
  return hits.length === total ? String(total) : `${hits.length} of ${total}`;
}

function moreLine({ hits, total, offset }: SearchPage): readonly string[] {
  const next = offset + hits.length;
  return next < total ? [`For more, search again with offset ${next}.`] : [];
}

function numberOf(args: ToolArguments, key: string, otherwise: number): number {
  const value = args[key];
  return typeof value === "number" ? value : otherwise;
}
