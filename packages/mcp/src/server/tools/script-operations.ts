import { isKnowhowError, type Runtime, type Skill } from "@knowhow/runtime";
import type { ScriptPlan } from "@knowhow/runtime/scripts";
import { oneLine } from "@knowhow/runtime/toolkit";
import { clip, MAX_DESCRIPTION } from "../clip.ts";
import { callRun, RUN_OUTPUT } from "./run-call.ts";
import type { SkillOperation } from "./skill-operations.ts";

/** Skills with more scripts than this have helpers among them; `skill_run` runs any. */
const MAX_SCRIPTS = 20;

/** The paths of the scripts of a skill, if only its files tell. */
const known = new WeakMap<Skill, Promise<readonly string[]>>();

/**
 * Runs the scripts of a skill: a tool for each file directly under `scripts/` that is not only a module of others. Every
 * run asks the user. `taken` are the other tools of the skill.
 */
export async function scriptOperations(
  skill: Skill,
  runtime: Runtime,
  taken: ReadonlySet<string>,
): Promise<readonly SkillOperation[]> {
  const naming = runtime.profile.tools.find(({ operation }) => operation === "run");
  if (naming === undefined) return [];
  const found = known.get(skill) ?? scriptsOf(skill, runtime);
  known.set(skill, found);
  const { name, description } = skill;
  const { arguments: keys = {} } = naming;
  return operationNames(await found, taken).map(([operation, path]) => ({
    operation,
    readOnly: false,
    describe: async () => {
      const plan = await planOf(skill, path, runtime);
      if (plan === undefined || plan.missing.length > 0 || !(await runtime.scripts.status()).works)
        return undefined;
      const text = `Run ${path} of the skill "${oneLine(name)}" in a sandbox (${uses(plan)}), after the user approved it: ${oneLine(description)}`;
      return { description: clip(text, MAX_DESCRIPTION), inputSchema: INPUT, outputSchema: RUN_OUTPUT };
    },
    run: async ({ args = [] }, client, request) =>
      callRun({
        runtime,
        session: await client.session(),
        tool: naming.name,
        skill: name,
        args: { [keys.name ?? "name"]: name, [keys.script ?? "script"]: path, [keys.args ?? "args"]: args },
        request,
      }),
  }));
}

/** The operation of each script: `run` for `run.py`; if that is not unique, `run-py`. */
function operationNames(
  paths: readonly string[],
  taken: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  const files = paths.map((path) => path.slice("scripts/".length));
  const short = (file: string) => file.replace(/\.[^.]+$/, "");
  const long = (file: string) => file.replaceAll(".", "-");
  const isFree = (name: string, spell: (file: string) => string) =>
    !taken.has(name) && files.filter((file) => spell(file) === name).length === 1;
  return files.map((file) => {
    const name = [short, long].find((spell) => isFree(spell(file), spell))?.(file) ?? file;
    return [name, `scripts/${file}`];
  });
}

async function scriptsOf(skill: Skill, runtime: Runtime): Promise<readonly string[]> {
  try {
    return (await runtime.scripts.list(skill.name)).slice(0, MAX_SCRIPTS);
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
