import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { SkillServer } from "./create-skill-server.ts";

/** A server at work. */
export interface Serving {
  /** Resolves when the client has gone or somebody closed it. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** The two ends of a pipe to one client. */
export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

/** Larger messages end the connection. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Serves one client over a pair of pipes, until it closes its end. Nothing else may write to `output`. */
export function serveSkillsOverStdio(
  skills: SkillServer,
  { input, output }: Pipes,
  onError: (error: Error) => void = () => undefined,
): Serving {
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_BYTES });
  const handle = serveStdio(() => skills.connection(), { transport, onerror: onError });
  const ended = new Promise<void>((resolve) => {
    for (const event of ["end", "close", "error"]) input.once(event, () => resolve());
  });
  return { ended, close: () => handle.close() };
}
