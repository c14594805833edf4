import { parseSkillMd } from "../format/parse-skill-md.ts";

/** A part of a text below a heading. */
interface Section {
  /** The line of the heading; empty for what comes before the first one. */
  readonly heading: string;
  readonly blocks: readonly string[];
}

/**
 * The SKILL.md of an existing skill with what a similar one says in addition: paragraphs, lists and code that it does not
 * have, below the same headings where there are some, else at the end. Its frontmatter stays as it is, so that it is found
 * by the same messages. Undefined if there is nothing in addition.
 */
export function draftPatch(existing: string, similar: string): string | undefined {
  const { body } = parseSkillMd(existing).value;
  const own = sectionsOf(body);
  const known = new Set(own.flatMap(({ blocks }) => blocks.map(keyOf)));
  const more = sectionsOf(parseSkillMd(similar).value.body)
    .map(({ heading, blocks }) => ({ heading, blocks: blocks.filter((block) => !known.has(keyOf(block))) }))
    .filter(({ blocks }) => blocks.length > 0);
  if (more.length === 0) return undefined;
  const added = new Set<Section>();
  const joined = own.map((section) => {
    const [same] = more.filter(({ heading }) => heading !== "" && keyOf(heading) === keyOf(section.heading));
    if (same === undefined || added.has(same)) return section;
    added.add(same);
    return { ...section, blocks: [...section.blocks, ...same.blocks] };
  });
  const rest = more.filter((section) => !added.has(section));
  const head = existing.slice(0, existing.length - body.length);
  return `${head}${[...joined, ...rest]
    .map(textOf)
    .filter((text) => text !== "")
    .join("\n\n")}\n`;
}

function sectionsOf(body: string): readonly Section[] {
  const sections: { heading: string; blocks: string[] }[] = [{ heading: "", blocks: [] }];
  for (const block of blocksOf(body)) {
    const current = sections.at(-1);
    if (/^#{1,6}\s/.test(block)) {
      const [heading = "", ...rest] = block.split("\n");
      sections.push({ heading, blocks: rest.join("\n").trim() === "" ? [] : [rest.join("\n")] });
    } else current?.blocks.push(block);
  }
  return sections;
}

/** Texts between empty lines; a fenced code block is one, whatever it has inside. */
function blocksOf(body: string): readonly string[] {
  const blocks: string[][] = [[]];
  let fence = "";
  for (const line of body.replaceAll("\r\n", "\n").split("\n")) {
    const [, mark = ""] = /^\s{0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
    const isBreak = (line.trim() === "" && fence === "") || (/^#{1,6}\s/.test(line) && fence === "");
    if (isBreak) blocks.push([]);
    if (line.trim() !== "" || fence !== "") blocks.at(-1)?.push(line);
  }
  return blocks.map((lines) => lines.join("\n")).filter((block) => block.trim() !== "");
}

function keyOf(block: string): string {
  return block
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function textOf({ heading, blocks }: Section): string {
  return [heading, ...blocks].filter((part) => part !== "").join("\n\n");
}
