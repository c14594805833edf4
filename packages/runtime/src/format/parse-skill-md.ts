import { findHidden } from "../basics/hidden-characters.ts";
import { type Diagnostic, diagnose, type Outcome } from "../diagnostics.ts";
import { indexLines, type TextPlace } from "./line-index.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import { toJson, type YamlMap } from "./yaml/nodes.ts";
import { type FrontmatterReading, readYaml } from "./yaml/read-yaml.ts";

/** Larger frontmatter is rejected before it is parsed. */
const MAX_FRONTMATTER_CHARACTERS = 64 * 1024;

/** A parsed SKILL.md. */
export interface SkillMd {
  /** The frontmatter as plain JSON under the YAML 1.2 core schema; empty if there is none. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** The instructions: everything after the frontmatter, without leading newlines. */
  readonly body: string;
  /** One-based line on which the body starts. */
  readonly bodyLine: number;
  /** False if the frontmatter is missing or cannot be parsed. */
  readonly hasFrontmatter: boolean;
}

/** The same with nodes that have positions and source text; used inside the format stage. */
export interface ParsedSkillMd extends Omit<SkillMd, "frontmatter"> {
  readonly map: YamlMap;
  /** The YAML text that the nodes' offsets refer to. */
  readonly yaml: string;
  /** Converts an offset in the YAML text into a position in the file. */
  readonly place: (at: number) => TextPlace;
}

/** Parses a SKILL.md. Never throws; a text without frontmatter gives an empty mapping and the whole text as body. */
export function parseSkillMd(text: string): Outcome<SkillMd> {
  const { value, diagnostics } = parseWithPositions(text);
  const { map, body, bodyLine, hasFrontmatter } = value;
  const frontmatter = Object.fromEntries(map.entries.map((entry) => [entry.key, toJson(entry.value)]));
  return { value: { frontmatter, body, bodyLine, hasFrontmatter }, diagnostics };
}

/** `parseSkillMd` with positions; `salvages` as for `splitFrontmatter`. */
export function parseWithPositions(text: string, salvages = true): Outcome<ParsedSkillMd> {
  const split = splitFrontmatter(text, salvages);
  const yaml = split.yaml ?? "";
  const isTooLarge = yaml.length > MAX_FRONTMATTER_CHARACTERS;
  const reading = isTooLarge ? unread(yaml) : readYaml(yaml);
  const place = indexLines(reading.source, split.yamlLine);
  return {
    value: {
      map: reading.map ?? { kind: "map", entries: [], flow: false, at: 0 },
      yaml: reading.source,
      place,
      body: split.body,
      bodyLine: split.bodyLine,
      hasFrontmatter: split.yaml !== undefined && reading.map !== undefined,
    },
    diagnostics: [
      ...split.diagnostics,
      ...(isTooLarge ? [frontmatterTooLarge(yaml.length, split.yamlLine)] : []),
      ...reading.problems.map(({ code, message, at, hint }) =>
        diagnose(code, message, { ...place(at), hint }),
      ),
      ...invisibleCharacter(yaml, split.yamlLine),
    ],
  };
}

function unread(source: string): FrontmatterReading {
  return { map: undefined, problems: [], source };
}

function frontmatterTooLarge(length: number, line: number): Diagnostic {
  const message = `the frontmatter has ${length} characters; the limit is ${MAX_FRONTMATTER_CHARACTERS}`;
  return diagnose("format.frontmatter-too-large", message, {
    line,
    column: 1,
    hint: "move long text into the body",
  });
}

function invisibleCharacter(yaml: string, firstLine: number): readonly Diagnostic[] {
  const at = findHidden(yaml);
  if (at === undefined) return [];
  const name = `U+${(yaml.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return [
    diagnose("format.control-character", `the frontmatter contains the invisible character ${name}`, {
      ...indexLines(yaml, firstLine)(at),
      hint: "remove it: it can hide text from a reader",
    }),
  ];
}
