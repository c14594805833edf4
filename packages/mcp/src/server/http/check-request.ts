import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request is rejected before its body is read. */
export interface Refused {
  readonly status: 400 | 401 | 403;
  readonly message: string;
}

/** What a request must have. */
export interface Admission {
  /** The port that the server listens on. */
  readonly port: number;
  /** The token of this server; undefined if a proxy authenticates clients. */
  readonly token: string | undefined;
}

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/**
 * A web page in the user's browser can send requests to loopback, also under a host name that resolves to it. So the
 * host must be a loopback name, an origin must be this server, and the token must match.
 */
export function checkRequest(
  { headers, headersDistinct }: Pick<IncomingMessage, "headers" | "headersDistinct">,
  { port, token }: Admission,
): Refused | undefined {
  // RFC 9112, section 3.2. Node uses the first one; a proxy in front of this server may use the last.
  if ((headersDistinct.host?.length ?? 0) > 1)
    return { status: 400, message: "A request must have exactly one Host header" };
  const hosts = LOOPBACK.map((name) => `${name}:${port}`);
  if (headers.host === undefined || !hosts.includes(headers.host.toLowerCase()))
    return { status: 403, message: "This server accepts only requests to a loopback address" };
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((host) => origin.toLowerCase() === `http://${host}`))
    return { status: 403, message: "This server does not accept requests from web pages" };
  // Browsers send where a request comes from; another port of this machine is the same site, but not the same server.
  const from = headers["sec-fetch-site"];
  if (from !== undefined && from !== "same-origin" && from !== "none")
    return { status: 403, message: "This server does not accept requests from web pages" };
  if (token !== undefined && !isBearer(headers.authorization, token))
    return { status: 401, message: "The access token is missing or wrong" };
  return undefined;
}

/** Compares digests in constant time. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
