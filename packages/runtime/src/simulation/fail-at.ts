import { KnowhowError } from "../errors.ts";

/** Throws an error about the current line of a script. */
export type Fail = (
  message: string,
  help?: { readonly hint?: string | undefined; readonly cause?: unknown },
) => never;

/** Makes errors that name the script and the line. */
export function failAt(path: string, line: number): Fail {
  return (message, { hint, cause } = {}) => {
    throw new KnowhowError("simulation.invalid", `${path}:${line}: ${message}`, {
      ...(hint === undefined ? {} : { hint }),
      ...(cause === undefined ? {} : { cause }),
    });
  };
}
