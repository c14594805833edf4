import type { JsonDocument, JsonMember, JsonNode, JsonObject } from "@knowhow/runtime/toolkit";
import type { ConfigEditor, Entry, FoundEntry, Target } from "../config-editor.ts";
import { ConfigFault } from "../config-fault.ts";
import { addMember, removeMember } from "./edit-members.ts";
import { indentOf, type Layout, layoutOf, writeLines, writeOnOneLine } from "./layout.ts";
import { maskJsonc } from "./mask-jsonc.ts";
import { readJsonc } from "./read-jsonc.ts";

/** Edits JSON with comments and trailing commas. */
export const jsoncEditor: ConfigEditor = {
  find: (text, target) => found(text, locate(text, target).member),
  add: addEntry,
  overwrite: (text, target, entry) => {
    const { member, layout } = locate(text, target);
    return member === undefined ? text : replaceNode(text, member, writeLike(text, member, entry, layout));
  },
  update: (text, target, { set, drop }) => {
    const dropped = drop.reduce((result, key) => removeFrom(result, inside(target, key)), text);
    return Object.entries(set).reduce(
      (result, [key, value]) => setIn(result, inside(target, key), value),
      dropped,
    );
  },
  replace: (text, target, raw) => {
    const { member } = locate(text, target);
    return member === undefined ? text : replaceNode(text, member, raw);
  },
  remove: removeEntry,
  mask: (text, target, shown) => {
    const { document, member } = locate(text, target);
    const value = member?.value;
    const members = value?.kind === "object" ? value.members.filter(({ key }) => shown.includes(key)) : [];
    return maskJsonc(
      text,
      document,
      members.map((shownMember) => [shownMember.start, shownMember.value.end]),
    );
  },
  print: ({ container, name }, entry) => JSON.stringify(nested([...container, name], entry), undefined, 2),
};

interface Located {
  readonly document: JsonDocument;
  readonly layout: Layout;
  /** The existing objects, from the root to the innermost one; empty for a text without a value. */
  readonly objects: readonly JsonObject[];
  /** The names of missing containers. */
  readonly missing: readonly string[];
  readonly member: JsonMember | undefined;
}

function locate(text: string, { container, name }: Target): Located {
  const document = readJsonc(text);
  if (document.root === undefined)
    return {
      document,
      layout: layoutOf(text, undefined),
      objects: [],
      missing: container,
      member: undefined,
    };
  let object = objectAt(document.root, "the whole file");
  const layout = layoutOf(text, object);
  const objects = [object];
  for (const [index, key] of container.entries()) {
    const member = memberOf(object, key);
    if (member === undefined) return { document, layout, objects, missing: container.slice(index), member };
    object = objectAt(member.value, JSON.stringify(key));
    objects.push(object);
  }
  return { document, layout, objects, missing: [], member: memberOf(object, name) };
}

/** Clients disagree on which of two equal keys counts, so an edit would be ambiguous. */
function memberOf(object: JsonObject, key: string): JsonMember | undefined {
  const [member, second] = object.members.filter((item) => item.key === key);
  if (second !== undefined) throw new ConfigFault(`duplicate key ${JSON.stringify(key)}`, second.start);
  return member;
}

function objectAt(node: JsonNode, what: string): JsonObject {
  if (node.kind === "object") return node;
  throw new ConfigFault(`${what} must be an object`, node.start);
}

function found(text: string, member: JsonMember | undefined): FoundEntry | undefined {
  if (member === undefined) return undefined;
  const { value } = member;
  const raw = text.slice(value.start, value.end);
  if (value.kind !== "object") return { members: undefined, raw };
  return { members: new Map(value.members.map((item) => [item.key, plainValue(item.value)])), raw };
}

function plainValue(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.items.map(plainValue);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]));
}

function addEntry(text: string, target: Target, entry: Entry): { text: string; created: readonly string[] } {
  const { document, layout, objects, missing } = locate(text, target);
  const [first = target.name, ...rest] = [...missing, target.name];
  const value = nested(rest, entry);
  const object = objects.at(-1);
  if (object !== undefined)
    return { text: addMember({ text, object, ...document }, [first, value], layout), created: missing };
  const gap = /(?:^\ufeff?|[\r\n])$/.test(text) ? "" : layout.newline;
  const whole = writeLines({ [first]: value }, "", layout);
  return { text: `${text}${gap}${whole}${layout.newline}`, created: missing };
}

function removeEntry(text: string, target: Target, created: readonly string[]): string {
  const without = removeFrom(text, target);
  if (created.length === 0) return without;
  const name = target.container.at(-1) ?? "";
  const outer = { container: target.container.slice(0, -1), name };
  const { member } = locate(without, outer);
  if (member?.value.kind !== "object" || !isEmpty(without, member.value)) return without;
  return removeEntry(without, outer, created.slice(0, -1));
}

function isEmpty(text: string, { start, end }: JsonObject): boolean {
  return /^\{[ \t\r\n]*\}$/.test(text.slice(start, end));
}

function removeFrom(text: string, target: Target): string {
  const { document, objects, member } = locate(text, target);
  const object = objects.at(-1);
  return object === undefined || member === undefined
    ? text
    : removeMember({ text, object, ...document }, member);
}

function setIn(text: string, target: Target, value: unknown): string {
  const { document, layout, objects, member } = locate(text, target);
  const object = objects.at(-1);
  if (member !== undefined) {
    if (JSON.stringify(plainValue(member.value)) === JSON.stringify(value)) return text;
    return replaceNode(text, member, writeLike(text, member, value, layout));
  }
  return object === undefined ? text : addMember({ text, object, ...document }, [target.name, value], layout);
}

function inside({ container, name }: Target, key: string): Target {
  return { container: [...container, name], name: key };
}

function replaceNode(text: string, { value }: JsonMember, written: string): string {
  return text.slice(0, value.start) + written + text.slice(value.end);
}

function writeLike(text: string, member: JsonMember, value: unknown, layout: Layout): string {
  return layout.oneLine
    ? writeOnOneLine(value, false)
    : writeLines(value, indentOf(text, member.start), layout);
}

function nested(names: readonly string[], value: unknown): unknown {
  return names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
