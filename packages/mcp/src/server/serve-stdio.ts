import { PassThrough, type Readable, type Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { answeringTransport } from "./answering-transport.ts";
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

/** How long a client that closed its end may wait for the answers it asked for; clients give a server two seconds to leave. */
const LAST_ANSWERS_MS = 1_500;

/**
 * Serves one client over a pair of pipes, until it closes its end; what it asked before is still answered, so that
 * requests can come from a file. Nothing else may write to `output`.
 */
export function serveSkillsOverStdio(
  skills: SkillServer,
  { input, output }: Pipes,
  onError: (error: Error) => void = () => undefined,
): Serving {
  // The official transport ends at once with its input, so it gets one that ends later.
  const held = new PassThrough();
  input.pipe(held, { end: false });
  // Every answer that waits for a slow reader listens for errors.
  output.setMaxListeners(0);
  const transport = answeringTransport(
    new StdioServerTransport(held, output, { maxBufferSize: MAX_MESSAGE_BYTES }),
  );
  const handle = serveStdio(() => skills.connection(), { transport, onerror: onError });
  const lastAnswers = async () => {
    while (held.readableLength + held.writableLength > 0 && !held.destroyed) await setImmediate();
    await transport.answered(LAST_ANSWERS_MS);
  };
  const ended = new Promise<void>((resolve) => {
    transport.closed.then(resolve);
    input.once("end", () => lastAnswers().then(resolve));
    input.once("error", () => resolve());
    input.once("close", () => {
      if (!input.readableEnded) resolve();
    });
  });
  return {
    ended,
    close: async () => {
      input.unpipe(held);
      held.destroy();
      await handle.close();
    },
  };
}
