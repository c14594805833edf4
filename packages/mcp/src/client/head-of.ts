import type { SkillHead } from "@knowhow/runtime";
import { isRecord } from "../shared/is-record.ts";
import type { RemoteSkill } from "./remote-skill.ts";

/**
 * Fields that only describe or restrict. All others request something (tools, hooks, a model, or automatic loading, as
 * for a skill that neither model nor user may invoke) and are omitted, at the top level and in `metadata`, until the
 * user granted them to this skill.
 */
const HARMLESS = new Set(
  [
    ["name", "description", "license", "compatibility", "metadata"],
    ["version", "author", "homepage", "repository", "tags", "display_name", "display-name", "displayName"],
    ["when_to_use", "when-to-use", "whenToUse", "when_not_to_use", "when-not-to-use", "whenNotToUse"],
    ["argument-hint", "argument_hint", "argumentHint", "arguments"],
    ["disable-model-invocation", "disable_model_invocation", "disableModelInvocation"],
    ["agent_ready", "agent-ready", "agentReady"],
  ].flat(),
);

/** Approximate characters per token. */
const CHARACTERS_PER_TOKEN = 4;

/** The head of a skill that was not fetched, under its name in the library. */
export function headOf(skill: RemoteSkill, name: string, granted: boolean): SkillHead {
  const fields = granted ? skill.frontmatter : harmless(skill.frontmatter);
  const lines = Object.entries({ ...fields, name }).map(
    ([key, value]) => `${/^[A-Za-z][\w-]*$/.test(key) ? key : toYaml(key)}: ${toYaml(value ?? null)}`,
  );
  const text = `---\n${lines.join("\n")}\n---\n`;
  const own = skill.files === "dynamic" ? undefined : skill.files.get("SKILL.md");
  const tokens = Math.max(0, Math.ceil(((own?.size ?? 0) - text.length) / CHARACTERS_PER_TOKEN));
  if (own === undefined) return { text, tokens };
  const start = "sha256:".length;
  return { text, tokens, version: own.digest.slice(start, start + 16) };
}

/** The fields of a skill that apply only if they are granted. */
export function ungrantedFields({ frontmatter }: RemoteSkill): readonly string[] {
  const { metadata } = frontmatter;
  const inner = isRecord(metadata) ? Object.keys(metadata).filter((key) => !HARMLESS.has(key)) : [];
  const outer = Object.keys(frontmatter).filter((key) => !HARMLESS.has(key));
  return [...outer, ...inner.map((key) => `metadata.${key}`)];
}

type Fields = Readonly<Record<string, unknown>>;

function harmless(frontmatter: Fields): Fields {
  const kept = keepHarmless(frontmatter);
  return isRecord(kept.metadata) ? { ...kept, metadata: keepHarmless(kept.metadata) } : kept;
}

function keepHarmless(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => HARMLESS.has(key)));
}

/** JSON is YAML if it contains no characters that YAML treats as line breaks. */
function toYaml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
