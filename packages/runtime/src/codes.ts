import type { ERROR_CODES } from "./codes/error-codes.ts";
import { FORMAT_CODES } from "./codes/format-codes.ts";
import { LIBRARY_CODES } from "./codes/library-codes.ts";
import { LINT_CODES } from "./codes/lint-codes.ts";
import { MCP_CODES } from "./codes/mcp-codes.ts";
import { WORKFLOW_CODES } from "./codes/workflow-codes.ts";

export { ERROR_CODES } from "./codes/error-codes.ts";

/**
 * Severity of a diagnostic: an error makes a skill unusable or invalid, a warning deserves attention, info explains.
 */
export type Severity = "error" | "warning" | "info";

interface CodeRow {
  readonly severity: Severity;
  readonly summary: string;
}

/** Every diagnostic code. `docs/reference/codes.md` lists the same rows, and a test compares the two. */
export const DIAGNOSTIC_CODES: typeof FORMAT_CODES &
  typeof LIBRARY_CODES &
  typeof MCP_CODES &
  typeof LINT_CODES &
  typeof WORKFLOW_CODES = {
  ...FORMAT_CODES,
  ...LIBRARY_CODES,
  ...MCP_CODES,
  ...LINT_CODES,
  ...WORKFLOW_CODES,
};

/** Checks the rows of a table against a type without widening its keys. */
type RowsOf<Rows extends Readonly<Record<string, Row>>, Row> = Rows;

export type DiagnosticCode = keyof RowsOf<typeof DIAGNOSTIC_CODES, CodeRow>;

export type ErrorCode = keyof RowsOf<typeof ERROR_CODES, Pick<CodeRow, "summary">>;
