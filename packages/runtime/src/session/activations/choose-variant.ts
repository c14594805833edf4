import { isKnowhowError } from "../../errors.ts";
import { splitBody } from "../../format/sections.ts";
import { fence } from "../../injection/escape-text.ts";
import { fencedBlock } from "../../injection/guidance/code-blocks.ts";
import { findTemplate } from "../../injection/guidance/find-template.ts";
import { findVariants } from "../../runs/find-variants.ts";
import type { Skill } from "../../skill.ts";
import type { SessionEngine } from "../session-engine.ts";

/** The arguments without the variant of the output template that they begin with, and the text about it. */
interface ChosenVariant {
  readonly args: string | undefined;
  /** Empty if no variant was chosen. */
  readonly text: string;
}

/** A skill without steps takes a variant of its template as its first word, as a workflow does: `/concept-note short x`. */
export async function chooseVariant(
  skill: Skill,
  body: string,
  args: string | undefined,
  engine: Pick<SessionEngine, "open">,
): Promise<ChosenVariant> {
  const [whole = "", word = ""] =
    /^\s*(?:variant=)?"?([a-z0-9][a-z0-9_-]{0,63})"?(?:\s+|$)/.exec(args ?? "") ?? [];
  if (word === "") return { args, text: "" };
  const path = (await variantsOf(skill, body, engine))[word];
  const read = path === undefined ? undefined : await engine.open(skill).read({ path });
  if (read?.ok !== true || read.encoding !== "utf-8" || read.pages !== 1) return { args, text: "" };
  const template = fencedBlock(fence(read.text.trim()));
  const text = `\n\nThe user chose the variant "${word}". Write the result with this template:\n\n${template}`;
  return { args: args?.slice(whole.length), text };
}

/** Paths of the variants of a skill's template, by name; none if its files cannot be listed. */
async function variantsOf(
  skill: Skill,
  body: string,
  { open }: Pick<SessionEngine, "open">,
): Promise<Readonly<Record<string, string>>> {
  try {
    const resources = (await open(skill).files()).value;
    const section = splitBody(body, ["outputTemplate"]).sections.outputTemplate;
    const template = findTemplate({ output: skill.fields.output, section, resources });
    if (template === undefined) return {};
    return findVariants(
      template,
      resources.map(({ path }) => path),
    );
  } catch (error) {
    if (isKnowhowError(error)) return {};
    throw error;
  }
}
