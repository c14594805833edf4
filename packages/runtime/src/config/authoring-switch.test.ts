import { describe, expect, test } from "vitest";
import type { ConfigFile } from "../config-file.ts";
import type { RuntimeOptions } from "../options.ts";
import { createRuntime } from "../runtime.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { fakePorts } from "../testing/fake-ports.ts";

interface Files {
  readonly user?: ConfigFile;
  readonly repository?: ConfigFile;
}

/** Which tools for proposals a conversation has, and which settings were refused. */
async function open({ user, repository }: Files, session: SessionOptions = {}, host: RuntimeOptions = {}) {
  const ports = fakePorts({
    "/project/.git/HEAD": "",
    ...(user === undefined ? {} : { "/home/ada/.config/knowhow/knowhow.json": JSON.stringify(user) }),
    ...(repository === undefined ? {} : { "/project/knowhow.json": JSON.stringify(repository) }),
  });
  const runtime = await createRuntime(ports, { config: "files", ...host });
  const named = (tools: readonly { readonly name: string }[]) =>
    tools.map(({ name }) => name).filter((name) => ["skill_view", "skill_manage"].includes(name));
  return {
    tools: named((await runtime.session(session)).allTools()),
    shared: named(await runtime.tools()),
    codes: runtime.library.diagnostics.map(({ code }) => code),
  };
}

const BOTH = ["skill_view", "skill_manage"];

describe("the setting authoring", () => {
  test("T3 T4 is off by default, and the user's own knowhow.json turns the tools on", async () => {
    expect(await open({})).toEqual({ tools: [], shared: [], codes: [] });
    const on = { user: { authoring: "propose" } } as const;
    expect(await open(on)).toEqual({ tools: BOTH, shared: BOTH, codes: [] });
    expect(await open(on, { authoring: "off" })).toMatchObject({ tools: [] });
  });

  test("T4 a host turns them on for all of its sessions", async () => {
    expect(await open({}, {}, { authoring: { mode: "propose" } })).toMatchObject({
      tools: BOTH,
      shared: BOTH,
    });
    const limited = { user: { authoring: "propose" } } as const;
    expect(await open(limited, {}, { authoring: { perDay: 1 } })).toMatchObject({ tools: BOTH });
  });

  test("T3 a repository can turn them off, and never on", async () => {
    expect(await open({ repository: { authoring: "propose" } })).toEqual({
      tools: [],
      shared: [],
      codes: ["config.widening-refused"],
    });
    const files = { user: { authoring: "propose" }, repository: { authoring: "off" } } as const;
    expect(await open(files)).toMatchObject({ tools: [], shared: [] });
    expect(await open({ repository: { authoring: "off" } }, { authoring: "propose" })).toMatchObject({
      tools: [],
    });
    const own = { user: { authoring: "off" } } as const;
    expect(await open(own, { authoring: "propose" })).toMatchObject({ tools: [] });
  });
});
