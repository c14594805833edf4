/**
 * Mutants that change nothing that can be observed, each with the reason. `code` is the line as it is in the file.
 *
 * @type {readonly { readonly file: string; readonly code: string; readonly was: string; readonly replacement: string; readonly reason: string }[]}
 */
export const equivalents = [
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
