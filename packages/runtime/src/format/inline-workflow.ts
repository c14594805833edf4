import type { PositionedEntry, PositionedMap } from "../positioned.ts";
import { placesOf } from "./fields.ts";
import { type ParsedSkillMd, parseWithPositions } from "./parse-skill-md.ts";
import { isNull, type YamlEntry, type YamlMap } from "./yaml/nodes.ts";
import { positionedMap } from "./yaml/read-positioned.ts";

/** The keys of a workflow that frontmatter may contain. */
const KEYS = ["inputs", "steps", "output", "refine"] as const;

/** A workflow that is written in the frontmatter of a SKILL.md. */
export interface InlineWorkflow {
  readonly map: PositionedMap;
  /** True if every key of it is at the top level, where it can be moved from. */
  readonly isTopLevel: boolean;
}

/**
 * The workflow in the frontmatter of a SKILL.md; undefined if it has no steps. Each key is read from the first place
 * that has it, like every extension field; `workflow` with a list or a mapping is another spelling.
 */
export function inlineWorkflow(text: string): InlineWorkflow | undefined {
  const { value: md } = parseWithPositions(text);
  const places = placesOf(md.map);
  const whole = find(places, "workflow")?.entry;
  if (whole?.value.kind === "map" && find(places, "steps") === undefined)
    return { map: positionedMap(whole.value, md.place), isTopLevel: false };
  const found = KEYS.flatMap((key) => {
    const own = find(places, key);
    const spelt = key === "steps" && own === undefined ? listOf(find(places, "workflow")) : own;
    return spelt === undefined ? [] : [{ key, ...spelt }];
  });
  if (!found.some(({ key }) => key === "steps")) return undefined;
  return {
    map: toMap(found, md),
    isTopLevel: found.every(({ key, place, entry }) => place === md.map && entry.key === key),
  };
}

interface FoundEntry {
  readonly place: YamlMap;
  readonly entry: YamlEntry;
}

function find(places: readonly YamlMap[], key: string): FoundEntry | undefined {
  for (const place of places)
    for (const entry of place.entries) {
      const isText = key === "steps" && entry.value.kind === "scalar";
      if (entry.key === key && !isNull(entry.value) && !isText) return { place, entry };
    }
  return undefined;
}

function listOf(found: FoundEntry | undefined): FoundEntry | undefined {
  return found?.entry.value.kind === "list" ? found : undefined;
}

function toMap(found: readonly (FoundEntry & { key: string })[], { place }: ParsedSkillMd): PositionedMap {
  const entries = found.flatMap(
    ({ key, entry }): readonly PositionedEntry[] =>
      positionedMap({ kind: "map", entries: [{ ...entry, key }], flow: false, at: entry.keyAt }, place)
        .entries,
  );
  return { kind: "map", at: entries[0]?.at ?? { line: 1, column: 1 }, entries };
}
