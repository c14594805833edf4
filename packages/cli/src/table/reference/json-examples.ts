import { AUDIT_JSON } from "./json-examples/audit.ts";
import { AUTHORING_JSON } from "./json-examples/authoring.ts";
import { EXPLORING_JSON } from "./json-examples/exploring.ts";
import type { JsonExample } from "./json-examples/json-example.ts";
import { MATCHING_JSON } from "./json-examples/matching.ts";
import { MCP_JSON } from "./json-examples/mcp.ts";
import { REVIEW_JSON } from "./json-examples/review.ts";
import { RUNNING_JSON } from "./json-examples/running.ts";
import { SHELL_JSON } from "./json-examples/shell.ts";
import { TRUST_JSON } from "./json-examples/trust.ts";

/** What `--json` prints, by command; a test compares the keys with the output of the commands. */
export const JSON_EXAMPLES: Readonly<Record<string, JsonExample>> = {
  ...EXPLORING_JSON,
  ...MATCHING_JSON,
  ...RUNNING_JSON,
  ...AUTHORING_JSON,
  ...REVIEW_JSON,
  ...TRUST_JSON,
  ...AUDIT_JSON,
  ...MCP_JSON,
  ...SHELL_JSON,
};
