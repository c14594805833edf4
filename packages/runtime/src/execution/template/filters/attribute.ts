import type { RenderFrame } from "../evaluation/frame.ts";
import { readMember, unknownMember } from "../evaluation/members.ts";
import { toText } from "../evaluation/values.ts";

/** A function that reads the attribute `a.b.0` of an item, or the item itself if there is no attribute. */
export function attributeReader(frame: RenderFrame, attribute: unknown): (item: unknown) => unknown {
  if (attribute === undefined || attribute === null) return (item) => item;
  const read = optionalAttribute(frame, attribute);
  return (item) => {
    const value = read(item);
    if (value === undefined) throw unknownMember(frame, item, { key: undefined, path: undefined });
    return value;
  };
}

/** The same, but undefined if there is no such attribute. */
export function optionalAttribute(frame: RenderFrame, attribute: unknown): (item: unknown) => unknown {
  const keys = keysOfPath(frame, attribute);
  return (item) => {
    let value = item;
    for (const key of keys) {
      value = readMember(frame, value, key);
      if (value === undefined) return undefined;
    }
    return value;
  };
}

function keysOfPath(frame: RenderFrame, attribute: unknown): readonly (string | number)[] {
  if (typeof attribute === "number") return [attribute];
  return toText(frame, attribute)
    .split(".")
    .map((key) => (/^\d{1,9}$/.test(key) ? Number(key) : key));
}
