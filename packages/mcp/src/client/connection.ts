import { isKnowhowError, KnowhowError } from "@knowhow/runtime";
import { Client, type RequestOptions } from "@modelcontextprotocol/client";
import type { ServerLimits } from "./limits.ts";
import { openTransport } from "./open-transport.ts";
import type { SkillServer } from "./skill-server.ts";

/** One server, connected when it is first asked and again after it went away. */
export class Connection {
  readonly #server: SkillServer;
  readonly #limits: ServerLimits;
  readonly #onListChanged: () => void;
  readonly #closing = new AbortController();
  #client: Promise<Client> | undefined;

  constructor(server: SkillServer, limits: ServerLimits, onListChanged: () => void) {
    this.#server = server;
    this.#limits = limits;
    this.#onListChanged = onListChanged;
  }

  /** Asks the server something; whatever goes wrong becomes one error that says what. */
  async ask<Answer>(
    question: (client: Client, options: RequestOptions) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const timeout = this.#limits.requestMs;
    const signals = [this.#closing.signal, ...(signal === undefined ? [] : [signal])];
    try {
      const client = await this.#connected();
      return await question(client, { timeout, maxTotalTimeout: timeout, signal: AbortSignal.any(signals) });
    } catch (error) {
      throw this.#unavailable(error);
    }
  }

  /** Ends the connection and everything that is under way; the server is not asked again. */
  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.close().catch(() => undefined);
  }

  #connected(): Promise<Client> {
    this.#closing.signal.throwIfAborted();
    if (this.#client !== undefined) return this.#client;
    const opening = this.#open(() => {
      if (this.#client === opening) this.#client = undefined;
    });
    this.#client = opening;
    return opening;
  }

  async #open(onGone: () => void): Promise<Client> {
    const { connectMs: timeout } = this.#limits;
    let words = () => "";
    const client = new Client(
      { name: "knowhow", version: "0.1.0" },
      {
        versionNegotiation: { mode: "auto", probe: { timeoutMs: timeout } },
        listChanged: { resources: { autoRefresh: false, debounceMs: 0, onChanged: this.#onListChanged } },
      },
    );
    client.onclose = onGone;
    client.onerror = () => undefined;
    try {
      const { transport, lastWords } = await openTransport(this.#server.transport, this.#limits);
      words = lastWords;
      await client.connect(transport, { timeout, signal: this.#closing.signal });
      return client;
    } catch (error) {
      onGone();
      await client.close().catch(() => undefined);
      throw withWords(error, words());
    }
  }

  #unavailable(error: unknown): KnowhowError {
    if (isKnowhowError(error)) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return new KnowhowError(
      "mcp.unavailable",
      `the server "${this.#server.label}" gave no answer: ${reason}`,
      {
        hint: "see that it runs; it is asked again when the library is reloaded",
        cause: error,
      },
    );
  }
}

/** What a program wrote before it went away is usually the reason. */
function withWords(error: unknown, words: string): unknown {
  if (words === "") return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`${reason}; it said: ${words}`, { cause: error });
}
