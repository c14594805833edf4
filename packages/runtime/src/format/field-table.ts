import { NO_TOOLS, type SkillFields } from "../skill.ts";
import {
  readAllowedTools,
  readFlag,
  readGlobs,
  readHint,
  readInputs,
  readJson,
  readList,
  readPhrases,
  readSteps,
  readText,
  readTools,
} from "./normalise.ts";
import type { YamlNode } from "./yaml/nodes.ts";

/** The fields while they are being filled. */
export type MutableFields = { -readonly [Field in keyof SkillFields]?: SkillFields[Field] };

/** How values of one kind are normalized. */
interface Reader<Value> {
  /** The expected kind, for the message about a wrong value. */
  readonly expects: string;
  readonly read: (node: YamlNode) => Value | undefined;
}

const TEXT: Reader<string> = { expects: "a string", read: readText };
const HINT: Reader<string> = { expects: "a hint", read: readHint };
const FLAG: Reader<boolean> = { expects: "true or false", read: readFlag };
const LIST: Reader<readonly string[]> = { expects: "a list of strings", read: readList };
const GLOBS: Reader<readonly string[]> = { expects: "a list of globs", read: readGlobs };
const PHRASES: Reader<readonly string[]> = {
  expects: "a list of phrases",
  read: readPhrases,
};
const TOOLS: Reader<readonly string[]> = { expects: "a list of tools", read: readTools };
const ALLOWED: Reader<readonly string[]> = { expects: "a list of tools", read: readAllowedTools };
const STEPS: Reader<unknown> = { expects: "a list of steps", read: readSteps };
const INPUTS: Reader<unknown> = { expects: "a list or a mapping of inputs", read: readInputs };
const OUTPUT: Reader<string> = { expects: "a string (beside `steps`, any value)", read: readText };
const VALUE: Reader<unknown> = { expects: "a value", read: readJson };

/** Many authors write labels such as `workflow: sales-page` that mean nothing to knowhow. */
const NAMES_A_FILE = /\.(?:ya?ml|json)$/i;

/** One extension field: its spellings, its kind, and who uses it. */
export interface FieldRow {
  readonly field: keyof SkillFields;
  /** Spellings in use, most common first. */
  readonly keys: readonly string[];
  readonly expects: string;
  readonly vendors: string;
  /** For a field that guards something: the value that an unreadable or empty one counts as. */
  readonly stricter?: { readonly value: string; readonly apply: (into: MutableFields) => void };
  /** Normalizes a value into its field. Returns false if the value is of the wrong kind. */
  readonly set: (node: YamlNode, into: MutableFields) => boolean;
}

/**
 * Every extension field. Each may be at the top level, in `metadata.knowhow`, directly in `metadata`, or in another
 * vendor's mapping; the first one found wins. `docs/reference/fields.md` has the same rows, and a test compares the
 * two.
 */
export const FIELD_TABLE: readonly FieldRow[] = [
  row("version", ["version"], TEXT, "many"),
  row("author", ["author"], TEXT, "many"),
  row("homepage", ["homepage", "repository"], TEXT, "OpenClaw, many"),
  row("tags", ["tags"], LIST, "Hermes, autopoiesis, many"),
  row("triggers", ["triggers", "trigger"], PHRASES, "AIOS, many"),
  row("whenToUse", ["when_to_use", "when-to-use", "whenToUse"], TEXT, "Claude Code"),
  row("whenNotToUse", ["when_not_to_use", "when-not-to-use", "whenNotToUse"], TEXT, "knowhow"),
  row("argumentHint", ["argument-hint", "argument_hint", "argumentHint"], HINT, "Claude Code, VS Code"),
  row("arguments", ["arguments"], VALUE, "Claude Code"),
  row("inputs", ["inputs"], INPUTS, "AIOS"),
  row("output", ["output"], OUTPUT, "AIOS"),
  row("steps", ["steps"], STEPS, "AIOS"),
  {
    field: "workflow",
    keys: ["workflow"],
    expects: "the path of a workflow file, or a list of steps",
    vendors: "knowhow",
    set: (node, into) => {
      const text = readText(node);
      if (text === undefined) into.steps ??= readSteps(node);
      else if (NAMES_A_FILE.test(text)) into.workflow = text;
      return true;
    },
  },
  row("tools", ["tools"], ALLOWED, "AIOS, many", [NO_TOOLS]),
  row("disallowedTools", ["disallowed-tools", "disallowedTools"], TOOLS, "Claude Code"),
  row("globs", ["globs", "paths"], GLOBS, "Pisces, oh-my-pi, Claude Code (`paths`)"),
  row("alwaysApply", ["alwaysApply", "always-apply"], FLAG, "Pisces, oh-my-pi"),
  row(
    "userInvocable",
    ["user-invocable", "user_invocable", "userInvocable", "slash"],
    FLAG,
    "Claude Code, VS Code, OpenClaw, opencode (`slash`)",
    false,
  ),
  row(
    "disableModelInvocation",
    ["disable-model-invocation", "disable_model_invocation", "disableModelInvocation"],
    FLAG,
    "Claude Code, VS Code, Cursor, OpenClaw",
    true,
  ),
  row("agentReady", ["agent_ready", "agent-ready", "agentReady"], FLAG, "AIOS", false),
  row("internal", ["internal"], FLAG, "Vercel skills"),
  row("nodeType", ["node_type", "node-type", "nodeType"], TEXT, "AIOS"),
  row("suggestedEdges", ["suggested_edges", "suggested-edges", "suggestedEdges"], VALUE, "AIOS"),
  row("model", ["model"], TEXT, "Claude Code"),
  row("effort", ["effort"], TEXT, "Claude Code"),
  row("context", ["context"], TEXT, "Claude Code, VS Code"),
  row("agent", ["agent"], TEXT, "Claude Code"),
  row("background", ["background"], FLAG, "Claude Code"),
  row("hooks", ["hooks"], VALUE, "Claude Code"),
  row("shell", ["shell"], TEXT, "Claude Code"),
  row("displayName", ["display_name", "display-name", "displayName"], TEXT, "Codex"),
  row("shortDescription", ["short-description", "short_description", "shortDescription"], TEXT, "Codex"),
  row("relatedSkills", ["related_skills", "related-skills", "relatedSkills"], LIST, "Hermes"),
  row("always", ["always"], FLAG, "OpenClaw"),
  row("commandDispatch", ["command-dispatch", "commandDispatch"], TEXT, "OpenClaw"),
  row("commandTool", ["command-tool", "commandTool"], TEXT, "OpenClaw"),
  row("commandArgMode", ["command-arg-mode", "commandArgMode"], TEXT, "OpenClaw"),
  row("primaryEnv", ["primaryEnv", "primary-env", "primary_env"], TEXT, "OpenClaw"),
  row("skillKey", ["skillKey", "skill-key", "skill_key"], TEXT, "OpenClaw"),
  row("emoji", ["emoji"], TEXT, "OpenClaw"),
  row("credentialFiles", ["required_credential_files", "required-credential-files"], VALUE, "Hermes"),
  row("config", ["config"], VALUE, "Hermes"),
  row("blueprint", ["blueprint"], VALUE, "Hermes"),
  row("githubRepo", ["github-repo"], TEXT, "gh skill"),
  row("githubRef", ["github-ref"], TEXT, "gh skill"),
  row("githubTreeSha", ["github-tree-sha"], TEXT, "gh skill"),
  row("githubPath", ["github-path"], TEXT, "gh skill"),
  row("githubPinned", ["github-pinned"], TEXT, "gh skill"),
  row("localPath", ["local-path"], TEXT, "gh skill"),
];

function row<Field extends keyof SkillFields>(
  field: Field,
  keys: readonly string[],
  { expects, read }: Reader<SkillFields[Field]>,
  vendors: string,
  strictest?: SkillFields[Field],
): FieldRow {
  const set = (node: YamlNode, into: MutableFields) => {
    const value = read(node);
    if (value === undefined) return false;
    into[field] = value;
    return true;
  };
  if (strictest === undefined) return { field, keys, expects, vendors, set };
  const apply = (into: MutableFields) => {
    into[field] = strictest;
  };
  return { field, keys, expects, vendors, set, stricter: { value: String(strictest), apply } };
}

/** The six fields of agentskills.io; everything else is an extension. */
export const STANDARD_FIELDS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);
