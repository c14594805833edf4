import { redactSecrets } from "../execution/run/redact-secrets.ts";
import type { SandboxChunk } from "../script.ts";

/** Passes on what a script writes, with the values of secrets replaced. */
export interface MaskedOutput {
  take(chunk: SandboxChunk): void;
  /** Passes on what was held back. */
  end(): void;
}

/**
 * Masks output as it comes: whole lines, so that readers get no half of a word, and never the beginning of a text that
 * could become a secret with the next part.
 */
export function maskOutput(
  variables: Readonly<Record<string, string>>,
  onOutput: (chunk: SandboxChunk) => void,
): MaskedOutput {
  const { text, opens } = redactSecrets(variables);
  const streams = {
    stdout: { rest: "", decoder: new TextDecoder() },
    stderr: { rest: "", decoder: new TextDecoder() },
  };
  const say = (stream: keyof typeof streams, part: string) => {
    if (part !== "") onOutput({ stream, bytes: new TextEncoder().encode(text(part)) });
  };
  return {
    take: ({ stream, bytes }) => {
      const state = streams[stream];
      const written = state.rest + state.decoder.decode(bytes, { stream: true });
      // A line can also end with a return, as those of progress bars do.
      const line = Math.max(written.lastIndexOf("\n"), written.lastIndexOf("\r")) + 1;
      const end = line - opens(written.slice(0, line));
      state.rest = written.slice(end);
      say(stream, written.slice(0, end));
    },
    end: () => {
      for (const stream of ["stdout", "stderr"] as const) {
        const { rest, decoder } = streams[stream];
        say(stream, rest + decoder.decode());
      }
    },
  };
}
