import { isInside, joinPath } from "../basics/paths.ts";
import type { Ports } from "../ports.ts";
import type { DiscoveryPolicy, Provider } from "../profile.ts";
import { pathsOf } from "./expand-pattern.ts";
import { findProject } from "./find-project.ts";

/** The folder that the agents of a project share. */
const SHARED = ".agents/skills";

/** Where an author of a project keeps skills, and whether they are trusted there. */
export interface AuthorsRoot extends Pick<Provider, "trust"> {
  readonly path: string;
}

/**
 * The folder for the new skills of a project: the shared one if these providers read it, otherwise their first one for
 * projects, otherwise their first one inside of the project. Where they search upwards, it is in the project's root.
 */
export async function findAuthorsRoot(
  { providers }: Pick<DiscoveryPolicy, "providers">,
  { files, environment }: Pick<Ports, "files" | "environment">,
): Promise<AuthorsRoot> {
  const { value: project } = await findProject(files, environment);
  const found = providers.flatMap(({ roots, trust, level }) =>
    roots.flatMap((pattern) =>
      pathsOf(pattern, environment, project)
        .slice(-1)
        .map((path) => ({ path, trust, level })),
    ),
  );
  const shared = joinPath(project.root, SHARED);
  const { path, trust } = found.find((root) => root.path === shared) ??
    found.find(({ level }) => level === "project") ??
    found.find((root) => isInside(root.path, project.root)) ?? { path: shared, trust: "ask" };
  return { path, trust };
}
