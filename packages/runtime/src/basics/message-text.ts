import { KnowhowError } from "../errors.ts";

/** A message as text; hosts that have it in parts must say which of them a person wrote. */
export function messageText(content: unknown): string {
  if (typeof content === "string") return content;
  throw new KnowhowError("runtime.bad-option", "a message must be a string", {
    hint: "pass the text of the message; join its text parts if it has several",
  });
}
