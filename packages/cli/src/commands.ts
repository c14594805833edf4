import { AUDIT } from "./specs/audit.ts";
import { AUTHORING } from "./specs/authoring.ts";
import { EXPLORING } from "./specs/exploring.ts";
import { MATCHING } from "./specs/matching.ts";
import { MCP } from "./specs/mcp.ts";
import { REVIEW } from "./specs/review.ts";
import { RUNNING } from "./specs/running.ts";
import { SCRIPTS } from "./specs/scripts.ts";
import { SECRETS } from "./specs/secrets.ts";
import { SHELL } from "./specs/shell.ts";
import { TRUST } from "./specs/trust.ts";
import type { CommandSpec } from "./table/command.ts";

/** Every command. Parsing, help, suggestions, completion and the pages in `docs/reference/cli/` are generated from this table. */
export const COMMANDS: readonly CommandSpec[] = [
  ...under("Explore skills", EXPLORING),
  ...under("Search, match and read", MATCHING),
  ...under("Run workflows", [...RUNNING, ...SCRIPTS, ...SECRETS]),
  ...under("Write and check skills", [...AUTHORING, ...REVIEW]),
  ...under("Trust and MCP", [...TRUST, ...AUDIT, ...MCP]),
  ...under("Other commands", SHELL),
];

function under(section: string, commands: readonly CommandSpec[]): readonly CommandSpec[] {
  return commands.map((command) => ({ ...command, section }));
}
