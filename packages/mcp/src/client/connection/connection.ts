import { isKnowhowError, KnowhowError } from "@knowhow/runtime";
import { Client, ProtocolError, type RequestOptions, type Transport } from "@modelcontextprotocol/client";
import { VERSION } from "../../shared/version.ts";
import type { ServerLimits } from "../limits.ts";
import type { RemoteServer } from "../remote-server.ts";
import { BackOff } from "./back-off.ts";
import { openTransport } from "./open-transport.ts";

export interface ConnectionOptions {
  readonly limits: ServerLimits;
  readonly now: () => number;
  readonly onListChanged: () => void;
}

/**
 * The connection to one server: opened on first use, reopened after it was lost, and paused while the server does not
 * answer.
 */
export class Connection {
  readonly #server: RemoteServer;
  readonly #limits: ServerLimits;
  readonly #onListChanged: () => void;
  readonly #backOff: BackOff;
  readonly #closing = new AbortController();
  /** Connections that are being closed; only `close` waits for them. */
  readonly #pendingCloses = new Set<Promise<void>>();
  #client: Promise<Client> | undefined;

  constructor(server: RemoteServer, { limits, now, onListChanged }: ConnectionOptions) {
    this.#server = server;
    this.#limits = limits;
    this.#onListChanged = onListChanged;
    this.#backOff = new BackOff(now);
  }

  /** Sends a request. Every failure becomes one error with the reason. */
  async ask<Answer>(
    question: (client: Client, options: RequestOptions) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const pause = this.#backOff.pause;
    if (pause !== undefined) throw this.#unavailable(`${pause.reason}; it is retried in ${pause.seconds} s`);
    const timeout = this.#limits.requestMs;
    const either = AbortSignal.any([this.#closing.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      const client = await orAborted(this.#connected(), either);
      const answer = await question(client, { timeout, maxTotalTimeout: timeout, signal: either });
      this.#backOff.answered();
      return answer;
    } catch (error) {
      if (isKnowhowError(error)) throw error;
      const reason = reasonOf(error);
      // An error response is an answer too.
      if (error instanceof ProtocolError) this.#backOff.answered();
      else this.#backOff.failed(reason);
      throw this.#unavailable(reason, error);
    }
  }

  /** Closes the connection and aborts all requests; the server is not called again. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the servers were closed"));
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await Promise.all([...this.#pendingCloses, client?.close().catch(() => undefined)]);
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
    const { connectMs } = this.#limits;
    const deadline = AbortSignal.timeout(connectMs);
    const signal = AbortSignal.any([this.#closing.signal, deadline]);
    const client = new Client(
      { name: "knowhow", version: VERSION },
      {
        // Older servers may ignore the probe; the other half of the time is for them.
        versionNegotiation: { mode: "auto", probe: { timeoutMs: connectMs / 2 } },
        listChanged: { resources: { autoRefresh: false, debounceMs: 0, onChanged: this.#onListChanged } },
      },
    );
    client.onclose = onGone;
    client.onerror = () => undefined;
    const { transport, lastOutput } = await openTransport(this.#server.transport, this.#limits);
    const connecting = client.connect(transport, { timeout: connectMs, signal });
    try {
      await orAborted(connecting, signal);
      return client;
    } catch (error) {
      onGone();
      this.#closeTransport(transport, connecting);
      throw withOutput(deadline.aborted ? `it did not connect within ${connectMs} ms` : error, lastOutput());
    }
  }

  /** A transport that is still negotiating is closed directly, because the client does not know it yet. */
  #closeTransport(transport: Transport, connecting: Promise<void>): void {
    const closed = Promise.allSettled([transport.close(), connecting]).then(() => {
      this.#pendingCloses.delete(closed);
    });
    this.#pendingCloses.add(closed);
  }

  #unavailable(reason: string, cause?: unknown): KnowhowError {
    const message = `the server "${this.#server.label}" is unreachable: ${reason}`;
    const hint = "check that the server is running; it is retried on the next reload";
    return new KnowhowError("mcp.unavailable", message, { hint, cause });
  }
}

/** Waits no longer than the signal allows; a later result is ignored. */
function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** What a program wrote before it exited is usually the reason. */
function withOutput(error: unknown, words: string): Error {
  return new Error(words === "" ? reasonOf(error) : `${reasonOf(error)}; it said: ${words}`, {
    cause: error,
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
