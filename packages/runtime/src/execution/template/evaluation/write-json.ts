import { charge, checkLength, failure, type RenderFrame, wrongType } from "./frame.ts";

const DEEPEST = 200;

/**
 * A value as JSON, with the spacing of Python's `json.dumps`. The size is checked while it grows, because a value can contain
 * another many times.
 */
export function writeJson(frame: RenderFrame, value: unknown, indent: number | undefined): string {
  const pieces: string[] = [];
  let size = 0;
  const add = (text: string): void => {
    size += text.length;
    checkLength(frame, size);
    pieces.push(text);
  };
  writeValue({ frame, add, indent }, value, 0);
  charge(frame, size >> 4);
  return pieces.join("");
}

interface JsonWriter {
  readonly frame: RenderFrame;
  readonly add: (text: string) => void;
  readonly indent: number | undefined;
}

function writeValue(writer: JsonWriter, value: unknown, depth: number): void {
  const { frame, add } = writer;
  charge(frame, 1);
  if (typeof value === "string") {
    checkLength(frame, value.length);
    add(JSON.stringify(value));
  } else if (typeof value === "number") add(Number.isFinite(value) ? String(value) : "null");
  else if (typeof value === "boolean") add(value ? "true" : "false");
  else if (value === null || value === undefined) add("null");
  else if (typeof value === "bigint") add(String(value));
  else if (typeof value === "object") writeObject(writer, value, depth);
  else throw wrongType(frame, "a function or symbol cannot be written as JSON");
}

function writeObject(writer: JsonWriter, value: object, depth: number): void {
  const { frame, add } = writer;
  if (depth >= DEEPEST)
    throw failure(frame, "execution.template-limit", `a value is nested more than ${DEEPEST} levels deep`);
  if (value instanceof Date) {
    add(JSON.stringify(Number.isNaN(value.getTime()) ? null : value.toISOString()));
    return;
  }
  const isList = Array.isArray(value);
  let count = 0;
  add(isList ? "[" : "{");
  if (isList) {
    for (const item of value) {
      separate(writer, count, depth);
      count += 1;
      writeValue(writer, item, depth + 1);
    }
  } else {
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      separate(writer, count, depth);
      count += 1;
      add(`${JSON.stringify(key)}: `);
      writeValue(writer, item, depth + 1);
    }
  }
  if (count > 0 && writer.indent !== undefined) breakLine(writer, depth);
  add(isList ? "]" : "}");
}

function separate(writer: JsonWriter, count: number, depth: number): void {
  if (writer.indent !== undefined) {
    if (count > 0) writer.add(",");
    breakLine(writer, depth + 1);
  } else if (count > 0) writer.add(", ");
}

function breakLine(writer: JsonWriter, depth: number): void {
  writer.add(`\n${" ".repeat((writer.indent ?? 0) * depth)}`);
}
