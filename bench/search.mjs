import { exactBar } from "./bars.mjs";
import { makeLargeLibrary } from "./large-library.mjs";
import { QUERIES, searchRecall } from "./search-recall.mjs";

const SKILLS = 3_000;
const SAMPLES = 300;

/** How often a search in a large library finds a skill that one knows. @returns {Promise<import("./bars.mjs").ShareClaim>} */
export async function searchClaim() {
  const { createRuntime } = await import("@knowhow/runtime/node");
  const { staticEmbedder } = await import("@knowhow/embeddings");
  const skills = makeLargeLibrary(SKILLS);
  const open = (
    /** @type {string} */ profile,
    /** @type {import("@knowhow/runtime").Embedders} */ embedders,
  ) =>
    createRuntime({
      profile,
      cwd: "/",
      home: "/",
      env: {},
      providers: false,
      config: false,
      cache: false,
      embedders,
      skills: skills.map(({ name, description, body }) => ({
        name,
        text: `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}`,
      })),
    });
  const rows = /** @type {const} */ ([
    ["knowhow", await open("agentskills", [await staticEmbedder()])],
    ["knowhow, words alone", await open("agentskills", [])],
    ["the rule of Metis (substring)", await open("metis", [])],
  ]);
  /** @type {import("./bars.mjs").ShareRow[]} */
  const shares = [];
  for (const [name, runtime] of rows) {
    const search = async (/** @type {string} */ query) =>
      (await runtime.search(query)).hits.map(({ skill }) => skill.name);
    shares.push({ name, shares: (await searchRecall(skills, search, SAMPLES)).shares });
    runtime.close();
  }
  return {
    id: "search",
    title: `Search among ${SKILLS.toLocaleString("en")} skills`,
    about: `Share of ${SAMPLES} skills that are among the first ten results.`,
    columns: QUERIES,
    shares,
    bars: QUERIES.map((kind, at) =>
      exactBar(`missed by ${kind}`, 100 * (1 - (shares[0]?.shares[at] ?? Number.NaN)), 3, " %"),
    ),
  };
}
