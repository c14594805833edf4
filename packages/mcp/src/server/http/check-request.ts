import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Why a request is turned away before anything of it is read. */
export interface Refused {
  readonly status: 401 | 403;
  readonly message: string;
}

/** What a request must carry. */
export interface Admission {
  /** The port that the server listens on. */
  readonly port: number;
  /** The token of this launch; undefined when something in front of us checks who asks. */
  readonly token: string | undefined;
}

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/**
 * A web page that a person looks at can send requests to loopback, also under a name of its own that leads there. So
 * the host must be loopback by name, an origin must be this very server, and the token must be known.
 */
export function checkRequest(headers: IncomingHttpHeaders, { port, token }: Admission): Refused | undefined {
  const hosts = LOOPBACK.map((name) => `${name}:${port}`);
  if (headers.host === undefined || !hosts.includes(headers.host.toLowerCase()))
    return { status: 403, message: "This server accepts only requests to a loopback address" };
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((host) => origin.toLowerCase() === `http://${host}`))
    return { status: 403, message: "This server does not accept requests from web pages" };
  // A browser says where a request comes from; another port of this machine is the same site, but not the same server.
  const from = headers["sec-fetch-site"];
  if (from !== undefined && from !== "same-origin" && from !== "none")
    return { status: 403, message: "This server does not accept requests from web pages" };
  if (token !== undefined && !isBearer(headers.authorization, token))
    return { status: 401, message: "The access token is missing or wrong" };
  return undefined;
}

/** Compares digests, so that neither the length nor the place of a difference shows in the time it takes. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
