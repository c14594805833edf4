import { checkArgument, checkOptions } from "../basics/check-options.ts";
import type { Fields, Kind } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import { messagesKind } from "../basics/message-kinds.ts";
import type { MatchOptions } from "../conversation.ts";
import type { SearchOptions } from "../library.ts";
import { MATCHING_MODES } from "../profile.ts";
import { USES } from "../session/check-session-options.ts";

/** Checks the name of a skill. */
export function checkSkillName(entry: string, name: unknown): void {
  checkArgument(entry, "name", name, kinds.text);
}

const skill = kinds.either(
  "the name of a skill, or a skill of the library",
  kinds.text,
  kinds.objectWith(
    Object.fromEntries(
      ["name", "path", "directory"].map((name) => [name, { kind: kinds.text, required: true }]),
    ),
    "a skill of the library",
  ),
);

/** Checks the first argument of `runtime.open`. */
export function checkSkill(entry: string, given: unknown): void {
  checkArgument(entry, "skill", given, skill);
}

/** Checks the options of `runtime.open`, `read`, `resources` and `define`. */
export function checkOpenOptions(entry: string, options: unknown): void {
  checkOptions(entry, options, { audience: kinds.oneOf(["model", "client", "user"]) });
}

/** Checks the argument of `runtime.watch`. */
export function checkListener(listener: unknown): void {
  checkArgument("watch", "listener", listener, kinds.callable);
}

const MATCH_OPTIONS: Readonly<Record<keyof MatchOptions, Kind>> = {
  mode: kinds.oneOf(MATCHING_MODES),
  messages: messagesKind,
  files: kinds.texts,
  recent: kinds.texts,
  timeoutMs: kinds.number(0),
  suggestions: kinds.wholeNumber(0),
  thresholds: kinds.shape({ suggest: kinds.number(0, 1), load: kinds.number(0, 1), lead: kinds.number(0) }),
  ranking: kinds.wholeNumber(0),
  signal: kinds.abortSignal,
};

/** Checks the options of `runtime.match`. */
export function checkMatchOptions(options: unknown): void {
  checkOptions("match", options, MATCH_OPTIONS);
}

const SEARCH_OPTIONS: Readonly<Record<keyof SearchOptions, Kind>> = {
  limit: kinds.wholeNumber(1),
  offset: kinds.wholeNumber(0),
  timeoutMs: kinds.number(0),
  signal: kinds.abortSignal,
};

/** Checks the arguments of `runtime.search`. */
export function checkSearchOptions(query: unknown, options: unknown): void {
  checkArgument("search", "query", query, kinds.text);
  checkOptions("search", options, SEARCH_OPTIONS);
}

/** Checks the arguments of `runtime.pendingFor`. */
export function checkPendingQuestion(text: unknown, question: unknown): void {
  checkArgument("pendingFor", "text", text, kinds.text);
  checkOptions("pendingFor", question, {
    as: { kind: kinds.oneOf(["query", "message"]), required: true },
    limit: kinds.wholeNumber(1),
  });
}

/** Checks the options of `runtime.why` and `runtime.catalog`. */
export function checkCatalogChoice(entry: string, options: unknown): void {
  checkOptions(entry, options, {
    catalogBudget: kinds.wholeNumber(0),
    contextWindow: kinds.wholeNumber(1),
    uses: USES,
  });
}

/** Checks the arguments of `runtime.render`. */
export function checkRender(name: unknown, options: unknown): void {
  checkArgument("render", "name", name, kinds.filledText);
  checkOptions("render", options, {
    audience: { kind: kinds.oneOf(["user"]), required: true },
    args: kinds.text,
  });
}

const SEARCH_ALL: Fields = { onProgress: kinds.callable, signal: kinds.abortSignal };

/** Checks the options of `runtime.overlaps`. */
export function checkOverlapOptions(options: unknown): void {
  checkOptions("overlaps", options, { min: kinds.number(0, 1), ...SEARCH_ALL });
}

/** Checks the options of `runtime.overreach`. */
export function checkOverreachOptions(options: unknown): void {
  checkOptions("overreach", options, SEARCH_ALL);
}
