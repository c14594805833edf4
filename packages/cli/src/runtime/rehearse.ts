import { isKnowhowError, KnowhowError, type LibraryEntry, type SkillLibrary } from "@knowhow/runtime";
import type { NodeRuntimeOptions } from "@knowhow/runtime/node";
import { hasPerson } from "../io/has-person.ts";
import type { Arguments } from "../table/arguments.ts";
import type { Call } from "../table/command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { number } from "../terminal/words.ts";

/** Names in a sentence; the rest is counted. */
const SHOWN = 3;

/**
 * The options of a command that tries skills while they are written: those that changed since they were trusted count, with
 * `--pending` all. No model receives anything, so nothing is recorded.
 */
export function rehearse(args: Arguments): Pick<NodeRuntimeOptions, "rehearsal" | "audit"> {
  return { rehearsal: args.has("pending") ? "pending" : "changed", audit: false };
}

/**
 * The same for a command that prints texts of skills. An agent in a shell gets only those that are trusted, as from
 * `knowhow read`.
 */
export function rehearseTexts({ args, io }: Call): ReturnType<typeof rehearse> {
  return hasPerson(io) ? rehearse(args) : { ...rehearse(args), rehearsal: "trusted" };
}

/** Why such a command leaves skills out, if `--pending` does not change it. */
export function whyNoTexts({ io }: Pick<Call, "io">): string | undefined {
  return hasPerson(io) ? undefined : "left out because their texts are shown only in a terminal";
}

/** Names of the skills that are used although nobody decided about their content: of all, or of those that are given. */
export function draftsOf(library: SkillLibrary, names?: readonly string[]): readonly string[] {
  const entries = names === undefined ? library.entries() : names.map((name) => library.entry(name));
  return entries.flatMap((entry) => (entry?.trust.draft === true ? [entry.skill.name] : []));
}

/** Throws the error of a skill that cannot be run, with the way to a plan of it if nobody decided about it. */
export function refuseWithPlan(
  error: unknown,
  { trust }: Pick<LibraryEntry, "trust">,
  { args, io }: Call,
): never {
  if (trust.state !== "pending" || !isKnowhowError(error)) throw error;
  const where = hasPerson(io) ? "" : " in a terminal";
  const plan = `${args.has("dry-run") ? "" : "--dry-run "}--pending shows${where} what it would do`;
  const { code, message, hint } = error;
  throw new KnowhowError(code, message, {
    hint: hint === undefined ? plan : `${hint}; ${plan}`,
    cause: error,
  });
}

/** Tells which skills were used although nobody decided about their content. */
export function draftNotes(library: SkillLibrary, drafts: readonly string[]): readonly string[] {
  return listed(
    "not trusted yet, used for this test only",
    drafts.map((name) => withReason(library, name)),
  );
}

/** The skills that are not used because nobody decided about them. */
export function leftOut(library: SkillLibrary): readonly LibraryEntry[] {
  return library.entries().filter(({ trust }) => trust.state === "pending");
}

/** Tells which skills were left out because nobody decided about them. */
export function leftOutNotes(library: SkillLibrary, why = "left out without --pending"): readonly string[] {
  return listed(
    `not trusted yet, ${why}`,
    leftOut(library).map(({ skill }) => sanitise(skill.name)),
  );
}

function withReason(library: SkillLibrary, name: string): string {
  return `${sanitise(name)} (${library.entry(name)?.trust.reason ?? "no decision yet"})`;
}

function listed(what: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length - SHOWN;
  return [`${what}: ${names.slice(0, SHOWN).join(", ")}${more > 0 ? ` and ${number(more)} more` : ""}`];
}
