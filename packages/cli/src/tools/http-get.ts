import type { LookupFunction } from "node:net";
import type { RunTool } from "@knowhow/runtime/workflows";
import { readLimited } from "./read-limited.ts";
import { ToolError } from "./tool-error.ts";

/** Which hosts may be asked, and how their names are resolved. */
export interface HttpOptions {
  /** `example.com`, `localhost:8080`: exactly these. */
  readonly hosts: readonly string[];
  /** Default the resolver of this machine. */
  readonly lookup?: LookupFunction;
}

const MAX_BYTES = 900_000;
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;

/** `http.get`: reads from hosts that the user named, and from no other. */
export function httpGet(options: HttpOptions): RunTool {
  return {
    name: "http.get",
    description:
      "Reads a URL. The output is its status, its content type, and its body: JSON as a value, anything else as text.",
    inputSchema: {
      type: "object",
      properties: {
        url: { type: "string", minLength: 1, maxLength: 8_192 },
        accept: { type: "string", maxLength: 200 },
      },
      required: ["url"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { status: { type: "integer" }, type: { type: "string" }, body: {} },
      additionalProperties: false,
    },
    sideEffects: "read",
    call: async (input, { signal }) => {
      const [url, accept] = [Reflect.get(Object(input), "url"), Reflect.get(Object(input), "accept")];
      const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      try {
        return await follow(readUrl(String(url), options), String(accept ?? "*/*"), {
          options,
          signal: limited,
        });
      } catch (error) {
        if (error instanceof ToolError) throw error;
        signal.throwIfAborted();
        if (limited.aborted)
          throw new ToolError("timeout", `${url} did not answer within ${TIMEOUT_MS / 1_000} s`);
        const code: unknown = Reflect.get(Object(error), "code");
        throw new ToolError(
          "unavailable",
          `${url} cannot be read${typeof code === "string" ? `: ${code}` : ""}`,
        );
      }
    },
  };
}

interface Asking {
  readonly options: HttpOptions;
  readonly signal: AbortSignal;
}

async function follow(from: URL, accept: string, { options, signal }: Asking) {
  let url = from;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const response = await request(url, accept, { options, signal });
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      response.destroy();
      const next = URL.canParse(headers.location, url.href) ? new URL(headers.location, url) : undefined;
      if (next === undefined || next.origin !== url.origin)
        throw new ToolError("denied", `${url.host} redirects to another host, which is not followed`);
      url = next;
      continue;
    }
    const text = await readLimited(response, MAX_BYTES, `the answer of ${url.host}`);
    if (status < 200 || status >= 300)
      throw new ToolError(
        status === 429 ? "rate_limit" : status >= 500 ? "unavailable" : "http_error",
        `${url.host} answered ${status}`,
      );
    const type = headers["content-type"] ?? "";
    return { status, type, body: /\bjson\b/.test(type) ? parse(text, url) : text };
  }
  throw new ToolError("http_error", `${from.host} redirects more than ${MAX_REDIRECTS} times`);
}

async function request(url: URL, accept: string, { options, signal }: Asking) {
  const { request: send } =
    url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const lookup = await guardedLookup(url, options);
  return new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    const headers = { accept, "user-agent": "knowhow", "accept-encoding": "identity" };
    send(url, { method: "GET", headers, signal, lookup, agent: false }, resolve).on("error", reject).end();
  });
}

function readUrl(text: string, { hosts }: HttpOptions): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new ToolError(
      "invalid_input",
      "http.get needs an http or https URL without a user name or password",
    );
  // A host without a port is for the usual ones.
  if (hosts.some((host) => host.toLowerCase() === url.host)) return url;
  throw new ToolError("denied", `${url.host} may not be read: add --allow-http ${url.host}`);
}

/** A name must not lead to this machine or its network, unless the user named exactly that. */
async function guardedLookup(url: URL, { lookup }: HttpOptions): Promise<LookupFunction> {
  const { lookup: system } = await import("node:dns");
  const { BlockList } = await import("node:net");
  const resolve = lookup ?? system;
  if (url.hostname === "localhost") return resolve;
  const inner = new BlockList();
  for (const [address, prefix] of INNER_4) inner.addSubnet(address, prefix, "ipv4");
  for (const [address, prefix] of INNER_6) inner.addSubnet(address, prefix, "ipv6");
  return (name, options, callback) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (error !== null || first === undefined) return callback(error ?? new Error("no address"), "", 4);
      if (addresses.some(({ address, family }) => inner.check(address, family === 6 ? "ipv6" : "ipv4")))
        return callback(new ToolError("denied", `${name} is an address of a private network`), "", 4);
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
    });
}

const INNER_4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
];

const INNER_6: readonly (readonly [string, number])[] = [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
];

function parse(text: string, { host }: URL): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolError("invalid_output", `the answer of ${host} is not valid JSON`);
  }
}
