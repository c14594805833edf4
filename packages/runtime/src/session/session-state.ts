import type { CatalogSummary } from "../conversation.ts";
import { KnowhowError } from "../errors.ts";
import type { LoadReason } from "../events.ts";

/** A body that reached the model in this conversation. */
export interface Activation {
  readonly name: string;
  /** Version of the body that was given. */
  readonly version: string;
  readonly tokens: number;
  readonly reason: LoadReason;
  /** Number of the turn in which it was loaded. */
  readonly turn: number;
  readonly args?: string;
  /** The host dropped the body from its history. */
  readonly faded?: boolean;
}

/** The stable part of a prompt, and how its catalogue was made. */
export interface Baseline {
  readonly text: string;
  readonly catalog: CatalogSummary;
}

/** Everything a conversation remembers, as JSON. */
export interface SessionState {
  readonly format: "knowhow-session-1";
  readonly library: string;
  readonly turn: number;
  readonly activations: readonly Activation[];
  /** Counted against the limits; pointers and preloads are not. */
  readonly spent: { readonly activations: number; readonly tokens: number };
  readonly preloaded: readonly string[];
  readonly pins: readonly string[];
  /** Only these names take part; all when absent. */
  readonly allow?: readonly string[];
  readonly grants: readonly string[];
  /** Absent before the first turn, and between a compaction and the next one. */
  readonly baseline?: Baseline;
  /** What the model was last told of the set: name → description. */
  readonly announced: Readonly<Record<string, string>>;
  /** The user message that was last looked at, so that it is not acted upon twice. */
  readonly lastMessage: string;
}

/** Checks that a value is a session's JSON. */
export function readSessionState(value: unknown): SessionState {
  if (isSessionState(value)) return value;
  throw new KnowhowError("session.state-invalid", "this is not the JSON of a session", {
    hint: "give the value that session.toJSON() returned",
  });
}

function isSessionState(value: unknown): value is SessionState {
  if (typeof value !== "object" || value === null) return false;
  const get = (key: string): unknown => Reflect.get(value, key);
  const lists = ["activations", "preloaded", "pins", "grants"].every((key) => Array.isArray(get(key)));
  const texts = ["library", "lastMessage"].every((key) => typeof get(key) === "string");
  return (
    get("format") === "knowhow-session-1" &&
    lists &&
    texts &&
    isBaseline(get("baseline")) &&
    typeof get("turn") === "number" &&
    typeof get("spent") === "object" &&
    typeof get("announced") === "object"
  );
}

function isBaseline(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  return typeof Reflect.get(value, "text") === "string" && typeof Reflect.get(value, "catalog") === "object";
}
