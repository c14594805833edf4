import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isTest, repository, sourceFiles } from "./support/sources.ts";

/** Files that can open a connection or a port, and where that leads. */
const CONNECTING: Readonly<Record<string, string>> = {
  "cli/src/tools/endpoint-model.ts": "the model that the user named",
  "cli/src/tools/http-get.ts": "hosts that the user named with --allow-http",
  "durable/src/postgres/database.ts": "the database of the runs that the host or the user named",
  "embeddings/src/endpoint-embedder.ts": "the embedder that the user named",
  "mcp/src/client/connection/open-transport.ts": "servers in the user's own knowhow.json",
  "mcp/src/server/http/serve-http.ts": "the loopback port that the user asked for",
  "runtime/src/node/sandbox/pipe-pool.ts": "pipes to a process, which Node reads as sockets",
};

/** A module of the network, unless only its types are imported; a global that connects; a transport of the MCP SDK. */
const CONNECTS =
  /(?:^|\n)import (?!type\b)[^;]*"node:(?:net|https?|http2|tls|dgram)"|import\("node:(?:net|https?|http2|tls|dgram)"\)(?!\.)|await fetch\((?!path)|globalThis\.fetch|new (?:WebSocket|EventSource|\w*ClientTransport)\(/;

describe("the network", () => {
  it("is used by the files that are listed here, and by no other", () => {
    const found = sourceFiles("packages")
      .filter((file) => file.includes("/src/") && !file.includes("/testing/") && !isTest(file))
      .filter((file) => !file.includes("node_modules") && !file.includes("/dist/"))
      .filter((file) => CONNECTS.test(readFileSync(join(repository, "packages", file), "utf8")));
    expect(found).toEqual(Object.keys(CONNECTING));
  });
});
