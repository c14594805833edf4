/** The commands with which the user reviews what a scan found, and accepts it. Only plain names become part of a command. */
export function scanHint(name: string, blocking: readonly string[]): string {
  if (!/^[A-Za-z0-9._][A-Za-z0-9._:-]*$/.test(name)) return "run `knowhow trust` to list pending skills";
  const rules = blocking.filter((rule) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(rule));
  const dismiss = rules.map((rule) => ` --dismiss ${rule}`).join("");
  const reason = dismiss === "" ? "" : ' --reason "…"';
  return `read what was found with \`knowhow trust show ${name}\`, then decide with \`knowhow trust grant ${name}${dismiss}${reason}\``;
}
