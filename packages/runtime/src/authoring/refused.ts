import { KnowhowError } from "../errors.ts";

/** The error for a proposal that is not accepted; the message tells the model or the user what is wrong with it. */
export function refused(message: string, hint?: string): KnowhowError {
  return new KnowhowError("authoring.refused", message, hint === undefined ? {} : { hint });
}
