import type { Embedder } from "@knowhow/runtime";
import { isKnowhowError, KnowhowError } from "@knowhow/runtime/errors";
import { checkOptions, kinds } from "@knowhow/runtime/toolkit";
import { markedId, PREFIXES, type Prefixes } from "./prefixes.ts";
import { readBounded } from "./read-bounded.ts";
import { toUnit } from "./unit-vector.ts";

/** Options for a service with an OpenAI-compatible `/embeddings` endpoint: Ollama, LM Studio, vLLM and others. */
export interface EndpointEmbedderOptions {
  /** Base URL, for example `http://localhost:11434/v1`, or the URL of `/embeddings` itself. */
  readonly url: string;
  readonly model: string;
  /** Sent only to this URL; redirects are not followed. */
  readonly apiKey?: string;
  /** Length of the model's vectors. Default determined by a first request. */
  readonly dimensions?: number;
  readonly timeoutMs?: number;
  /** Number of texts per request. Default 64. */
  readonly batch?: number;
  readonly prefixes?: Prefixes;
}

interface Endpoint {
  readonly address: URL;
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
}

const LARGEST_ANSWER = 32 * 1024 * 1024;
/** Longer texts are truncated, because no model reads more. */
const LONGEST_TEXT = 32_768;

/**
 * Creates an embedder that uses an OpenAI-compatible service. If the service is down, `embed` throws and the matcher
 * continues without it.
 */
export async function endpointEmbedder(options: EndpointEmbedderOptions): Promise<Embedder> {
  checkOptions("endpointEmbedder", options, {
    url: { kind: kinds.text, required: true },
    model: { kind: kinds.filledText, required: true },
    apiKey: kinds.text,
    dimensions: kinds.wholeNumber(1),
    timeoutMs: kinds.wholeNumber(1),
    batch: kinds.wholeNumber(1),
    prefixes: PREFIXES,
  });
  const { batch = 64, prefixes = {} } = options;
  const endpoint = endpointOf(options);
  const dimensions = options.dimensions ?? (await request(endpoint, ["probe"], undefined))[0]?.length ?? 0;
  return {
    id: markedId(`endpoint-${options.model}@${endpoint.address.host}`, {
      ...prefixes,
      place: placeOf(endpoint.address),
    }),
    dimensions,
    embed: async (texts, kind, signal) => {
      const prefix = prefixes[kind] ?? "";
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += batch) {
        const part = texts.slice(from, from + batch).map((text) => (prefix + text).slice(0, LONGEST_TEXT));
        for (const vector of await request(endpoint, part, signal)) {
          if (vector.length !== dimensions) {
            throw unavailable(
              endpoint,
              `returned a vector of ${vector.length} numbers instead of ${dimensions}`,
            );
          }
          vectors.push(toUnit(vector));
        }
      }
      return vectors;
    },
  };
}

function endpointOf({ url, model, apiKey, timeoutMs = 10_000 }: EndpointEmbedderOptions): Endpoint {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== "" || address.password !== "") {
    throw new KnowhowError("runtime.bad-option", "the URL of the embedding service is not valid", {
      hint: "use an http or https URL without a user name or password, such as http://localhost:11434/v1",
    });
  }
  if (!/\/embeddings\/?$/.test(address.pathname))
    address.pathname = address.pathname.replace(/(?<!\/)\/*$/, "/embeddings");
  return { address, model, apiKey, timeoutMs };
}

/** One host may have several services whose models have the same names. */
function placeOf({ protocol, pathname, search }: URL): string | undefined {
  return pathname === "/v1/embeddings" && search === "" ? undefined : `${protocol}${pathname}${search}`;
}

/** The vectors of some texts, in order, as returned by the service. */
async function request(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[]> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    const response = await fetch(endpoint.address, {
      method: "POST",
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        "content-type": "application/json",
        ...(endpoint.apiKey !== undefined && { authorization: `Bearer ${endpoint.apiKey}` }),
      },
      // Some services reject empty texts.
      body: JSON.stringify({
        model: endpoint.model,
        input: texts.map((text) => (text.trim() === "" ? " " : text)),
        encoding_format: "float",
      }),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw unavailable(endpoint, problemOf(response.status));
    }
    return readVectors(endpoint, await readBounded(response, LARGEST_ANSWER), texts.length);
  } catch (error) {
    signal?.throwIfAborted();
    if (isKnowhowError(error)) throw error;
    const why = timeout.aborted ? `did not answer within ${endpoint.timeoutMs} ms` : "is unreachable";
    throw unavailable(endpoint, why, error);
  }
}

function problemOf(status: number): string {
  if (status >= 300 && status < 400) return "responded with a redirect, which is not followed";
  if (status === 401 || status === 403) return `denied access (status ${status})`;
  return `responded with status ${status}`;
}

function readVectors(endpoint: Endpoint, text: string | undefined, count: number): readonly Float32Array[] {
  if (text === undefined) throw unavailable(endpoint, `responded with more than ${LARGEST_ANSWER} bytes`);
  const vectors: Float32Array[] = [];
  for (const [position, item] of itemsOf(endpoint, text).entries()) {
    const index = Reflect.get(item, "index") ?? position;
    const values: unknown = Reflect.get(item, "embedding");
    if (!isPlace(index, count) || vectors[index] || !isNumbers(values)) {
      throw unavailable(endpoint, "did not return a list of vectors");
    }
    vectors[index] = Float32Array.from(values);
  }
  if (Object.keys(vectors).length !== count) {
    throw unavailable(endpoint, `returned ${Object.keys(vectors).length} vectors for ${count} texts`);
  }
  return vectors;
}

function itemsOf(endpoint: Endpoint, text: string): readonly object[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw unavailable(endpoint, "did not return JSON", cause);
  }
  const data: unknown =
    typeof answer === "object" && answer !== null ? Reflect.get(answer, "data") : undefined;
  if (Array.isArray(data) && data.every((item) => typeof item === "object" && item !== null)) return data;
  throw unavailable(endpoint, "did not return a list of vectors");
}

function isPlace(value: unknown, count: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < count;
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => Number.isFinite(item));
}

function unavailable({ address, model }: Endpoint, why: string, cause?: unknown): KnowhowError {
  return new KnowhowError("embeddings.unavailable", `the embedding service ${address.origin} ${why}`, {
    hint: `check that it is running, that it serves ${JSON.stringify(model)} at ${address.pathname}, and that the API key is right`,
    cause,
  });
}
