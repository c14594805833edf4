import { checkArgument, checkOptions } from "../basics/check-options.ts";
import type { Kind } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import { messagesKind } from "../basics/message-kinds.ts";
import type { TurnInput } from "../conversation.ts";
import { aliasesKind, declarationsKind } from "../execution/tool-scope/declaration-kinds.ts";
import { AUTHORING_MODES, MATCHING_MODES, RUNS_MODES } from "../profile.ts";
import { GRANT } from "../script.ts";
import type { CallContext } from "../skill-tool.ts";
import type { AuthorizeOptions } from "./authorize-call.ts";
import type { SessionOptions } from "./session-options.ts";

/** A count or a number of tokens; `Infinity` means no limit. */
const limit = kinds.kindOf("a number, at least 0", (value) => typeof value === "number" && value >= 0);

/** How often each skill was used, by name. */
export const USES: Kind = kinds.recordOf(kinds.number(0), "numbers of uses by name");

/** The options of `runtime.session` and their kinds. */
const SESSION_OPTIONS: Readonly<Record<keyof SessionOptions, Kind>> = {
  id: kinds.filledText,
  contextWindow: kinds.number(1),
  catalogBudget: kinds.number(0),
  injectBudget: kinds.number(0),
  contextFiles: kinds.flag,
  contextBudget: kinds.number(0),
  catalogFormat: kinds.oneOf(["lines", "xml", "json"]),
  location: kinds.either('true, false or "only"', kinds.flag, kinds.oneOf(["only"])),
  canRead: kinds.flag,
  skills: kinds.texts,
  pins: kinds.texts,
  uses: USES,
  preload: kinds.texts,
  padTo: kinds.number(0),
  toolScope: kinds.oneOf(["advisory", "pre-approve", "restrict"]),
  scopeEnds: kinds.oneOf(["never", "next-user-skill", "turn"]),
  toolList: kinds.oneOf(["scoped", "constant"]),
  toolAliases: aliasesKind,
  ceiling: declarationsKind,
  grants: kinds.texts,
  maxActivations: limit,
  maxTokens: limit,
  bodies: kinds.oneOf(["frozen", "cached", "on-load"]),
  follow: kinds.flag,
  matching: kinds.oneOf(MATCHING_MODES),
  matcher: kinds.objectWith(
    {
      list: { kind: kinds.callable, required: true },
      match: { kind: kinds.callable, required: true },
      enrich: kinds.callable,
    },
    "a matcher with `list` and `match`",
  ),
  approver: kinds.callable,
  runs: kinds.oneOf(RUNS_MODES),
  scripts: GRANT,
  authoring: kinds.oneOf(AUTHORING_MODES),
  tools: kinds.objectWith({ list: { kind: kinds.callable, required: true } }, "a registry with `list`"),
  library: kinds.kindOf("a SkillLibrary", isLibrary),
  reload: kinds.flag,
  restore: kinds.anything,
};

/** Not by class: the parts of a program that are bundled one by one have a copy of it each. */
function isLibrary(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ["entries", "toSnapshot"].every((method) => typeof Reflect.get(value, method) === "function");
}

/** Checks the options of a conversation. */
export function checkSessionOptions(options: unknown): void {
  checkOptions("session", options, SESSION_OPTIONS);
}

/** Checks the options of a subagent's conversation. */
export function checkForkOptions(options: unknown): void {
  const { restore: _, ...rest } = SESSION_OPTIONS;
  checkOptions("fork", options, rest);
}

/** Checks the argument of `session.cancelRun`. */
export function checkCancelRun(run: unknown): void {
  checkArgument("cancelRun", "run", run, kinds.filledText);
}

/** Checks the argument of `session.activeTools`. */
export function checkActiveTools(availableTools: unknown): void {
  checkArgument("activeTools", "availableTools", availableTools, kinds.texts);
}

/** Checks the arguments of `session.resumeRun`. */
export function checkResumeRun(token: unknown, options: unknown): void {
  checkArgument("resumeRun", "token", token, kinds.filledText);
  checkOptions("resumeRun", options, {
    answer: { kind: kinds.anything, required: true },
    signal: kinds.abortSignal,
    onEvent: kinds.callable,
  });
}

const TURN_INPUT: Readonly<Record<keyof TurnInput, Kind>> = {
  messages: messagesKind,
  files: kinds.texts,
  availableTools: kinds.texts,
  signal: kinds.abortSignal,
  onEvent: kinds.callable,
};

/** Checks the input of `session.turn`. */
export function checkTurnInput(input: unknown): void {
  checkOptions("turn", input, TURN_INPUT);
}

const toolCall = kinds.shape(
  { name: { kind: kinds.filledText, required: true }, input: kinds.anything },
  "a tool call with `name` and `input`",
  "part of a tool call",
);
const names = kinds.either(
  "an array of tool names",
  kinds.texts,
  kinds.kindOf("absent", (value) => value === undefined),
);

/** Checks a tool call that the host asks about. */
export function checkToolCall(call: unknown, availableTools: unknown): void {
  checkArgument("guard", "call", call, toolCall);
  checkArgument("guard", "availableTools", availableTools, names);
}

const AUTHORIZE_OPTIONS: Readonly<Record<keyof AuthorizeOptions, Kind>> = {
  availableTools: kinds.texts,
  signal: kinds.abortSignal,
  ask: kinds.callable,
};

/** Checks the options of `session.authorize`. */
export function checkAuthorizeOptions(options: unknown): void {
  checkOptions("authorize", options, AUTHORIZE_OPTIONS);
}

/** Checks the argument of `session.release`. */
export function checkRelease(name: unknown): void {
  checkArgument("release", "name", name, kinds.filledText);
}

/** Throws `runtime.bad-option` if the arguments of `session.fence` are wrong. */
export function checkFence(text: unknown, options: unknown): void {
  checkArgument("fence", "text", text, kinds.text);
  checkOptions("fence", options, { source: { kind: kinds.filledText, required: true } });
}

const CALL_CONTEXT: Readonly<Record<keyof CallContext, Kind>> = {
  toolUseId: kinds.text,
  answer: kinds.anything,
  onEvent: kinds.callable,
  again: kinds.flag,
  signal: kinds.abortSignal,
  resume: kinds.text,
};

/** Checks the context of a skill tool call. What the model wrote is checked elsewhere. */
export function checkCallContext(context: unknown): void {
  checkOptions("call", context, CALL_CONTEXT);
}

/** Checks the options of `session.resolve`. */
export function checkResolveOptions(options: unknown): void {
  checkOptions("resolve", options, { page: kinds.wholeNumber(0), audience: kinds.oneOf(["model", "user"]) });
}

/** Checks the options of `session.compacted`. */
export function checkCompactedOptions(options: unknown): void {
  checkOptions("compacted", options, { keepTokens: limit, messages: messagesKind });
}

/** Checks the arguments of `session.recover`. */
export function checkRecoverOptions(messages: unknown, options: unknown): void {
  checkArgument("recover", "messages", messages, messagesKind);
  checkOptions("recover", options, { keepTokens: limit });
}
