import type { Transport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import {
  memorySkillFiles,
  type SkillCatalog,
  SkillsExtension,
} from "@modelcontextprotocol/server/ext/skills";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { watchedPair } from "./watched-transport.ts";

/** A server made with the official SDK, reachable inside this process. */
export interface OfficialServer {
  /** Its files; change them, then `catalog.reload()`. */
  readonly files: Record<string, string | Uint8Array>;
  readonly catalog: SkillCatalog;
  /** What it was asked, as `method uri`. */
  readonly asked: string[];
  readonly open: () => Transport;
}

/** Serves skills in either protocol generation. */
export async function officialServer(
  files: Record<string, string | Uint8Array>,
  { era = "modern", pageSize = 100 }: { readonly era?: "legacy" | "modern"; readonly pageSize?: number } = {},
): Promise<OfficialServer> {
  const catalog = await SkillsExtension.load(memorySkillFiles(files), {
    pageSize,
    onWarning: () => undefined,
  });
  const asked: string[] = [];
  const make = () => {
    const mcp = new McpServer({ name: "official", version: "1.0.0" });
    catalog.attach(mcp);
    return mcp;
  };
  const open = (): Transport => {
    const { client, server } = watchedPair(asked);
    if (era === "modern") serveStdio(make, { transport: server });
    else void make().connect(server);
    return client;
  };
  return { files, catalog, asked, open };
}
