import type { Client } from "../clients/client.ts";
import { CLIENTS } from "../clients/clients.ts";
import type { Provider } from "../profile.ts";

/** agentskills.io: a depth of 4 to 6 levels is enough; shared folders have no client that defines one. */
const DEEP = 6;

const user = { level: "user", depth: 1, requires: ["description"], trust: "trusted" } as const;
const project = { level: "project", depth: 1, requires: ["description"], trust: "ask" } as const;
const plugin = { level: "plugin", depth: 1, requires: ["description"], trust: "ask" } as const;

/** The client that precedes the shared folders. Of equal rows the earlier one wins. */
const FIRST = "claude-code";

/** Where skills are kept: folders that belong to no client, and those of each client, in order of precedence. */
export const PROVIDERS: readonly Provider[] = [
  { id: "native", priority: 100, ...project, depth: DEEP, roots: [{ at: "{up}/.knowhow/skills" }] },
  { id: "native", priority: 100, ...user, depth: DEEP, roots: [{ at: "{home}/.knowhow/skills" }] },
  ...CLIENTS.filter(({ id }) => id === FIRST).flatMap(rowsOf),
  { id: "agents", priority: 70, ...project, depth: DEEP, roots: [{ at: "{up}/.agents/skills" }] },
  { id: "agents", priority: 70, ...user, depth: DEEP, roots: [{ at: "{home}/.agents/skills" }] },
  ...CLIENTS.filter(({ id }) => id !== FIRST).flatMap(rowsOf),
];

function rowsOf({ id: client, skills }: Client): readonly Provider[] {
  if (skills === undefined) return [];
  const { provider: id = client, priority = 50, depth = 1, plugins } = skills;
  const folders = skills.project?.map((folder) => ({ at: `{up}/${folder}` }));
  return [
    ...(folders === undefined ? [] : [{ id, priority, ...project, depth, roots: folders }]),
    { id, priority, ...user, depth, roots: skills.user },
    ...(plugins === undefined
      ? []
      : [
          {
            id: plugins.provider ?? id,
            priority: plugins.priority ?? priority,
            ...plugin,
            roots: plugins.roots,
          },
        ]),
  ];
}
