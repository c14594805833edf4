/**
 * Mutants that change nothing that can be observed, each with the reason. `code` is the line as it is in the file,
 * and `behind` the text before the changed place where the line has several that look the same.
 *
 * @type {readonly { readonly file: string; readonly code: string; readonly was: string; readonly behind?: string; readonly replacement: string; readonly reason: string }[]}
 */
export const equivalents = [
  {
    file: "resolution/find-look-alikes.ts",
    code: "if (entries.every(({ skill }) => PLAIN.test(skill.name))) return [];",
    was: "entries.every(({ skill }) => PLAIN.test(skill.name))",
    replacement: "false",
    reason: "it only saves time: plain names are equal only if they are the same name, which has one entry",
  },
  {
    file: "profiles/pisces.ts",
    code: "toolsRequired: false,",
    was: "false",
    replacement: "true",
    reason: "Pisces does not read the field that names required tools",
  },
  {
    file: "profiles/pisces.ts",
    code: "priority: -1,",
    was: "1",
    replacement: "(1 + 1)",
    reason: "any priority below that of all providers gives the same order",
  },
  {
    file: "profiles/agentskills.ts",
    code: 'format: { fileNames: ["SKILL.md", "skill.md"], strict: false, infer: false, severities: {} },',
    was: "false",
    behind: "strict: ",
    replacement: "true",
    reason: "without severities of its own, every error of this profile skips the skill in any case",
  },
  {
    file: "session/session-state.ts",
    code: "...(grants === undefined ? {} : { grants }),",
    was: "grants === undefined",
    replacement: "false",
    reason: "an option that is undefined means the same as one that is missing",
  },
  {
    file: "session/session-state.ts",
    code: "...(toolScope === undefined ? {} : { toolScope }),",
    was: "toolScope === undefined",
    replacement: "false",
    reason: "an option that is undefined means the same as one that is missing, and JSON has neither",
  },
  {
    file: "session/prompt/prompt.ts",
    code: "this.#announcedFor = canRead ? view.library : undefined;",
    was: "canRead",
    replacement: "false",
    reason: "it only saves comparing a library with itself",
  },
];
