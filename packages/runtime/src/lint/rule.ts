import type { DiagnosticCode } from "../codes.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { Awaitable } from "../ports.ts";
import type { WorkflowSurroundings } from "../runs/lint-skill-workflow.ts";
import type { Resource, Skill, SkillFields } from "../skill.ts";

/** Every code of a lint rule. */
export type LintCode = Extract<DiagnosticCode, `lint.${string}`>;

/** One skill as its author wrote it. */
export interface LintSkillInput {
  /** Absolute path of the directory that holds the SKILL.md. */
  readonly directory: string;
  readonly name: string;
  readonly description: string;
  readonly fields: SkillFields;
  /** The rules of the tools that it may use. Default none declared. */
  readonly allowedTools?: readonly string[];
  /** The whole SKILL.md. */
  readonly text: string;
  /** The part after the frontmatter. */
  readonly body: string;
  /** One-based line on which the body starts. */
  readonly bodyLine: number;
  /** The other files of the directory. */
  readonly files: readonly Resource[];
  /** Text of a listed file; undefined if it is missing or not text. Throws only if reading fails. */
  readText(path: string): Awaitable<string | undefined>;
}

/** What a library rule needs from a skill. */
export type LintLibrarySkill = Pick<Skill, "name" | "description" | "path" | "fields">;

/** A rule for one skill. A diagnostic's `path` is relative to the skill's directory, undefined for the SKILL.md. */
export interface SkillRule {
  readonly code: LintCode;
  readonly scope: "skill";
  check(input: LintSkillInput): Awaitable<readonly Diagnostic[]>;
}

/** A rule for skills that are used together. */
export interface LibraryRule {
  readonly code: LintCode;
  readonly scope: "library";
  check(skills: readonly LintLibrarySkill[]): readonly Diagnostic[];
}

export type Rule = SkillRule | LibraryRule;

/** Options of a lint run. */
export interface LintOptions {
  /** Rules to skip. */
  readonly skip?: readonly LintCode[];
  /** The skills and tools that a workflow may call. What is not given is not checked. */
  readonly workflow?: Pick<WorkflowSurroundings, "tools" | "otherTools" | "skills" | "filters">;
}
