import type { ModelRequest, RunModel } from "@knowhow/runtime/workflows";
import { readLimited } from "./read-limited.ts";
import { ToolError } from "./tool-error.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** A service that answers prompts. */
interface Endpoint {
  readonly kind: "openai" | "anthropic";
  readonly url: URL;
  readonly model: string;
  readonly key: string | undefined;
}

const MAX_ANSWER_BYTES = 8_000_000;
const TIMEOUT_MS = 600_000;
const MAX_TOKENS = 8_192;

/** The model of KNOWHOW_MODEL, KNOWHOW_MODEL_URL and KNOWHOW_MODEL_KEY; undefined if there is none. */
export function endpointModel(variables: Variables): RunModel | undefined {
  const model = variables.KNOWHOW_MODEL ?? "";
  if (model === "") return undefined;
  return {
    generate: async (request) => ({ text: await ask(readEndpoint(model, variables), request) }),
  };
}

function readEndpoint(
  model: string,
  { KNOWHOW_MODEL_URL: given, KNOWHOW_MODEL_KEY: key }: Variables,
): Endpoint {
  const usual = model.startsWith("claude") ? "https://api.anthropic.com/v1" : "https://api.openai.com/v1";
  const text = given === undefined || given === "" ? usual : given;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new ToolError(
      "no_model",
      "KNOWHOW_MODEL_URL is not valid: use an http or https URL without a user name or password",
    );
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  const kind = url.hostname === "api.anthropic.com" || path.endsWith("/messages") ? "anthropic" : "openai";
  const end = kind === "anthropic" ? "/messages" : "/chat/completions";
  url.pathname = path.endsWith(end) ? path : `${path}${end}`;
  if (
    key !== undefined &&
    url.protocol === "http:" &&
    !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  )
    throw new ToolError(
      "no_model",
      "KNOWHOW_MODEL_KEY is not sent without encryption: use https in KNOWHOW_MODEL_URL",
    );
  return { kind, url, model, key: key === "" ? undefined : key };
}

async function ask(endpoint: Endpoint, { prompt, system, schema, signal }: ModelRequest): Promise<string> {
  const rules = [
    ...(system === undefined ? [] : [system]),
    ...(schema === undefined
      ? []
      : [
          `Answer with JSON only, without a comment. It must match this JSON Schema: ${JSON.stringify(schema)}`,
        ]),
  ].join("\n\n");
  const { status, text } = await post(endpoint, bodyOf(endpoint, prompt, rules), signal);
  const answer = parse(text);
  if (status !== 200) throw refusal(endpoint, status, answer);
  const { said, isCut } = endpoint.kind === "anthropic" ? anthropicAnswer(answer) : openAiAnswer(answer);
  if (isCut)
    throw new ToolError("invalid_output", "the answer of the model was cut off because it is too long");
  if (said === undefined)
    throw new ToolError("invalid_output", `${endpoint.url.host} did not answer as a chat endpoint does`);
  return said;
}

function bodyOf({ kind, model }: Endpoint, prompt: string, rules: string): unknown {
  const user = { role: "user", content: prompt };
  if (kind === "anthropic")
    return { model, max_tokens: MAX_TOKENS, messages: [user], ...(rules === "" ? {} : { system: rules }) };
  return { model, messages: rules === "" ? [user] : [{ role: "system", content: rules }, user] };
}

async function post({ kind, url, key }: Endpoint, body: unknown, signal: AbortSignal) {
  const credentials: Readonly<Record<string, string>> =
    key === undefined ? {} : kind === "anthropic" ? { "x-api-key": key } : { authorization: `Bearer ${key}` };
  const version: Readonly<Record<string, string>> =
    kind === "anthropic" ? { "anthropic-version": "2023-06-01" } : {};
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: { "content-type": "application/json", ...version, ...credentials },
      body: JSON.stringify(body),
    });
    const text =
      response.body === null
        ? ""
        : await readLimited(response.body, MAX_ANSWER_BYTES, "the answer of the model");
    return { status: response.status, text };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    signal.throwIfAborted();
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const code: unknown = Reflect.get(Object(cause), "code");
    throw new ToolError(
      "unavailable",
      `${url.host} cannot be reached${typeof code === "string" ? `: ${code}` : ""}`,
    );
  }
}

const KINDS: Readonly<Record<number, readonly [code: string, meaning: string]>> = {
  401: ["unauthorized", "KNOWHOW_MODEL_KEY is missing or not accepted"],
  403: ["unauthorized", "KNOWHOW_MODEL_KEY may not be used for this"],
  404: ["no_model", "there is no such model or endpoint; check KNOWHOW_MODEL and KNOWHOW_MODEL_URL"],
  429: ["rate_limit", "too many requests"],
};

const FAILED = ["unavailable", "the service failed; try again later"] as const;
const REFUSED = ["failed", "the request was refused"] as const;

/** The error of a service. Some repeat the key in their message. */
function refusal({ url, key, model }: Endpoint, status: number, answer: unknown): ToolError {
  const said: unknown = Reflect.get(Object(Reflect.get(Object(answer), "error")), "message");
  const [code, meaning] = KINDS[status] ?? (status >= 500 ? FAILED : REFUSED);
  const hide = (text: string) => (key === undefined ? text : text.replaceAll(key, "[key]"));
  // Cut after the key is hidden, so that no part of it is left.
  const detail = typeof said === "string" ? `: ${hide(said).slice(0, 300)}` : "";
  return new ToolError(
    code,
    hide(`${url.host} answered ${status} for the model ${model}: ${meaning}${detail}`),
  );
}

function openAiAnswer(answer: unknown) {
  const choices: unknown = Reflect.get(Object(answer), "choices");
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const content: unknown = Reflect.get(Object(Reflect.get(Object(first), "message")), "content");
  return { said: textOf(content), isCut: Reflect.get(Object(first), "finish_reason") === "length" };
}

function anthropicAnswer(answer: unknown) {
  const content: unknown = Reflect.get(Object(answer), "content");
  return { said: textOf(content), isCut: Reflect.get(Object(answer), "stop_reason") === "max_tokens" };
}

/** A text, or the texts of a list of parts. */
function textOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part): unknown => Reflect.get(Object(part), "text"));
  return texts.filter((text) => typeof text === "string").join("");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
