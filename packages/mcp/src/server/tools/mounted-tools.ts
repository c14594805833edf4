import type { Runtime } from "@knowhow/runtime";
import { visibleSkills } from "../visible-skills.ts";
import type { ClientState } from "./client-state.ts";
import { operationsOf, type SkillOperation } from "./skill-operations.ts";
import { type SkillToolId, type ToolNameStyle, toolNames } from "./tool-names.ts";

/** A tool of a mounted skill under the name that a client sees. */
export interface MountedTool {
  readonly name: string;
  /** The skill's name on the wire. */
  readonly skill: string;
  readonly operation: SkillOperation;
}

/** The tools of a client's mounted skills that are visible, named in one style and never like a reserved name. */
export async function mountedTools(
  { mounted, library }: Pick<ClientState, "mounted" | "library">,
  style: ToolNameStyle,
  {
    runtime,
    reserved,
    scripts,
  }: {
    readonly runtime: Runtime;
    readonly reserved: ReadonlySet<string>;
    /** True if scripts of skills are tools, too. */
    readonly scripts: boolean;
  },
): Promise<readonly MountedTool[]> {
  const visible = visibleSkills(library()).forModel;
  const perSkill = await Promise.all(
    mounted.list().map(async (skill) => {
      const found = visible.get(skill);
      const operations = found === undefined ? [] : await operationsOf(found, runtime, { scripts });
      return operations.map((operation) => ({ skill, operation }));
    }),
  );
  const rows = perSkill.flat();
  const ids = rows.map(({ skill, operation }) => ({ skill, operation: operation.operation }));
  const byId = new Map(ids.map((id, index) => [keyOf(id), rows[index]]));
  return [...toolNames(ids, style, reserved)].flatMap(([name, id]) => {
    const row = byId.get(keyOf(id));
    return row === undefined ? [] : [{ name, ...row }];
  });
}

function keyOf({ skill, operation }: SkillToolId): string {
  return JSON.stringify([skill, operation]);
}
