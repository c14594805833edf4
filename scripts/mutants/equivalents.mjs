/**
 * Mutants that change nothing that can be observed, each with the reason. `code` is the line as it is in the file.
 *
 * @type {readonly { readonly file: string; readonly code: string; readonly was: string; readonly replacement: string; readonly reason: string }[]}
 */
export const equivalents = [];
