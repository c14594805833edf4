import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";
import { FRONTMATTER_LIMITS, UNSAFE_KEYS, type YamlLimits } from "./limits.ts";
import type { YamlEntry, YamlMap, YamlNode } from "./nodes.ts";
import type { YamlProblem, YamlReading } from "./problem.ts";

/** Parses a YAML text into one mapping with positions. Takes linear time and never throws. */
export function parseYaml(source: string, limits: YamlLimits = FRONTMATTER_LIMITS): YamlReading {
  try {
    const builder = new NodeBuilder(source, limits);
    const root = builder.build(parseEvents(source, { maxDepth: limits.depth }));
    if (builder.fatal !== undefined) return { map: undefined, problems: [builder.fatal] };
    if (root === undefined) return { map: { kind: "map", entries: [], flow: false, at: 0 }, problems: [] };
    if (root.kind === "map") return { map: root, problems: builder.notes };
    return { map: undefined, problems: [notAMapping(root, limits)] };
  } catch (error) {
    return { map: undefined, problems: [problemOf(error, limits)] };
  }
}

/** Turns the parser's flat events into nodes. Stops at the first construct that a skill must not contain. */
class NodeBuilder {
  readonly notes: YamlProblem[] = [];
  fatal: YamlProblem | undefined;
  readonly #source: string;
  readonly #limits: YamlLimits;
  #events: readonly Event[] = [];
  #next = 0;
  #keys = 0;
  /** Number of mappings around the current node, including its own. */
  #depth = 0;
  /** True inside of the field whose keys may repeat. */
  #mayRepeat = false;

  constructor(source: string, limits: YamlLimits) {
    this.#source = source;
    this.#limits = limits;
  }

  build(events: readonly Event[]): YamlNode | undefined {
    this.#events = events;
    if (events.length === 0) return undefined;
    if (events.filter((event) => event.type === EVENT_ID.DOCUMENT).length > 1) {
      this.#forbid("a second YAML document", 0);
      return undefined;
    }
    this.#next = 1;
    const first = events[1];
    return first === undefined || first.type === EVENT_ID.POP ? undefined : this.#node();
  }

  #node(): YamlNode | undefined {
    const event = this.#events[this.#next];
    this.#next += 1;
    if (event === undefined || this.fatal !== undefined) return undefined;
    if (event.type === EVENT_ID.ALIAS) return this.#alias(event.anchorStart, event.anchorEnd);
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return undefined;
    if (event.anchorStart >= 0) return this.#forbid("an anchor (`&name`)", event.anchorStart);
    if (event.tagStart >= 0) return this.#forbid("a tag (`!name`)", event.tagStart);
    if (event.type === EVENT_ID.SEQUENCE)
      return this.#list(event.start, event.style === COLLECTION_STYLE.FLOW);
    if (event.type === EVENT_ID.MAPPING) return this.#map(event.start, event.style === COLLECTION_STYLE.FLOW);
    return {
      kind: "scalar",
      text: getScalarValue(this.#source, event),
      quoted: event.style !== SCALAR_STYLE.PLAIN,
      at: Math.max(0, event.valueStart),
    };
  }

  #list(at: number, flow: boolean): YamlNode | undefined {
    const items: YamlNode[] = [];
    while (!this.#atEnd()) {
      const item = this.#node();
      if (item === undefined) return undefined;
      items.push(item);
    }
    return { kind: "list", items, flow, at };
  }

  #map(at: number, flow: boolean): YamlMap | undefined {
    this.#depth += 1;
    const map = this.#entries(at, flow);
    this.#depth -= 1;
    return map;
  }

  #entries(at: number, flow: boolean): YamlMap | undefined {
    const entries: YamlEntry[] = [];
    const seen = new Set<string>();
    while (!this.#atEnd()) {
      const key = this.#node();
      if (this.#depth === 1 && key?.kind === "scalar") this.#mayRepeat = this.#limits.repeats === key.text;
      const value = key === undefined ? undefined : this.#node();
      if (key === undefined || value === undefined) return undefined;
      if (key.kind !== "scalar") return this.#forbidKey(key);
      if (seen.has(key.text) && this.#mayRepeat && this.#depth > 1) {
        this.notes.push({
          code: "format.duplicate-nested-key",
          message: `the key \`${key.text}\` occurs twice; the last value counts`,
          at: key.at,
          hint: "remove one of the two lines",
        });
        const first = entries.findIndex((entry) => entry.key === key.text);
        if (first >= 0) entries.splice(first, 1);
      } else if (seen.has(key.text)) {
        this.fatal = {
          code: "format.duplicate-key",
          message: `duplicate key \`${key.text}\``,
          at: key.at,
          hint: "remove one of the two lines",
        };
        return undefined;
      }
      seen.add(key.text);
      this.#keys += 1;
      const { keys, noun, hint } = this.#limits;
      if (this.#keys > keys) {
        const message = `more than ${keys} keys in ${noun}`;
        this.fatal = { code: "format.yaml-limit", message, at: key.at, hint };
        return undefined;
      }
      if (UNSAFE_KEYS.has(key.text)) {
        this.notes.push({
          code: "format.unsafe-key",
          message: `the key \`${key.text}\` was dropped`,
          at: key.at,
          hint: "choose another key",
        });
      } else {
        entries.push({ key: key.text, keyAt: key.at, value });
      }
    }
    return { kind: "map", entries, flow, at };
  }

  #atEnd(): boolean {
    const event = this.#events[this.#next];
    if (event !== undefined && event.type !== EVENT_ID.POP) return false;
    this.#next += 1;
    return true;
  }

  /** A star without an anchor is emphasis whose quotes are missing, not an alias. */
  #alias(start: number, end: number): undefined {
    const name = this.#source.slice(start, end);
    if (this.#source.includes(`&${name}`)) return this.#forbid("an alias (`*name`)", start);
    this.fatal ??= {
      code: "format.yaml-invalid",
      message: `${this.#limits.noun} is not valid YAML: \`*${name}\` is not defined`,
      at: start,
      hint: "put the value in quotes",
    };
    return undefined;
  }

  /** Without quotes, YAML reads `{{ title }}` as a mapping whose key is a mapping. */
  #forbidKey({ kind, at }: YamlNode): undefined {
    const isTemplate = kind === "map" && this.#source.startsWith("{{", at - 1);
    return isTemplate
      ? this.#forbid("a template without quotes", at - 1, 'put it in quotes: `"{{ … }}"`')
      : this.#forbid("a list or mapping as a key", at);
  }

  #forbid(
    what: string,
    at: number,
    hint = "write the value out in plain YAML, or put it in quotes",
  ): undefined {
    this.fatal ??= {
      code: "format.yaml-forbidden",
      message: `${what} is not allowed in ${this.#limits.noun}`,
      at: Math.max(0, at),
      hint,
    };
    return undefined;
  }
}

function notAMapping(root: YamlNode, { noun, start }: YamlLimits): YamlProblem {
  const what = root.kind === "list" ? "a list" : "a single value";
  return {
    code: "format.not-a-mapping",
    message: `${noun} is ${what}, not \`key: value\` lines`,
    at: root.at,
    hint: start,
  };
}

function problemOf(error: unknown, { noun, depth, hint }: YamlLimits): YamlProblem {
  const reason = error instanceof Error && "reason" in error ? String(error.reason) : String(error);
  const mark = error instanceof Error && "mark" in error ? error.mark : undefined;
  const hasPosition = typeof mark === "object" && mark !== null && "position" in mark;
  const at = hasPosition && typeof mark.position === "number" ? mark.position : 0;
  if (reason.startsWith("nesting exceeded")) {
    return {
      code: "format.yaml-limit",
      message: `${noun} is nested deeper than ${depth} levels`,
      at,
      hint,
    };
  }
  return {
    code: "format.yaml-invalid",
    message: `${noun} is not valid YAML: ${reason}`,
    at,
    hint: "put values that contain `: ` or special characters in quotes",
  };
}
