import type { ActionSpec, CommandSpec, GroupSpec, OptionSpec, PositionalSpec } from "../table/command.ts";

const NAME: PositionalSpec = { name: "name", summary: "name of a variable, such as API_KEY" };
const SKILL: OptionSpec = {
  name: "skill",
  value: "NAME",
  completes: "skills",
  summary: "only for this skill (default: every skill that declares the variable)",
};

const set: ActionSpec = {
  name: "set",
  summary: "Store a secret for the scripts of skills",
  detail:
    "Asks for the value without showing it, or reads it from stdin. It is kept in the keychain (macOS, and Linux with secret-tool), or else in a file that only you can read. A script gets it only if its skill declares the variable and you approve the run.",
  positionals: [NAME],
  options: [SKILL],
  examples: [
    { line: "knowhow secret set FORMS_KEY", summary: "type the value" },
    {
      line: "knowhow secret set FORMS_KEY --skill pdf-forms < key.txt",
      summary: "from a file, for one skill",
    },
  ],
  load: async () => (await import("../commands/secret/set.ts")).secretSet,
};

const list: ActionSpec = {
  name: "list",
  summary: "List the names of stored secrets, never their values",
  positionals: [],
  options: [],
  examples: [{ line: "knowhow secret list", summary: "names, and where each is kept" }],
  load: async () => (await import("../commands/secret/list.ts")).secretList,
};

const remove: ActionSpec = {
  name: "remove",
  summary: "Remove a stored secret",
  positionals: [NAME],
  options: [SKILL],
  examples: [{ line: "knowhow secret remove FORMS_KEY", summary: "forget a value" }],
  load: async () => (await import("../commands/secret/remove.ts")).secretRemove,
};

const secret: GroupSpec = {
  name: "secret",
  summary: "Store secrets for the scripts of skills",
  detail: "Without a subcommand, `knowhow secret` is the same as `knowhow secret list`.",
  commands: [set, list, remove],
  fallback: list,
  examples: [{ line: "knowhow secret set FORMS_KEY", summary: "store the value of a variable" }],
};

/** Commands for secrets. */
export const SECRETS: readonly CommandSpec[] = [secret];
