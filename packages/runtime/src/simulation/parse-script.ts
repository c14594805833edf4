import { type Fail, failAt } from "./fail-at.ts";
import type { Script, ScriptAction, ScriptLine } from "./script.ts";
import {
  ANYTHING,
  type Filled,
  FLAG,
  NUMBER,
  OBJECT,
  oneOf,
  readFields,
  TEXT,
  TEXT_BY_NAME,
  TEXT_OR_TEXTS,
  TEXTS,
  TRUE,
} from "./script-fields.ts";

/** The keys that name the action of a line. */
const ACTIONS = {
  user: TEXT,
  assistant: TEXT,
  call: TEXT,
  guard: OBJECT,
  write: TEXT_BY_NAME,
  remove: TEXTS,
  reload: TRUE,
  compact: OBJECT,
  release: TEXT,
  session: OBJECT,
  fork: OBJECT,
  join: TRUE,
  expect: OBJECT,
};
/** The keys that give details of an action. */
const DETAILS = { files: TEXTS, tools: TEXTS, args: ANYTHING };
const DETAILS_OF: Readonly<Record<string, readonly string[]>> = { user: ["files", "tools"], call: ["args"] };
const LINE = { ...ACTIONS, ...DETAILS };

const GUARD = { name: TEXT, input: ANYTHING };
const COMPACT = { keepTokens: NUMBER };
const SESSION = {
  contextWindow: NUMBER,
  catalogBudget: NUMBER,
  catalogFormat: oneOf("lines", "xml", "json"),
  location: FLAG,
  canRead: FLAG,
  skills: TEXTS,
  pins: TEXTS,
  preload: TEXTS,
  padTo: NUMBER,
  toolScope: oneOf("advisory", "pre-approve", "restrict"),
  scopeEnds: oneOf("never", "next-user-skill", "turn"),
  toolList: oneOf("scoped", "constant"),
  grants: TEXTS,
  maxActivations: NUMBER,
  maxTokens: NUMBER,
  follow: FLAG,
};
const EXPECT = {
  baselineIncludes: TEXT_OR_TEXTS,
  baselineSame: FLAG,
  deltaIncludes: TEXT_OR_TEXTS,
  injects: TEXTS,
  active: TEXTS,
  isError: FLAG,
  textIncludes: TEXT_OR_TEXTS,
  verdict: oneOf("allow", "defer", "ask", "deny"),
};

/**
 * Parses a script: one JSON object per line, except for blank lines and `//` lines. Throws `simulation.invalid` at the first
 * invalid line; `path` names the script in messages.
 */
export function parseScript(text: string, { path = "script" }: { readonly path?: string } = {}): Script {
  const lines = text.split(/\r?\n/).flatMap((source, index): readonly ScriptLine[] => {
    const written = source.replace(/^\ufeff/, "").trim();
    if (written === "" || written.startsWith("//")) return [];
    const line = index + 1;
    return [{ ...parseLine(written, failAt(path, line)), line }];
  });
  checkForks(lines, path);
  return { path, lines };
}

function parseLine(written: string, fail: Fail): ScriptAction {
  const value = readFields(parseJson(written, fail), LINE, fail);
  const actions = Object.keys(ACTIONS).filter((key) => Object.hasOwn(value, key));
  const [action, second] = actions;
  if (action === undefined)
    return fail("this line has no action", { hint: `expected one of ${Object.keys(ACTIONS).join(", ")}` });
  if (second !== undefined) return fail(`"${action}" and "${second}" need separate lines`);
  const foreign = Object.keys(value).find((key) => key !== action && !DETAILS_OF[action]?.includes(key));
  if (foreign !== undefined) return fail(`"${foreign}" cannot be combined with "${action}"`);
  return actionOf(value, fail);
}

function parseJson(written: string, fail: Fail): unknown {
  try {
    return JSON.parse(written);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(`invalid JSON: ${reason}`, { hint: "a script has one JSON object per line" });
  }
}

function actionOf(value: Filled<typeof LINE>, fail: Fail): ScriptAction {
  if (value.user !== undefined)
    return { step: "user", text: value.user, files: value.files ?? [], tools: value.tools };
  if (value.assistant !== undefined) return { step: "assistant", text: value.assistant };
  if (value.call !== undefined) return { step: "call", tool: value.call, args: value.args ?? {} };
  if (value.guard !== undefined) {
    const { name, input } = readFields(value.guard, GUARD, fail);
    return name === undefined ? fail('"guard" needs a "name"') : { step: "guard", call: { name, input } };
  }
  if (value.write !== undefined) return { step: "write", files: value.write };
  if (value.remove !== undefined) return { step: "remove", paths: value.remove };
  if (value.reload !== undefined) return { step: "reload" };
  if (value.compact !== undefined)
    return { step: "compact", keepTokens: readFields(value.compact, COMPACT, fail).keepTokens };
  if (value.release !== undefined) return { step: "release", name: value.release };
  if (value.session !== undefined)
    return { step: "session", options: readFields(value.session, SESSION, fail) };
  if (value.fork !== undefined) return { step: "fork", options: readFields(value.fork, SESSION, fail) };
  if (value.join !== undefined) return { step: "join" };
  const expectation = readFields(value.expect, EXPECT, fail);
  if (Object.keys(expectation).length === 0)
    return fail('"expect" is empty', { hint: `known keys: ${Object.keys(EXPECT).join(", ")}` });
  return { step: "expect", expectation };
}

/** A `join` ends the innermost fork; a `session` ends them all. */
function checkForks(lines: readonly ScriptLine[], path: string): void {
  let depth = 0;
  for (const { step, line } of lines) {
    if (step === "fork") depth += 1;
    if (step === "session") depth = 0;
    if (step === "join") depth -= 1;
    if (depth < 0) failAt(path, line)('"join" without a "fork" before it');
  }
}
