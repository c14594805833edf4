import type { JsonComment, JsonMember, JsonObject } from "@knowhow/runtime/toolkit";
import { indentOf, isOnOneLine, type Layout, writeLines, writeOnOneLine } from "./layout.ts";

/** A text, the object to edit, and the comments of the whole text. */
export interface EditedObject {
  readonly text: string;
  readonly object: JsonObject;
  readonly comments: readonly JsonComment[];
}

const BLANK = /^[ \t\r\n]*$/;

/** Adds a member after the last one, in the layout of the object. */
export function addMember(
  { text, object, comments }: EditedObject,
  member: readonly [key: string, value: unknown],
  layout: Layout,
): string {
  const last = object.members.at(-1);
  if (last === undefined) return fillObject(text, object, member, layout);
  const { end } = last.value;
  const behind = endOfComments(text, comments, last.comma === undefined ? end : last.comma + 1);
  const written = memberBehind(text, object, last, member, layout);
  if (last.comma === undefined)
    return `${text.slice(0, end)},${text.slice(end, behind)}${written}${text.slice(behind)}`;
  return `${text.slice(0, behind)}${written},${text.slice(behind)}`;
}

/** Removes a member and its comma; all comments around it are kept. */
export function removeMember({ text, object, comments }: EditedObject, member: JsonMember): string {
  const index = object.members.indexOf(member);
  const previous = object.members[index - 1];
  const { end } = member.value;
  const tail =
    member.comma === undefined
      ? text.slice(end)
      : text.slice(end, member.comma) + text.slice(member.comma + 1);
  const from = cutFrom(text, comments, [(previous?.comma ?? object.start) + 1, member.start], tail);
  const isLast = index === object.members.length - 1;
  const spare = isLast && member.comma === undefined ? previous?.comma : undefined;
  const head = spare === undefined ? text.slice(0, from) : text.slice(0, spare) + text.slice(spare + 1, from);
  if (object.members.length > 1) return head + tail;
  const inside = head.slice(object.start + 1) + tail.slice(0, tail.length - (text.length - object.end) - 1);
  return BLANK.test(inside) ? `${text.slice(0, object.start)}{}${text.slice(object.end)}` : head + tail;
}

function fillObject(
  text: string,
  { start, end }: JsonObject,
  [key, value]: readonly [string, unknown],
  layout: Layout,
): string {
  const inside = text.slice(start + 1, end - 1);
  const name = JSON.stringify(key);
  if (layout.oneLine && BLANK.test(inside))
    return `${text.slice(0, start)}${writeOnOneLine({ [key]: value }, false)}${text.slice(end)}`;
  const outer = indentOf(text, start);
  const indent = outer + layout.unit;
  const written = `${layout.newline}${indent}${name}: ${writeLines(value, indent, layout)}`;
  const kept = BLANK.test(inside) ? "" : inside.replace(/(?<![ \t\r\n])[ \t\r\n]+$/, "");
  const space = inside.slice(kept.length);
  const close = kept !== "" && /[\r\n]/.test(space) ? space : `${layout.newline}${outer}`;
  return `${text.slice(0, start + 1)}${kept}${written}${close}${text.slice(end - 1)}`;
}

function memberBehind(
  text: string,
  object: JsonObject,
  last: JsonMember,
  [key, value]: readonly [string, unknown],
  layout: Layout,
): string {
  const name = JSON.stringify(key);
  if (isOnOneLine(text, object)) {
    const spaced = /:[ \t]+$/.test(text.slice(last.start, last.value.start));
    return spaced ? ` ${name}: ${writeOnOneLine(value, true)}` : `${name}:${JSON.stringify(value)}`;
  }
  const indent = indentOf(text, last.start);
  return `${layout.newline}${indent}${name}: ${writeLines(value, indent, layout)}`;
}

/** End of the comments that follow on the same line. */
function endOfComments(text: string, comments: readonly JsonComment[], at: number): number {
  let end = at;
  for (const { start, end: next } of comments) {
    if (start < at) continue;
    if (!/^[ \t]*$/.test(text.slice(end, start))) break;
    end = next;
    if (/[\r\n]/.test(text.slice(start, next))) break;
  }
  return end;
}

/**
 * Start of the white space before a member, after the last comment before it. The line end of a `//` comment is kept if
 * the comment would otherwise extend.
 */
function cutFrom(
  text: string,
  comments: readonly JsonComment[],
  [from, to]: readonly [from: number, to: number],
  tail: string,
): number {
  const last = comments.findLast(({ start }) => start >= from && start < to);
  const end = last?.end ?? from;
  const isLineComment = last !== undefined && text[last.start + 1] === "/";
  if (!isLineComment || /^[ \t]*(?:[\r\n]|$)/.test(tail)) return end;
  return end + (/^\r?\n|^\r/.exec(text.slice(end, end + 2))?.[0].length ?? 0);
}
