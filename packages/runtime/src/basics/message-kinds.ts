import type { Kind } from "./kind.ts";
import { listOf, objectWith, oneOf } from "./kinds.ts";

/**
 * The messages of a conversation. A host's objects may have further properties; the content is checked when it is read.
 */
export const messagesKind: Kind = listOf(
  objectWith(
    { role: { kind: oneOf(["system", "user", "assistant", "tool"]), required: true } },
    "a message with `role` and `content`",
  ),
  "an array of messages",
);
