import { FORMATS } from "../../basics/json-schema/formats.ts";
import { parseDuration } from "../../basics/parse-duration.ts";
import { nearestWord } from "../../basics/words.ts";
import type { Positioned, PositionedEntry, PositionedMap } from "../../positioned.ts";
import { STEP_VERBS, type Step, type StepAction } from "../../workflow.ts";
import { type KeyReader, readKeys } from "./key-reader.ts";
import type { PlaceCollector } from "./places.ts";
import type { Report } from "./report.ts";
import { MODIFIER_ROWS, type StepRow, type StepVerb, VERB_ROWS } from "./step-table.ts";
import { describe, hasTemplate } from "./value-kinds.ts";
import { STEPS_ROW } from "./workflow-table.ts";

/** What reading steps needs and collects. */
export interface StepContext {
  readonly report: Report;
  readonly places: PlaceCollector;
  /** Ids that are taken. */
  readonly ids: Set<string>;
  /** Number of steps so far, in the order of the file. */
  count: number;
}

/** Groups inside groups. */
const MAX_NESTING = 8;

const MODIFIERS: readonly StepRow<unknown>[] = Object.values(MODIFIER_ROWS);
const STEP_KEYS = [...Object.values(VERB_ROWS), STEPS_ROW, ...MODIFIERS];

/** Reads a list of steps. A step that cannot be read is reported and left out. */
export function readSteps(node: Positioned, context: StepContext, nesting = 0): readonly Step[] {
  const { report } = context;
  if (node.kind !== "list" || node.items.length === 0) {
    const given = node.kind === "list" ? "an empty list" : describe(node);
    report(
      "workflow.invalid-value",
      `\`steps\` must be a list of steps, got ${given}`,
      node.at,
      "start each step with `- `, such as `- tool: vault.search`",
    );
    return [];
  }
  if (nesting > MAX_NESTING) {
    report(
      "workflow.invalid-value",
      `groups are nested deeper than ${MAX_NESTING} levels`,
      node.at,
      "move a group into a skill of its own",
    );
    return [];
  }
  return node.items.flatMap((item) => readStep(item, context, nesting) ?? []);
}

function readStep(node: Positioned, context: StepContext, nesting: number): Step | undefined {
  const { report, places } = context;
  context.count += 1;
  const number = context.count;
  if (node.kind !== "map") {
    report(
      "workflow.invalid-value",
      `a step must be a mapping, got ${describe(node)}`,
      node.at,
      "for example `- tool: vault.search`",
    );
    return undefined;
  }
  const keys = readKeys(node, STEP_KEYS, { noun: "a step", report });
  const id = claimId(keys, number, context);
  places.add(["steps", id], node.at);
  for (const row of STEP_KEYS) {
    const value = keys.entry(row)?.value;
    if (value !== undefined && row !== STEPS_ROW) places.addAll(["steps", id, row.key], value);
  }
  const verb = verbOf(node, report);
  const action = verb === undefined ? undefined : readAction(verb, keys, { context, nesting });
  checkPlacement(keys, verb, report);
  const modifiers = readModifiers(keys);
  return action === undefined ? undefined : { id, action, ...modifiers, at: node.at };
}

/** The id of a step; without one, `step_` and its number in the file. */
function claimId(keys: KeyReader, number: number, { ids, report }: StepContext): string {
  const given = keys.get(MODIFIER_ROWS.id);
  const id = given ?? `step_${number}`;
  if (ids.has(id)) {
    const entry = keys.entry(MODIFIER_ROWS.id);
    report(
      "workflow.duplicate-id",
      `two steps have the id \`${id}\``,
      entry?.value.at,
      "ids are unique, also inside groups",
    );
  }
  ids.add(id);
  return id;
}

function verbOf(map: PositionedMap, report: Report): PositionedEntry | undefined {
  const [first, ...others] = map.entries.filter(({ key }) => STEP_VERBS.some((verb) => verb === key));
  for (const { key, at } of others)
    report(
      "workflow.conflict",
      `a step has both \`${first?.key}\` and \`${key}\``,
      at,
      "a step does one thing: make two steps of it",
    );
  const isMisspelt = map.entries.some(
    ({ key }) => !STEP_KEYS.some((row) => row.key === key) && nearestWord(key, STEP_VERBS) !== undefined,
  );
  if (first === undefined && !isMisspelt)
    report("workflow.missing-key", "a step does nothing", map.at, `add one of ${STEP_VERBS.join(", ")}`);
  return first;
}

function readAction(
  { key, value }: PositionedEntry,
  keys: KeyReader,
  { context, nesting }: { readonly context: StepContext; readonly nesting: number },
): StepAction | undefined {
  if (key === "steps") {
    const steps = readSteps(value, context, nesting + 1);
    return steps.length === 0 ? undefined : { kind: "steps", steps };
  }
  if (key === "tool" || key === "skill" || key === "script") {
    const name = keys.get(VERB_ROWS[key]);
    return name === undefined ? undefined : { kind: key, name };
  }
  if (key === "prompt" || key === "approve" || key === "ask") {
    const text = keys.get(VERB_ROWS[key]);
    return text === undefined ? undefined : { kind: key, text };
  }
  const until = keys.get(VERB_ROWS.wait);
  return until === undefined ? undefined : readWait(until, value, context.report);
}

function readWait(until: string, node: Positioned, report: Report): StepAction | undefined {
  const text = until.trim();
  const isTime = ["date", "date-time"].some((format) => FORMATS.get(format)?.test(text));
  if (hasTemplate(text) || isTime || parseDuration(text) !== undefined) return { kind: "wait", until: text };
  const message = `\`wait\` must be ${VERB_ROWS.wait.kind.expected}, got ${describe(node)}`;
  report("workflow.invalid-value", message, node.at, "for example `15m` or `2026-03-31T09:00:00Z`");
  return undefined;
}

/** Reports modifiers that do not apply to this kind of step. */
function checkPlacement(keys: KeyReader, entry: PositionedEntry | undefined, report: Report): void {
  const verb = STEP_VERBS.find((each) => each === entry?.key);
  for (const row of MODIFIERS) {
    const given = keys.entry(row);
    if (verb === undefined || given === undefined || row.verbs === undefined || row.verbs.includes(verb))
      continue;
    report(
      "workflow.misplaced-key",
      `\`${given.key}\` does not apply to a \`${verb}\` step`,
      given.at,
      `it applies to ${listVerbs(row.verbs)}`,
    );
  }
  const parallel = keys.entry(MODIFIER_ROWS.parallel);
  if (parallel !== undefined && keys.entry(MODIFIER_ROWS.for) === undefined)
    report(
      "workflow.misplaced-key",
      "`parallel` needs `for`",
      parallel.at,
      "add `for: item in list`, or remove `parallel`",
    );
}

function listVerbs(verbs: readonly StepVerb[]): string {
  return verbs.map((verb) => `\`${verb}\``).join(", ");
}

function readModifiers(keys: KeyReader): Omit<Step, "id" | "action" | "at"> {
  const condition = keys.get(MODIFIER_ROWS.if);
  const loop = keys.get(MODIFIER_ROWS.for);
  const parallel = keys.get(MODIFIER_ROWS.parallel);
  const given = keys.get(MODIFIER_ROWS.with);
  const timeoutMs = keys.get(MODIFIER_ROWS.timeout);
  const retry = keys.get(MODIFIER_ROWS.retry);
  const effect = keys.get(MODIFIER_ROWS.effect);
  const key = keys.get(MODIFIER_ROWS.key);
  const schema = keys.get(MODIFIER_ROWS.schema);
  const exit = keys.get(MODIFIER_ROWS.exit);
  return {
    ...(condition === undefined ? {} : { if: condition }),
    ...(loop === undefined ? {} : { for: loop }),
    ...(parallel === undefined ? {} : { parallel }),
    ...(given === undefined ? {} : { with: given }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(retry === undefined ? {} : { retry }),
    onError: keys.get(MODIFIER_ROWS.onError) ?? { kind: "fail" },
    ...(effect === undefined ? {} : { effect }),
    ...(key === undefined ? {} : { key }),
    ...(schema === undefined ? {} : { schema }),
    ...(exit === undefined ? {} : { exit }),
  };
}
