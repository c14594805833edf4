import { isInside, parentPath } from "../basics/paths.ts";
import type { CatalogForm } from "../conversation.ts";
import { type SkippedDirectory, surveySkipped } from "../discovery/survey.ts";
import type { Engine } from "../engine.ts";
import { oneLine } from "../injection/escape-text.ts";
import type { CatalogListing, Decision, UnseenInRoot } from "../library.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { CatalogChoice } from "../session/prompt/catalog-of.ts";

/** Number of directories that are listed in search of skills inside of skills. */
const SURVEYED = 20_000;

/** Every decision about a name, including the listing in the catalog of a new conversation. */
export async function explainName(
  name: string,
  library: SkillLibrary,
  engine: Engine,
  options: CatalogChoice,
): Promise<readonly Decision[]> {
  const { catalogOf } = await import("../session/prompt/catalog-of.ts");
  const { budget, costs } = catalogOf(library, engine, options);
  const forms: ReadonlyMap<string, CatalogForm> = new Map(costs.map((cost) => [cost.name, cost.form]));
  const listing = (of: string): CatalogListing => ({ form: forms.get(oneLine(of)) ?? "omitted", budget });
  const decisions = library.why(name, { listing });
  if (decisions[0]?.outcome !== "not found") return decisions;
  const unseen = await findUnseen(library, engine);
  return library.why(name, { listing, unseen: unseen.filter(({ reason }) => reason === "nested") });
}

/** Every SKILL.md below the roots that is not used, by root and reason. */
export async function findUnseen(library: SkillLibrary, engine: Engine): Promise<readonly UnseenInRoot[]> {
  const skipped = skillDirectories(library);
  const { files } = engine.ports;
  const { fileNames } = engine.profile.format;
  const unseen: UnseenInRoot[] = [];
  let left = SURVEYED;
  for (const { path: root, unseen: known = [] } of library.roots) {
    unseen.push(...known.map((group) => ({ ...group, root })));
    const inside = skipped.filter((directory) => isInside(directory.path, root));
    const nested = await surveySkipped(inside, { files, fileNames, directories: left });
    left = Math.max(0, left - inside.length);
    unseen.push(...nested.map((group) => ({ ...group, root })));
  }
  return unseen;
}

/** The directories that a walk did not enter because they have a SKILL.md, valid or not. */
function skillDirectories(library: SkillLibrary): readonly SkippedDirectory[] {
  const found = library.entries({ shadowed: true }).flatMap(({ skill }) => {
    if (skill.origin.remote !== undefined) return [];
    return [{ path: skill.directory, real: skill.real?.directory ?? skill.directory }];
  });
  const rejected = library.rejections().map(({ path }) => parentPath(path));
  const broken = library.diagnostics.flatMap(({ code, path }) =>
    code === "discovery.not-a-file" && path !== undefined ? [parentPath(path)] : [],
  );
  const others = [...rejected, ...broken].map((path) => ({ path, real: path }));
  const byPath = new Map([...others, ...found].map((directory) => [directory.path, directory]));
  return [...byPath.values()].map((directory) => ({ ...directory, reason: "nested" }) as const);
}
