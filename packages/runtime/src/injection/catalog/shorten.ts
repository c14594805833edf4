import { findWhenClause, type WhenClause } from "./when-clause.ts";

/** A description prepared for shortening to any width. */
export interface Cuttable {
  readonly text: string;
  /** The clause that says when to use the skill; undefined if there is none, or if it comes first anyway. */
  readonly when: string | undefined;
  /** Everything before the when-clause: what the skill does. */
  readonly what: string;
}

const JOINT = " · ";

/** Analyses a description once, so that it can be shortened many times. */
export function cuttable(text: string): Cuttable {
  const clause = findWhenClause(text);
  if (clause === undefined || clause.start === 0) return { text, when: undefined, what: text };
  return { text, when: whenOf(text, clause), what: text.slice(0, clause.start).trimEnd() };
}

/** The text from the clause on, followed by what comes after its sentence. */
function whenOf(text: string, clause: WhenClause): string {
  return text.slice(clause.start);
}

/** At most `width` characters: the whole text if it fits, otherwise the when-clause first, then what the skill does. */
export function shorten(description: Cuttable, width: number): string {
  const { text, when, what } = description;
  if (text.length <= width) return text;
  if (when === undefined) return cutAtClause(text, width, Math.min(width, 20));
  const whatRoom = Math.min(
    what.length,
    Math.max(reservedForWhat(width), width - when.length - JOINT.length),
  );
  const whenRoom = width - whatRoom - JOINT.length;
  if (whenRoom < Math.min(MIN_WHEN, when.length)) return cutAtClause(when, width, Math.min(width, MIN_WHEN));
  return (
    cutAtClause(when, whenRoom, MIN_WHEN) +
    JOINT +
    cutAtClause(what, whatRoom, Math.min(whatRoom, reservedForWhat(width)))
  );
}

/** A when-clause with fewer characters than this is useless. */
const MIN_WHEN = 41;

/** The smallest width for a when-clause together with the start of what the skill does. */
export const WIDTH_FOR_BOTH: number = MIN_WHEN + JOINT.length + 21;

/** Even with little space, the first words of what the skill does are kept. */
function reservedForWhat(width: number): number {
  return width >= 100 ? 42 : 21;
}

/**
 * Cuts at the last clause boundary that keeps at least `keep` characters, else after a word, else anywhere. An ellipsis
 * marks the cut and counts; surrogate pairs are never split.
 */
function cutAtClause(text: string, width: number, keep: number): string {
  if (text.length <= width) return text;
  const room = text.slice(0, Math.max(0, width - 1));
  for (let end = room.length; end >= keep; end -= 1) {
    if (/[.;:,!?)\]。；，、]/.test(room[end - 1] ?? "") && /\s|^$/.test(text[end] ?? "")) {
      return `${room.slice(0, end).replace(/[.;:,]$/, "")}…`;
    }
  }
  for (let end = room.length; end >= keep; end -= 1) {
    if (text[end] === " ") return `${room.slice(0, end)}…`;
  }
  const torn = /[\ud800-\udbff]$/.test(room);
  return `${torn ? room.slice(0, -1) : room}…`;
}
