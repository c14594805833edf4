import { claudeCode } from "../support/claude-code.ts";
import { proveClient } from "../support/story.ts";

proveClient(claudeCode);
