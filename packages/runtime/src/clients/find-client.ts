import type { Client, ClientPrompt } from "./client.ts";
import { CLIENTS } from "./clients.ts";

/** A client whose prompt was captured. */
export interface CapturedClient extends Client {
  readonly prompt: ClientPrompt;
}

/** Every client whose prompt was captured. */
export const CAPTURED_CLIENTS: readonly CapturedClient[] = CLIENTS.filter(isCaptured);

/** The client that reports this name when it connects; a proxy may add itself, as in `claude-code (via mcp-remote 0.1)`. */
export function findClient(name: string): CapturedClient | undefined {
  const reported = name.trim().toLowerCase();
  return CAPTURED_CLIENTS.find(({ prompt }) =>
    prompt.names.some((own) => reported === own || reported.startsWith(`${own} `)),
  );
}

function isCaptured(client: Client): client is CapturedClient {
  return client.prompt !== undefined;
}
