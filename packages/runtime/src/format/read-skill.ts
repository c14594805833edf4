import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { SkillFields } from "../skill.ts";
import { checkSkill } from "./checks/check-skill.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { readFields } from "./fields.ts";
import { type ParsedSkillMd, parseWithPositions } from "./parse-skill-md.ts";
import type { ReadOptions } from "./summary.ts";
import { BODY_TOKEN_LIMIT } from "./summary.ts";

/** A parsed SKILL.md with its extension fields and diagnostics. */
export interface ReadSkill {
  readonly md: ParsedSkillMd;
  readonly fields: SkillFields;
  /** Estimated number of tokens in the body. */
  readonly tokens: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a text once for all later checks. Never throws. */
export function readSkill(text: string, options: ReadOptions): ReadSkill {
  const { value: md, diagnostics } = parseWithPositions(text, options.salvages === true);
  const { fields, diagnostics: fieldDiagnostics } = readFields(md);
  const tokens = (options.tokenizer ?? estimateTokens)(md.body);
  return {
    md,
    fields,
    tokens,
    diagnostics: [
      ...(text.startsWith("\ufeff") ? [byteOrderMark()] : []),
      ...diagnostics,
      ...checkSkill(md, options),
      ...fieldDiagnostics,
      ...longBody(tokens, md),
      ...brokenBytes(text, options.size),
    ],
  };
}

function byteOrderMark(): Diagnostic {
  const message = "the file starts with a byte order mark";
  const hint = "save it as UTF-8 without BOM";
  return diagnose("format.byte-order-mark", message, { line: 1, column: 1, hint });
}

/**
 * A replacement character stands for bytes that were not valid UTF-8, unless the author wrote it: then the text has as many
 * bytes as the file.
 */
function brokenBytes(text: string, size: number | undefined): readonly Diagnostic[] {
  const at = size === undefined ? -1 : text.indexOf("\ufffd");
  if (at < 0 || new TextEncoder().encode(text).length === size) return [];
  const line = text.slice(0, at).split("\n").length;
  const hint = "save the file as UTF-8";
  return [
    diagnose("format.not-utf8", "the file is not valid UTF-8; broken bytes were replaced", {
      line,
      column: 1,
      hint,
    }),
  ];
}

/** Finds the first NUL byte; a file with NUL bytes is not a text file. */
export function findNul(text: string): Diagnostic | undefined {
  const at = text.indexOf("\0");
  if (at < 0) return undefined;
  const line = text.slice(0, at).split("\n").length;
  return diagnose("format.not-text", "the file contains NUL bytes and is not a text file", {
    line,
    column: 1,
    hint: "save it as plain text in UTF-8",
  });
}

function longBody(tokens: number, md: ParsedSkillMd): readonly Diagnostic[] {
  if (tokens <= BODY_TOKEN_LIMIT) return [];
  const message = `the body has about ${tokens} tokens; ${BODY_TOKEN_LIMIT} are recommended`;
  const hint = "move details into references/";
  return [diagnose("format.body-tokens", message, { line: md.bodyLine, column: 1, hint })];
}
