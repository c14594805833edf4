import type { Kind } from "./kind.ts";
import { listOf, objectWith, text } from "./kinds.ts";

/** The messages of a conversation. A host's own objects may have more; what a user wrote is checked where it is read. */
export const messagesKind: Kind = listOf(
  objectWith({ role: { kind: text, required: true } }, "a message with `role` and `content`"),
  "an array of messages",
);
