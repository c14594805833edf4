import type { Diagnostic } from "./diagnostics.ts";

/** Where in the order of ownership a skill stands. */
export type Level = (typeof LEVELS)[number];

/** The levels, the outermost first. */
export const LEVELS = ["builtin", "plugin", "user", "project", "custom"] as const;

/** What a person or a policy decided about a skill's use. */
export type Override = "on" | "name-only" | "user-only" | "off";

/** How a skill takes part: an override, or the reason why it cannot; `pending` waits for a trust decision. */
export type SkillState = Override | "ineligible" | "pending" | "refused";

/** True when a model may be shown a skill in this state. */
export function isVisible(state: SkillState | undefined): state is "on" | "name-only" {
  return state === "on" || state === "name-only";
}

/** Which provider and root a skill came from. */
export interface Origin {
  readonly provider: string;
  readonly level: Level;
  /** The root directory under which it was found. */
  readonly root: string;
  /** Higher wins where the policy looks at priority. */
  readonly priority: number;
  /** Position of the root among all roots; lower was registered first. */
  readonly order: number;
  /** Label of the server that offers it; absent for a skill of this machine. */
  readonly remote?: string;
}

/** A file of a skill other than its SKILL.md; `path` is relative to the skill's directory. */
export interface Resource {
  readonly path: string;
  readonly size: number;
}

/** A way to get something a skill needs, as its author declared it. */
export interface InstallHint {
  readonly kind: string;
  readonly label: string;
}

/** What must be there before a skill can be used. */
export interface Requirements {
  readonly os?: readonly string[];
  readonly bins?: readonly string[];
  readonly anyBins?: readonly string[];
  readonly env?: readonly string[];
  readonly config?: readonly string[];
  /** Tools the host must offer. */
  readonly tools?: readonly string[];
  /** The skill is a fallback: it applies only while none of these tools is offered. */
  readonly absentTools?: readonly string[];
  readonly install?: readonly InstallHint[];
}

/** Fields beyond the standard's six, read from wherever the vendors put them (see `format/fields.ts`). */
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

/** What a SKILL.md says of itself, wherever it lies; the body is not kept, only its fingerprint and size. */
export interface SkillContent {
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly allowedTools: readonly string[];
  readonly fields: SkillFields;
  /** Every key that is not one of the six standard fields, and every `metadata` value that is no scalar, as written. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** First 16 hex digits of the SHA-256 of the body. */
  readonly version: string;
  /** Estimated tokens of the body. */
  readonly tokens: number;
}

/** What one SKILL.md holds before anybody decided whether it may be used. */
export interface SkillSummary extends SkillContent {
  /** False when there is no frontmatter, or none that can be understood. */
  readonly hasFrontmatter: boolean;
  readonly name?: string;
  readonly description?: string;
  /** First paragraph of the body; only there when the description is missing. */
  readonly firstParagraph?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Where a skill lies once every link is resolved. */
export interface RealPlace {
  /** The SKILL.md itself. */
  readonly path: string;
  /** The directory that holds the skill's files; elsewhere than the SKILL.md when that is a link. */
  readonly directory: string;
}

/** A skill that was found, read and admitted. Frozen; the body is read again when it is wanted. */
export interface Skill extends SkillContent {
  readonly name: string;
  readonly description: string;
  /** Absolute path of the SKILL.md. */
  readonly path: string;
  /** Absolute path of the directory that holds it. */
  readonly directory: string;
  /** Where it was really found; absent when no link leads to it. Nothing is read from anywhere else later. */
  readonly real?: RealPlace;
  readonly origin: Origin;
  /** Its other files, where they were listed at discovery. */
  readonly resources?: readonly Resource[];
}
