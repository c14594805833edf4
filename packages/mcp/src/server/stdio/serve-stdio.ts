import { type Readable, Transform, type Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { checkArgument, kinds } from "@knowhow/runtime/toolkit";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { SkillServer } from "../create-skill-server.ts";
import { within } from "../within.ts";
import { answeringTransport } from "./answering-transport.ts";

/** A running server. */
export interface Serving {
  /** Resolves when the client has disconnected or the server was closed. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** The two streams to one client. */
export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

/** Larger messages end the connection. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** With more unanswered requests or unread responses, reading pauses (backpressure). */
const MAX_WAITING = 256;

/** How long to wait for the next answer after the client closed its end; clients give a server two seconds to leave. */
const NEXT_ANSWER_MS = 1_500;
const POLL_MS = 2;

const PIPES = kinds.objectWith(
  {
    input: {
      kind: kinds.objectWith({ pipe: { kind: kinds.callable, required: true } }, "a readable stream"),
      required: true,
    },
    output: {
      kind: kinds.objectWith({ write: { kind: kinds.callable, required: true } }, "a writable stream"),
      required: true,
    },
  },
  "an object with `input` and `output`",
);

/**
 * Serves one client over a pair of streams until it closes its end. Earlier requests are still answered, so that
 * requests can come from a file. Nothing else may write to `output`.
 */
export function serveSkillsOverStdio(
  skills: SkillServer,
  pipes: Pipes,
  onError: (error: Error) => void = () => undefined,
): Serving {
  checkArgument("serveSkillsOverStdio", "pipes", pipes, PIPES);
  checkArgument("serveSkillsOverStdio", "onError", onError, kinds.callable);
  const { input, output } = pipes;
  // The official transport ends immediately with its input and has no backpressure, so it gets a stream that ends later
  // and waits.
  const held = new Transform({
    // This much is still read, to detect whether the client closed its end.
    writableHighWaterMark: MAX_MESSAGE_BYTES,
    transform: (chunk, _encoding, done) => void transport.waiting(MAX_WAITING).then(() => done(null, chunk)),
  });
  input.pipe(held, { end: false });
  // Every response that waits for a slow reader adds an error listener.
  output.setMaxListeners(0);
  const transport = answeringTransport(
    new StdioServerTransport(held, output, { maxBufferSize: MAX_MESSAGE_BYTES }),
  );
  const handle = serveStdio(() => skills.connection(transport.client()), { transport, onerror: onError });
  const answerAll = async (signal: AbortSignal) => {
    while (held.readableLength + held.writableLength > 0 && !held.destroyed)
      await sleep(POLL_MS, undefined, { signal });
    await transport.waiting(0);
  };
  /** Requests that came from a file may be many: as long as answers are given, the rest is waited for. */
  const lastAnswers = async () => {
    const stop = new AbortController();
    let areAllGiven = false;
    const all = answerAll(stop.signal)
      .catch(() => undefined)
      .then(() => {
        areAllGiven = true;
      });
    for (let before = -1; !areAllGiven && before !== transport.answered(); ) {
      before = transport.answered();
      await within(NEXT_ANSWER_MS, all);
    }
    stop.abort();
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
