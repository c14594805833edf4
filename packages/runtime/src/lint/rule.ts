import type { DiagnosticCode } from "../codes.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { Awaitable } from "../ports.ts";
import type { Resource, Skill, SkillFields } from "../skill.ts";

/** Every code of this folder. */
export type LintCode = Extract<DiagnosticCode, `lint.${string}`>;

/** One skill as its author wrote it. */
export interface LintSkillInput {
  /** Absolute path of the directory that holds the SKILL.md. */
  readonly directory: string;
  readonly name: string;
  readonly description: string;
  readonly fields: SkillFields;
  /** The whole SKILL.md. */
  readonly text: string;
  /** The part behind the frontmatter. */
  readonly body: string;
  /** One-based line on which the body starts. */
  readonly bodyLine: number;
  /** The other files of the directory. */
  readonly files: readonly Resource[];
  /** Text of a listed file, or undefined when it is gone or no text. Throws only when reading breaks. */
  readText(path: string): Awaitable<string | undefined>;
}

/** What a library rule sees of a skill. */
export type LintLibrarySkill = Pick<Skill, "name" | "description" | "path" | "fields">;

/** Advice on one skill; a diagnostic's `path` is relative to the skill's directory, absent for the SKILL.md. */
export interface SkillRule {
  readonly code: LintCode;
  readonly scope: "skill";
  check(input: LintSkillInput): Awaitable<readonly Diagnostic[]>;
}

/** Advice on skills that stand side by side. */
export interface LibraryRule {
  readonly code: LintCode;
  readonly scope: "library";
  check(skills: readonly LintLibrarySkill[]): readonly Diagnostic[];
}

export type Rule = SkillRule | LibraryRule;

/** What the caller wants otherwise. */
export interface LintOptions {
  /** Rules that are not run. */
  readonly skip?: readonly LintCode[];
}
