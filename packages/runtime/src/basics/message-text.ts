import { KnowhowError } from "../errors.ts";

/** The content of a message as a string. Hosts with multi-part content must select the parts that the user wrote. */
export function messageText(content: unknown): string {
  if (typeof content === "string") return content;
  throw new KnowhowError("runtime.bad-option", "a message must be a string", {
    hint: "pass the text of the message; join its text parts if it has several",
  });
}
