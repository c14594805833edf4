import { checkArgument, checkOptions } from "../basics/check-options.ts";
import {
  anything,
  callable,
  either,
  filledText,
  flag,
  type Kind,
  kindOf,
  listOf,
  number,
  objectWith,
  oneOf,
  recordOf,
  shape,
  text,
  texts,
  wholeNumber,
} from "../basics/kinds.ts";
import { messagesKind } from "../basics/message-kinds.ts";
import type { TurnInput } from "../conversation.ts";
import { MATCHING_MODES } from "../profile.ts";
import { SkillLibrary } from "../resolution/skill-library.ts";
import type { CallContext } from "../skill-tool.ts";
import type { SessionOptions } from "./session-options.ts";

/** A count or a number of tokens; `Infinity` means no limit. */
const limit = kindOf("a number, at least 0", (value) => typeof value === "number" && value >= 0);

/** The options of `runtime.session` and their kinds. */
const SESSION_OPTIONS: Readonly<Record<keyof SessionOptions, Kind>> = {
  id: filledText,
  contextWindow: number(1),
  catalogBudget: number(0),
  injectBudget: number(0),
  catalogFormat: oneOf(["lines", "xml", "json"]),
  location: flag,
  canRead: flag,
  skills: texts,
  pins: texts,
  preload: texts,
  padTo: number(0),
  toolScope: oneOf(["advisory", "pre-approve", "restrict"]),
  toolAliases: recordOf(texts, "an object with an array of names per tool"),
  ceiling: listOf(
    shape({
      skill: { kind: text, required: true },
      allowed: { kind: texts, required: true },
      disallowed: texts,
      remote: flag,
    }),
    "an array of declarations",
  ),
  grants: texts,
  maxActivations: limit,
  maxTokens: limit,
  bodies: oneOf(["frozen", "cached", "on-load"]),
  follow: flag,
  matching: oneOf(MATCHING_MODES),
  matcher: objectWith(
    { list: { kind: callable, required: true }, match: { kind: callable, required: true }, enrich: callable },
    "a matcher with `list` and `match`",
  ),
  approver: callable,
  library: kindOf("a SkillLibrary", (value) => value instanceof SkillLibrary),
  reload: flag,
  restore: anything,
};

/** Checks the options of a conversation. */
export function checkSessionOptions(options: unknown): void {
  checkOptions("session", options, SESSION_OPTIONS);
}

/** Checks the options of a subagent's conversation. */
export function checkForkOptions(options: unknown): void {
  const { restore: _, ...rest } = SESSION_OPTIONS;
  checkOptions("fork", options, rest);
}

const TURN_INPUT: Readonly<Record<keyof TurnInput, Kind>> = {
  messages: messagesKind,
  files: texts,
  availableTools: texts,
};

/** Checks the input of `session.turn`. */
export function checkTurnInput(input: unknown): void {
  checkOptions("turn", input, TURN_INPUT);
}

const toolCall = objectWith(
  { name: { kind: filledText, required: true } },
  "a tool call with `name` and `input`",
);
const names = either(
  "an array of tool names",
  texts,
  kindOf("absent", (value) => value === undefined),
);

/** Checks a tool call that the host asks about. */
export function checkToolCall(call: unknown, availableTools: unknown): void {
  checkArgument("guard", "call", call, toolCall);
  checkArgument("guard", "availableTools", availableTools, names);
}

const signal = kindOf("an AbortSignal", (value) => value instanceof AbortSignal);

const CALL_CONTEXT: Readonly<Record<keyof CallContext, Kind>> = {
  toolUseId: text,
  again: flag,
  signal,
  resume: text,
};

/** Checks the context of a skill tool call. What the model wrote is checked elsewhere. */
export function checkCallContext(context: unknown): void {
  checkOptions("call", context, CALL_CONTEXT);
}

/** Checks the options of `session.resolve`. */
export function checkResolveOptions(options: unknown): void {
  checkOptions("resolve", options, { page: wholeNumber(0), person: flag });
}

/** Checks the options of `session.compacted`. */
export function checkCompactedOptions(options: unknown): void {
  checkOptions("compacted", options, { keepTokens: limit });
}
