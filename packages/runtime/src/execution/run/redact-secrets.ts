import type { JsonValue } from "../../basics/copy-json.ts";
import { once } from "../../basics/once.ts";

/** Shorter secrets are replaced only where they are a whole word: inside of one, they would occur by chance. */
const MIN_PART = 4;
/** Shorter ones only where a whole string or line is the secret. */
const MIN_WORD = 2;

/** Removes the values of secrets from JSON. */
export interface Redaction {
  text(text: string): string;
  value(value: JsonValue): JsonValue;
  /** Number of characters at the end of a text that could be the beginning of a secret, or part of one. */
  opens(text: string): number;
}

const NOTHING: Redaction = { text: (text) => text, value: (value) => value, opens: () => 0 };

/**
 * Replaces the values of secret inputs by `[secret <name>]`, also inside longer texts and escaped as in JSON, a
 * URL, hex or base64.
 * What is not a secret is returned by reference.
 */
export function redactSecrets(secrets: Readonly<Record<string, JsonValue>>): Redaction {
  const parts = Object.entries(secrets)
    .flatMap(([name, value]) =>
      leavesOf(value)
        .flatMap(linesOf)
        .map((text) => ({ text, name })),
    )
    .flatMap(({ text, name }) =>
      [...new Set([text, escaped(text), encoded(text), ...inBytes(text)])].map((each) => ({
        text: each,
        name,
        isWord: text.length < MIN_PART,
      })),
    )
    .filter(({ text }) => text !== "")
    .sort((a, b) => b.text.length - a.text.length);
  if (parts.length === 0) return NOTHING;
  const text = (given: string): string => {
    let result = given;
    for (const part of parts) {
      const mark = `[secret ${part.name}]`;
      if (result.trimEnd() === part.text) return mark + result.slice(part.text.length);
      if (!result.includes(part.text)) continue;
      if (!part.isWord) result = result.replaceAll(part.text, () => mark);
      else if (part.text.length >= MIN_WORD) result = replaceWords(result, part.text, mark);
    }
    return result;
  };
  const value = (given: JsonValue): JsonValue => {
    if (typeof given === "string") return text(given);
    if (typeof given === "number") return text(String(given)) === String(given) ? given : text(String(given));
    if (typeof given !== "object" || given === null) return given;
    if (isList(given)) {
      const items = given.map(value);
      return items.some((item, index) => item !== given[index]) ? items : given;
    }
    const entries = Object.entries(given).map(([key, inner]) => [text(key), value(inner)] as const);
    const isSame = entries.every(([key, inner]) => Object.hasOwn(given, key) && given[key] === inner);
    return isSame ? given : Object.fromEntries(entries);
  };
  const ends = parts.map((part) => openEnd(part.text));
  const opens = (given: string): number => Math.max(0, ...ends.map((end) => end(given)));
  return { text, value, opens };
}

/** Replaces a text where neither a letter nor a digit is beside it. */
function replaceWords(text: string, word: string, mark: string): string {
  const isBeside = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_]/u.test(char);
  let result = "";
  let from = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at < from || isBeside(text[at - 1]) || isBeside(text[at + word.length])) continue;
    result += text.slice(from, at) + mark;
    from = at + word.length;
  }
  return result + text.slice(from);
}

/** Finds the length of the longest end of a text with which a secret begins, in linear time (Knuth, Morris, Pratt). */
function openEnd(secret: string): (text: string) => number {
  const failure = once(() => failureOf(secret));
  return (text) => {
    const table = failure();
    let state = 0;
    for (let at = Math.max(0, text.length - secret.length + 1); at < text.length; at += 1) {
      while (state > 0 && text[at] !== secret[state]) state = table[state - 1] ?? 0;
      if (text[at] === secret[state]) state += 1;
    }
    return state;
  };
}

/** For every beginning of a text: the length of its longest shorter beginning that is also its end. */
function failureOf(text: string): readonly number[] {
  const table = [0];
  for (let at = 1, state = 0; at < text.length; at += 1) {
    while (state > 0 && text[at] !== text[state]) state = table[state - 1] ?? 0;
    if (text[at] === text[state]) state += 1;
    table.push(state);
  }
  return table;
}

/** Shorter lines of a longer secret, such as those between keys, would occur by chance. */
const MIN_LINE = 16;

/** A text, and its lines: of a key with several lines, one line alone is a secret, too. */
function linesOf(text: string): readonly string[] {
  if (!text.includes("\n")) return [text];
  const lines = text.split("\n").map((line) => line.trim());
  return [text, text.trim(), ...lines.filter((line) => line.length >= MIN_LINE)];
}

function leavesOf(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shorter codes would occur by chance. */
const MIN_CODE = 8;

/** Its bytes in hex, and the part of their base64 that is the same whatever surrounds them. */
function inBytes(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  if (text.length < MIN_PART)
    return [hex, hex.toUpperCase(), btoa(binary)].filter(() => bytes.length >= MIN_WORD);
  const codes = [0, 1, 2].map((before) => {
    const whole = btoa(`${"\0".repeat(before)}${binary}`);
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const safe = codes.map((code) => code.replaceAll("+", "-").replaceAll("/", "_"));
  return [hex, hex.toUpperCase(), ...codes, ...safe].filter((code) => code.length >= MIN_CODE);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
