import type { Diagnostic } from "./diagnostics.ts";

/** Who a skill belongs to; the profile decides which level takes precedence. */
export type Level = (typeof LEVELS)[number];

/** The levels, the outermost first. `agent`: a skill that an agent wrote and the user reviewed. */
export const LEVELS = ["agent", "builtin", "plugin", "user", "project", "custom"] as const;

/** How the user or a policy restricts a skill. */
export type Override = "on" | "name-only" | "user-only" | "off";

/** How a skill can be used: an override, or the reason why it cannot be used. `pending` waits for a trust decision. */
export type SkillState = Override | "ineligible" | "pending" | "refused";

/** True if a skill in this state may be shown to a model. */
export function isVisible(state: SkillState | undefined): state is "on" | "name-only" {
  return state === "on" || state === "name-only";
}

/** The provider and root that a skill came from. */
export interface Origin {
  readonly provider: string;
  readonly level: Level;
  /** The root directory under which it was found. */
  readonly root: string;
  /** The higher value wins if the policy compares priorities. */
  readonly priority: number;
  /** Position of the root among all roots; lower means registered earlier. */
  readonly order: number;
  /** Label of the server that offers it; undefined for a local skill. */
  readonly remote?: string;
}

/** A file of a skill other than its SKILL.md. `path` is relative to the skill's directory, `size` is in bytes. */
export interface Resource {
  readonly path: string;
  readonly size: number;
}

/** The only item of a declared list of tools that is empty. It matches no tool, so nothing is allowed. */
export const NO_TOOLS = "(none)";

/** The rules of the tools that a skill may use: `allowed-tools`, otherwise `tools`. Empty if it declares none. */
export function declaredTools({
  allowedTools,
  fields,
}: Pick<SkillContent, "allowedTools" | "fields">): readonly string[] {
  return allowedTools.length > 0 ? allowedTools : (fields.tools ?? []);
}

/** How to install a requirement, as declared by the skill's author. */
export interface InstallHint {
  readonly kind: string;
  readonly label: string;
}

/** Requirements that must be met before a skill can be used. */
export interface Requirements {
  readonly os?: readonly string[];
  readonly bins?: readonly string[];
  readonly anyBins?: readonly string[];
  readonly env?: readonly string[];
  /** Domains that scripts of the skill connect to. */
  readonly hosts?: readonly string[];
  readonly config?: readonly string[];
  /** Tools that the host must offer. */
  readonly tools?: readonly string[];
  /** For fallback skills: the skill applies only while the host offers none of these tools. */
  readonly absentTools?: readonly string[];
  readonly install?: readonly InstallHint[];
}

/** Fields beyond the standard's six, read from wherever vendors put them (see `format/fields.ts`). */
export interface SkillFields {
  readonly version?: string;
  readonly author?: string;
  readonly homepage?: string;
  readonly tags?: readonly string[];
  readonly triggers?: readonly string[];
  readonly whenToUse?: string;
  readonly whenNotToUse?: string;
  readonly argumentHint?: string;
  readonly arguments?: unknown;
  readonly inputs?: unknown;
  readonly output?: string;
  readonly steps?: unknown;
  /** Path of the workflow file. Default `workflow.yaml`, if there is one. */
  readonly workflow?: string;
  /** `["(none)"]` for an empty list. */
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly requires?: Requirements;
  readonly globs?: readonly string[];
  readonly alwaysApply?: boolean;
  readonly userInvocable?: boolean;
  readonly disableModelInvocation?: boolean;
  readonly agentReady?: boolean;
  readonly internal?: boolean;
  readonly nodeType?: string;
  readonly suggestedEdges?: unknown;
  readonly model?: string;
  readonly effort?: string;
  readonly context?: string;
  readonly agent?: string;
  readonly displayName?: string;
  readonly shortDescription?: string;
  readonly relatedSkills?: readonly string[];
  readonly hooks?: unknown;
  readonly shell?: string;
  readonly background?: boolean;
  readonly always?: boolean;
  readonly commandDispatch?: string;
  readonly commandTool?: string;
  readonly commandArgMode?: string;
  readonly primaryEnv?: string;
  readonly skillKey?: string;
  readonly emoji?: string;
  readonly credentialFiles?: unknown;
  readonly config?: unknown;
  readonly blueprint?: unknown;
  readonly githubRepo?: string;
  readonly githubRef?: string;
  readonly githubTreeSha?: string;
  readonly githubPath?: string;
  readonly githubPinned?: string;
  readonly localPath?: string;
}

/** The content of a SKILL.md, independent of its location. The body is not kept, only its hash and size. */
export interface SkillContent {
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Empty if the skill does not declare tools; `["(none)"]` if it declares an empty list. */
  readonly allowedTools: readonly string[];
  readonly fields: SkillFields;
  /** Every key outside the six standard fields, and every `metadata` value that is not a scalar, as written. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** First 16 hex digits of the SHA-256 of the body. */
  readonly version: string;
  /** Estimated number of tokens in the body. */
  readonly tokens: number;
}

/** The content of one SKILL.md, before it is decided whether the skill can be used. */
export interface SkillSummary extends SkillContent {
  /** False if the frontmatter is missing or cannot be parsed. */
  readonly hasFrontmatter: boolean;
  readonly name?: string;
  readonly description?: string;
  /** First paragraph of the body; only set if the description is missing. */
  readonly firstParagraph?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The named sections of a body, such as `## Purpose`. All are optional. */
export interface SkillSections {
  readonly purpose?: string;
  readonly whenToUse?: string;
  readonly outputTemplate?: string;
  readonly guidelines?: string;
  readonly qualityChecklist?: string;
  readonly variants?: string;
}

/** Location of a skill after resolving links. */
export interface RealPlace {
  /** Path of the SKILL.md. */
  readonly path: string;
  /** The directory with the skill's files. It differs from the SKILL.md's directory if the SKILL.md is a link. */
  readonly directory: string;
}

/** A skill that was found, parsed and accepted. Frozen; the body is read when needed. */
export interface Skill extends SkillContent {
  readonly name: string;
  readonly description: string;
  /** Absolute path of the SKILL.md. */
  readonly path: string;
  /** Absolute path of the directory that holds it. */
  readonly directory: string;
  /** Location after resolving links; undefined if there are none. Content is never read from anywhere else later. */
  readonly real?: RealPlace;
  readonly origin: Origin;
  /** Where it comes from, in the words of the profile: `workspace`, `vault`; for a skill of a server, its provider. */
  readonly source: string;
  /** Its other files, if they were listed at discovery. */
  readonly resources?: readonly Resource[];
}
