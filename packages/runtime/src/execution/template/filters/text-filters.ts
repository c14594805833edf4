import { charge, chargeText, type RenderFrame, wrongType } from "../evaluation/frame.ts";
import { characters, expectInteger, expectText, isTrue, partOf, toText } from "../evaluation/values.ts";
import type { BuiltInFilter } from "./built-in.ts";

/** Filters that make text. */
export const TEXT_FILTERS: Readonly<Record<string, BuiltInFilter>> = {
  upper: textFilter((text) => text.toUpperCase()),
  lower: textFilter((text) => text.toLowerCase()),
  title: textFilter(title),
  capitalize: textFilter((text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()),
  string: textFilter((text) => text),
  trim: {
    parameters: ["chars"],
    apply: (frame, value, [chars]) => strip(frame, toText(frame, value), chars, "both"),
  },
  replace: {
    parameters: ["old", "new", "count"],
    required: 2,
    apply: (frame, value, [from, to, count]) =>
      replace(frame, toText(frame, value), { from: toText(frame, from), to: toText(frame, to), count }),
  },
  split: {
    parameters: ["separator", "limit"],
    apply: (frame, value, [separator, limit]) => split(frame, toText(frame, value), separator, limit),
  },
  truncate: {
    parameters: ["length", "killwords", "end", "leeway"],
    apply: truncate,
  },
  indent: { parameters: ["width", "first", "blank"], apply: indent },
  wordcount: {
    parameters: [],
    apply: (frame, value) => {
      const text = toText(frame, value);
      chargeText(frame, text.length);
      return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
    },
  },
  urlencode: textFilter(urlEncode),
};

function textFilter(change: (text: string) => string): BuiltInFilter {
  return {
    parameters: [],
    apply: (frame, value) => {
      const text = toText(frame, value);
      chargeText(frame, text.length);
      return change(text);
    },
  };
}

/** As Python's `quote`: a slash stays. */
function urlEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
    .replaceAll("%2F", "/")
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Upper case after white space and opening punctuation, lower case elsewhere. */
export function title(text: string): string {
  return text.replace(/[^-\s({[<]+/g, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());
}

/** Removes white space, or the given characters, from the ends of a text. */
export function strip(
  frame: RenderFrame,
  text: string,
  chars: unknown,
  side: "start" | "end" | "both",
): string {
  chargeText(frame, text.length);
  if (chars === undefined || chars === null)
    return side === "both" ? text.trim() : side === "start" ? text.trimStart() : text.trimEnd();
  const set = new Set(expectText(frame, chars, "the characters to remove"));
  const parts = characters(frame, text);
  let start = 0;
  let end = parts.length;
  if (side !== "end") while (start < end && set.has(parts[start] ?? "")) start += 1;
  if (side !== "start") while (end > start && set.has(parts[end - 1] ?? "")) end -= 1;
  return partOf(parts, start, end);
}

/** Replaces all or the first `count` occurrences. The size of the result is checked before it is made. */
export function replace(
  frame: RenderFrame,
  text: string,
  { from, to, count }: { from: string; to: string; count: unknown },
): string {
  const wanted = expectInteger(frame, count, "the count", -1);
  const most = wanted < 0 ? Number.POSITIVE_INFINITY : wanted;
  const places = placesOf(frame, text, from, most);
  chargeText(frame, text.length + places.length * (to.length - from.length));
  let [result, last] = ["", 0];
  for (const place of places) {
    result += text.slice(last, place) + to;
    last = place + from.length;
  }
  return result + text.slice(last);
}

/** Where a part occurs. The empty string occurs around every character. */
function placesOf(frame: RenderFrame, text: string, part: string, most: number): readonly number[] {
  charge(frame, 1 + (text.length >> 4));
  const places: number[] = [];
  if (part === "") {
    charge(frame, text.length);
    let at = 0;
    for (const character of text) {
      if (places.length >= most) return places;
      places.push(at);
      at += character.length;
    }
    if (places.length < most) places.push(at);
    return places;
  }
  for (
    let at = text.indexOf(part);
    at >= 0 && places.length < most;
    at = text.indexOf(part, at + part.length)
  ) {
    charge(frame, 1);
    places.push(at);
  }
  return places;
}

/** The parts between separators, or between white space if there is none, as in Python. */
export function split(
  frame: RenderFrame,
  text: string,
  separator: unknown,
  limit: unknown,
): readonly string[] {
  const wanted = expectInteger(frame, limit, "the limit", -1);
  const most = wanted < 0 ? Number.POSITIVE_INFINITY : wanted;
  if (separator === undefined || separator === null) return splitWords(frame, text, most);
  const mark = expectText(frame, separator, "the separator");
  if (mark === "")
    throw wrongType(frame, "the separator must not be empty", 'use "| list" for single characters');
  const places = placesOf(frame, text, mark, most);
  chargeText(frame, text.length);
  const starts = [0, ...places.map((place) => place + mark.length)];
  return starts.map((start, index) => text.slice(start, places[index]));
}

function splitWords(frame: RenderFrame, text: string, most: number): readonly string[] {
  chargeText(frame, text.length);
  const words: string[] = [];
  let rest = text.trimStart();
  while (rest !== "") {
    charge(frame, 1);
    const end = words.length < most ? rest.search(/\s/) : -1;
    words.push(end < 0 ? rest : rest.slice(0, end));
    rest = end < 0 ? "" : rest.slice(end).trimStart();
  }
  return words;
}

/** Arguments in the order of Jinja2. The result is never longer than `length`. */
function truncate(frame: RenderFrame, value: unknown, given: readonly unknown[]): string {
  const length = Math.max(0, expectInteger(frame, given[0], "the length", 255));
  const end = given[2] === undefined ? "..." : expectText(frame, given[2], "the end");
  const leeway = expectInteger(frame, given[3], "the leeway", 0);
  const text = toText(frame, value);
  chargeText(frame, text.length);
  const parts = characters(frame, text);
  if (parts.length <= length + leeway) return text;
  const tail = characters(frame, end);
  if (tail.length >= length) return partOf(tail, 0, length);
  const kept = partOf(parts, 0, length - tail.length);
  if (isTrue(given[1])) return kept + end;
  const space = kept.lastIndexOf(" ");
  return (space < 0 ? kept : kept.slice(0, space)) + end;
}

/** Indents every line but the first and blank ones. */
function indent(frame: RenderFrame, value: unknown, [width, first, blank]: readonly unknown[]): string {
  const text = toText(frame, value);
  const length = typeof width === "string" ? width.length : expectInteger(frame, width, "the width", 4);
  const lines = text.split("\n");
  charge(frame, lines.length);
  chargeText(frame, text.length + Math.max(0, length) * lines.length);
  const space = typeof width === "string" ? width : " ".repeat(Math.max(0, length));
  return lines
    .map((line, index) => {
      const isIndented = index === 0 ? isTrue(first) : line !== "" || isTrue(blank);
      return isIndented ? space + line : line;
    })
    .join("\n");
}
