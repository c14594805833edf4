import { isKnowhowError, type Runtime, type Skill } from "@knowhow/runtime";
import type { ScriptPlan } from "@knowhow/runtime/scripts";
import { oneLine } from "@knowhow/runtime/toolkit";
import { clip, MAX_DESCRIPTION } from "../clip.ts";
import { callRun, RUN_OUTPUT } from "./run-call.ts";
import type { SkillOperation } from "./skill-operations.ts";

/** Tools that a skill has besides those of its scripts. */
const TAKEN: ReadonlySet<string> = new Set(["read", "run"]);
/** Skills with more scripts than this have helpers among them; `skill_run` runs any. */
const MAX_SCRIPTS = 20;

/** The paths of the scripts of a skill, if only its files tell. */
const known = new WeakMap<Skill, Promise<readonly string[]>>();

/** Runs the scripts of a skill: a tool for each file directly under `scripts/`. Every run asks the user. */
export async function scriptOperations(skill: Skill, runtime: Runtime): Promise<readonly SkillOperation[]> {
  const naming = runtime.profile.tools.find(({ operation }) => operation === "run");
  if (naming === undefined) return [];
  const found = known.get(skill) ?? scriptsOf(skill, runtime);
  known.set(skill, found);
  const { name, description } = skill;
  const { arguments: keys = {} } = naming;
  return operationNames(await found).map(([operation, path]) => ({
    operation,
    readOnly: false,
    describe: async () => {
      const plan = await planOf(skill, path, runtime);
      if (plan === undefined || plan.missing.length > 0 || !(await runtime.scripts.status()).works)
        return undefined;
      const text = `Run ${path} of the skill "${oneLine(name)}" in a sandbox (${uses(plan)}), after the user approved it: ${oneLine(description)}`;
      return { description: clip(text, MAX_DESCRIPTION), inputSchema: INPUT, outputSchema: RUN_OUTPUT };
    },
    run: ({ args = [] }, session, request) =>
      callRun({
        runtime,
        session,
        tool: naming.name,
        skill: name,
        args: { [keys.name ?? "name"]: name, [keys.script ?? "script"]: path, [keys.args ?? "args"]: args },
        request,
      }),
  }));
}

/** The operation of each script: its name without extension, unless that is not unique. */
function operationNames(paths: readonly string[]): readonly (readonly [string, string])[] {
  const shorten = (path: string) => path.slice("scripts/".length).replace(/\.[^.]+$/, "");
  return paths.map((path) => {
    const short = shorten(path);
    const isFree = !TAKEN.has(short) && paths.filter((other) => shorten(other) === short).length === 1;
    return [isFree ? short : path.slice("scripts/".length), path];
  });
}

async function scriptsOf(skill: Skill, runtime: Runtime): Promise<readonly string[]> {
  try {
    const { value } = await runtime.open(skill).files();
    return value
      .map(({ path }) => path)
      .filter((path) => /^scripts\/[^/]+$/.test(path))
      .slice(0, MAX_SCRIPTS);
  } catch (error) {
    // A skill whose files must not be read has no scripts for the client.
    if (isKnowhowError(error)) return [];
    throw error;
  }
}

/** Undefined if it cannot be run: it is not known how to start it, or the skill is refused. */
async function planOf({ name }: Skill, path: string, runtime: Runtime): Promise<ScriptPlan | undefined> {
  try {
    return await runtime.scripts.plan(name, path);
  } catch (error) {
    if (isKnowhowError(error)) return undefined;
    throw error;
  }
}

function uses({ hosts, variables }: ScriptPlan): string {
  const network = hosts.length === 0 ? "no network" : `network: ${hosts.join(", ")}`;
  return variables.length === 0 ? network : `${network}; variables: ${variables.join(", ")}`;
}

const INPUT = {
  type: "object",
  properties: {
    args: {
      type: "array",
      items: { type: "string", maxLength: 10_000 },
      maxItems: 100,
      description: "Arguments of the script, as on a command line, without a shell.",
    },
  },
} as const;
