/** The six fields of agentskills.io; everything else is an extension. */
export const STANDARD_FIELDS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);
