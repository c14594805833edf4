import { createRuntime } from "@knowhow/runtime";
import { fakePorts } from "@knowhow/runtime/testing";
import { describe, expect, it } from "vitest";
import { configuredServers } from "./client/configured-servers.ts";
import { connectSkillServers } from "./client/connect-skill-servers.ts";
import { createSkillServer } from "./server/create-skill-server.ts";
import { serveSkillsOverHttp } from "./server/http/serve-http.ts";
import { serveSkillsOverStdio } from "./server/stdio/serve-stdio.ts";

const runtime = await createRuntime(fakePorts({}));
const server = createSkillServer(runtime, { watch: false });
const acme = { label: "acme", transport: { url: "https://skills.example/mcp" } };

describe("the entries of @knowhow/mcp refuse options that cannot be meant", () => {
  it.each<[(...args: never[]) => unknown, readonly unknown[], string]>([
    [createSkillServer, [runtime, { toolNames: "snake" }], '`toolNames` must be one of "dotted", "plain"'],
    [createSkillServer, [runtime, { pagesize: 5 }], 'unknown option; did you mean "pageSize"?'],
    [createSkillServer, [runtime, { pageSize: 0 }], "`pageSize` must be a whole number, at least 1"],
    [createSkillServer, [Promise.resolve(runtime)], "`runtime` must be a runtime, awaited, got a promise"],
    [serveSkillsOverHttp, [server, { token: "" }], "`token` must be a non-empty string, or false"],
    [serveSkillsOverHttp, [server, { tokn: "x" }], 'unknown option; did you mean "token"?'],
    [serveSkillsOverHttp, [server, { port: 70_000 }], "`port` must be a whole number from 0 to 65535"],
    [serveSkillsOverStdio, [server, {}], "`pipes.input` must be a readable stream"],
    [connectSkillServers, [acme], "`servers` must be an array of servers"],
    [connectSkillServers, [[{ label: "acme" }]], "`servers[0].transport` must be"],
    [connectSkillServers, [[acme], { aproved: true }], 'unknown option; did you mean "approve"?'],
    [connectSkillServers, [[acme], { approve: true }], "`approve` must be a function"],
    [configuredServers, [{ wait: 5 }], "`wait` is an unknown option"],
  ])("%o %j", async (entry, args, message) => {
    const call = async () => Reflect.apply(entry, undefined, args);
    await expect(call()).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining(message),
    });
  });
});
