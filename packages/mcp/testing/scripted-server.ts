import { createHash } from "node:crypto";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { watchedPair } from "./watched-transport.ts";

type Params = Readonly<Record<string, unknown>>;

/** An answer; `hang` never comes, `crash` ends the connection, `refuse` is an error of the protocol. */
export type ScriptedAnswer = Readonly<Record<string, unknown>> | "hang" | "crash" | "refuse";

/** A server that answers whatever a test wants, however wrong. */
export interface ScriptedServer {
  readonly asked: string[];
  readonly open: () => Transport;
  /** Replaces an answer from now on. */
  on(method: string, answer: (params: Params) => ScriptedAnswer): void;
  /** Tells every open connection that the list changed. */
  notify(): void;
}

/** Speaks the 2025 generation; knows the extension unless told otherwise. */
export function scriptedServer(
  answers: Readonly<Record<string, (params: Params) => ScriptedAnswer>>,
  capabilities: object = EXTENSION,
): ScriptedServer {
  const asked: string[] = [];
  const script = new Map(Object.entries(answers));
  const open: Transport[] = [];
  const answer = (method: string, params: Params): ScriptedAnswer =>
    method === "initialize"
      ? { protocolVersion: "2025-11-25", capabilities, serverInfo: { name: "scripted", version: "1.0.0" } }
      : (script.get(method)?.(params) ?? "refuse");
  return {
    asked,
    on: (method, next) => void script.set(method, next),
    notify: () => {
      for (const server of open)
        void server.send({ jsonrpc: "2.0", method: "notifications/resources/list_changed" });
    },
    open: () => {
      const { client, server } = watchedPair(asked);
      open.push(server);
      server.onmessage = (message: JSONRPCMessage) => {
        if (!("method" in message) || !("id" in message)) return;
        const { id, method, params = {} } = message;
        const given = answer(method, params);
        if (given === "crash") void server.close();
        else if (given === "refuse")
          void server.send({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } });
        else if (given !== "hang") void server.send({ jsonrpc: "2.0", id, result: given });
      };
      void server.start();
      return client;
    },
  };
}

const EXTENSION = {
  resources: { listChanged: true },
  extensions: { "io.modelcontextprotocol/skills": {} },
};

/** An entry as an honest server lists it. */
export function entryOf(
  uri: string,
  frontmatter: Params,
  files: Readonly<Record<string, string | Buffer>>,
): { uri: string; frontmatter: Params; resources: { uri: string; digest: string; size: number }[] } {
  const root = uri.slice(0, -"/SKILL.md".length);
  const resources = Object.entries(files).map(([path, text]) => ({
    uri: `${root}/${path}`,
    digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
    size: Buffer.byteLength(text),
  }));
  return { uri, frontmatter, resources };
}

/** An answer to `resources/read` from a table of texts. */
export function textsAt(texts: Readonly<Record<string, string>>): (params: Params) => ScriptedAnswer {
  return ({ uri }) => {
    const text = texts[String(uri)];
    return text === undefined ? "refuse" : { contents: [{ uri, text }] };
  };
}
