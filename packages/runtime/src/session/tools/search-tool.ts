import { escapeLine, oneLine } from "../../injection/escape-text.ts";
import { searchSkills } from "../../resolution/search.ts";
import { failure, NOT_CONFIGURED, type SkillTool, success, textOf } from "../../skill-tool.ts";

/** Metis `skill_search`: the catalog, filtered by words in name and description. */
export const searchTool: SkillTool = {
  operation: "search",
  sideEffects: "read",
  properties: {
    query: { type: "string" },
    limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
  },
  required: ["query"],
  canSucceed: (context) => context.loadable().length > 0,
  run: async (args, { loadable, isConfigured }) => {
    if (!isConfigured) return failure(NOT_CONFIGURED);
    const skills = loadable();
    const query = textOf(args, "query").trim();
    const limit = typeof args.limit === "number" ? args.limit : 10;
    const found = searchSkills(skills, query, { limit }).map((hit) => hit.skill);
    const metadata = { query, result_count: found.length, result_names: found.map((skill) => skill.name) };
    const shown = oneLine(query).slice(0, 200);
    if (found.length === 0)
      return success(
        `No skills match '${shown}'. Try a shorter word, or an empty query to list all skills.`,
        metadata,
      );
    const lines = found.map(
      (skill) => `- ${oneLine(skill.name)} [${skill.source}] — ${escapeLine(oneLine(skill.description))}`,
    );
    return success([`Skills matching '${shown}' (${found.length}):`, ...lines].join("\n"), metadata);
  },
};
