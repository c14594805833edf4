import type { JsonValue } from "../src/basics/copy-json.ts";
import { KnowhowError } from "../src/errors.ts";
import type { ActionExecutionResult, Runs } from "../src/run.ts";
import { createRuntime } from "../src/runtime.ts";
import { fakePorts } from "../src/testing/fake-ports.ts";
import { trialTool } from "./trial-run.ts";

/** The value of the secret input: nothing of it may be in a store. */
export const SECRET = "Tr0ub4dor-and-3-staples";

/** The value of the other input, which a store has: whoever looks for the secret also finds this. */
export const PLAIN = "Ada-of-the-control-group";

const skill = (name: string, workflow: string) => ({
  name,
  text: `---\nname: ${name}\ndescription: Does ${name}. Use for ${name}.\n---\nHow to ${name}.\n`,
  files: { "workflow.yaml": workflow },
});

const INPUTS = "inputs: { user: string, token: { type: string, secret: true } }";

const SKILLS = [
  skill(
    "login",
    `${INPUTS}
steps:
  - { id: sent, tool: echo, with: { user: "{{ inputs.user }}", header: "Bearer {{ inputs.token }}" } }
  - { id: refused, tool: refuse, with: { token: "{{ inputs.token }}" }, onError: continue }
  - { id: each, for: "t in [inputs.token, inputs.user]", tool: echo, with: { t: "{{ t }}" } }
  - { id: child, skill: nested, with: { user: "{{ inputs.user }}", token: "{{ inputs.token }}" } }
  - { id: other, skill: nested, with: { user: "{{ inputs.user }}", token: "another value of the same name" } }
  - { id: again, tool: echo, with: { header: "Bearer {{ inputs.token }}" } }
  - { id: long, tool: complain, with: { token: "{{ inputs.token }}" }, onError: continue }
  - { id: said, ask: "What about {{ inputs.token }}?" }
  - { id: ok, approve: "Go on with {{ inputs.token }}?", with: { token: "{{ inputs.token }}" } }
  - { id: thought, prompt: "Think about {{ inputs.token }}." }
output: "{{ said }} {{ ok.comment }} {{ thought }} {{ inputs.token }}"
`,
  ),
  skill(
    "nested",
    `${INPUTS}\nsteps:\n  - { id: sent, tool: echo, with: { token: "{{ inputs.token }}" } }\noutput: { token: "{{ sent.got.token }}" }\n`,
  ),
  skill(
    "failing",
    `${INPUTS}\nsteps:\n  - { id: refused, tool: refuse, with: { token: "{{ inputs.token }}" } }\n`,
  ),
  skill(
    "guarded",
    `${INPUTS}\nsteps:\n  - { id: saved, tool: save, with: { token: "{{ inputs.token }}" }, onError: continue }\n  - { id: hold, ask: "Go on?" }\n`,
  ),
];

const echo = trialTool("echo", (input) => ({ got: input }));
const save = trialTool("save", (input) => input, { sideEffects: "write" });
const refuse = trialTool("refuse", (input) => {
  throw new KnowhowError("run.invalid-inputs", `refused ${JSON.stringify(input)}`, {
    hint: `do not use ${JSON.stringify(input)}`,
  });
});
/** Its message is longer than what is stored, which ends in the middle of the secret. */
const complain = trialTool("complain", () => {
  throw Object.assign(new Error("x".repeat(1_990) + SECRET), { code: `E_${SECRET}` });
});

/**
 * Runs in which the secret is in inputs, outputs, errors, questions, answers, comments and reasons, of skills, nested
 * skills, chains and copies. Returns every result and view.
 */
export async function runWithSecrets(runs: Runs): Promise<readonly unknown[]> {
  const runtime = await createRuntime(
    { ...fakePorts({}), runs },
    {
      skills: SKILLS,
      workflows: {
        tools: { list: () => [echo, save, refuse, complain] },
        secrets: () => ({ token: SECRET }),
      },
    },
  );
  const inputs = { user: PLAIN, token: SECRET };
  const seen: unknown[] = [];
  const answer = async (run: ActionExecutionResult, given: JsonValue, comment?: string) => {
    if (run.waiting === undefined) throw new Error(`the run does not wait: ${JSON.stringify(run)}`);
    const { token } = run.waiting;
    const more = comment === undefined ? {} : { comment };
    const next = await runtime.runs.resume(run.runId, { token, answer: given, ...more, promptsWait: true });
    seen.push(run, next);
    return next;
  };
  const asked = await runtime.runs.start("login", inputs, { promptsWait: true });
  const said = await answer(asked, { note: `use ${SECRET}`, [SECRET]: [encodeURIComponent(SECRET)] });
  const approved = await answer(said, true, `because of ${SECRET}`);
  const ended = await answer(approved, `I thought about ${SECRET}.`);
  if (ended.status !== "succeeded") throw new Error(`the run is ${ended.status}`);
  const copy = await runtime.runs.fork(ended.runId, { from: "child", promptsWait: true });
  const failed = await runtime.runs.start("failing", inputs);
  const refused = await runtime.runs.start("guarded", inputs, {
    approver: () => ({ answer: "no", reason: `not with ${SECRET}` }),
  });
  await runtime.runs.cancel(refused.runId, `nobody needs ${SECRET}`);
  const chained = await runtime.runs.chain(["nested", "failing"], inputs);
  const controller = new AbortController();
  controller.abort(new Error(`stopped because of ${SECRET}`));
  const stopped = await runtime.runs.start("login", inputs, {
    signal: controller.signal,
    promptsWait: true,
  });
  seen.push(copy, failed, refused, chained, stopped);
  for await (const view of runs.list()) seen.push(view);
  return seen;
}
