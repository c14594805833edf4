/** Diagnostics about servers' skills and about serving skills. */
export const MCP_CODES = {
  "mcp.unreachable": {
    severity: "warning",
    summary: "A server did not list its skills; the last good listing is used.",
  },
  "mcp.no-skills": { severity: "info", summary: "A server offers no skills." },
  "mcp.legacy": {
    severity: "info",
    summary: "A server offers its skills in a format older than the skills extension.",
  },
  "mcp.entry-refused": { severity: "warning", summary: "A server lists a skill that cannot be accepted." },
  "mcp.listing-limit": { severity: "warning", summary: "A server's listing was cut off at a limit." },
  "mcp.approval-revoked": {
    severity: "warning",
    summary: "A server's skill changed after it was approved and is hidden again.",
  },
  "mcp.fields-ignored": {
    severity: "info",
    summary: "A server's skill requests tools or other permissions that were not granted.",
  },
  "mcp.not-served": {
    severity: "warning",
    summary:
      "A skill cannot be offered through the MCP skills extension; it is still available through the skill tools.",
  },
  "mcp.no-manifest": {
    severity: "info",
    summary: "A skill is served over MCP without a list of its files.",
  },
  "mcp.rewritten": {
    severity: "info",
    summary:
      "A skill is served over MCP with a normalised frontmatter, because strict clients reject the original.",
  },
} as const;
