/** A text of about this many characters. */
export type MakeText = (size: number) => string;

/** Texts by name. */
export type Texts = ReadonlyMap<string, MakeText>;

/** The same again and again. */
export function repeated(unit: string): MakeText {
  return (size) => unit.repeat(Math.ceil(size / unit.length));
}

/** Something else each time. */
export function counted(item: (at: number) => string): MakeText {
  return (size) => {
    const items: string[] = [];
    for (let length = 0, at = 0; length < size; at += 1) {
      const next = item(at);
      items.push(next);
      length += next.length;
    }
    return items.join("");
  };
}

/** All beginnings, then all ends. */
export function nested(open: string, close: string): MakeText {
  return (size) => {
    const depth = Math.ceil(size / (open.length + close.length));
    return open.repeat(depth) + close.repeat(depth);
  };
}

/** Something that begins, and a long text without its end. */
export function opened(open: string, rest: string): MakeText {
  return (size) => open + repeated(rest)(size);
}

/** Texts with names of their own, and texts that repeat a unit. */
export function texts(shapes: Readonly<Record<string, MakeText>>, units: readonly string[]): Texts {
  return new Map([
    ...Object.entries(shapes),
    ...units.map((unit) => [`${JSON.stringify(unit)} again and again`, repeated(unit)] as const),
  ]);
}
