import { describe, expect, it } from "vitest";
import type { Io } from "../io/io.ts";
import { openScreen, wantsColor } from "./screen.ts";

describe("wantsColor", () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    [{ TERM: "dumb" }, true, false],
  ])("with %j and a terminal %s says %s", (env, isTTY, color) => {
    expect(wantsColor(env, isTTY)).toBe(color);
  });
});

describe("a screen", () => {
  const output = { write: () => {}, isTTY: false, columns: undefined };
  const io: Io = {
    stdout: output,
    stderr: output,
    env: {},
    cwd: "/srv/shop",
    home: "/home/anna",
    version: "1",
    program: () => ({ node: "", script: "" }),
  };
  const screen = openScreen(io, output, { noColor: false, quiet: false });

  it.each([
    ["/srv/shop/a/SKILL.md", "a/SKILL.md"],
    ["/home/anna/.agents", "~/.agents"],
    ["/srv/shopping", "/srv/shopping"],
    ["/x/\u001b[31my", "/x/y"],
  ])("writes %j as %j", (path, short) => {
    expect(screen.place(path)).toBe(short);
  });

  it("takes its width from COLUMNS when there is no terminal", () => {
    expect(
      openScreen({ ...io, env: { COLUMNS: "72" } }, output, { noColor: false, quiet: false }).columns,
    ).toBe(72);
    expect(screen.columns).toBe(Number.POSITIVE_INFINITY);
  });

  it("has the usual width on a terminal that says it has no columns", () => {
    const terminal = { ...output, isTTY: true, columns: 0 };
    expect(openScreen(io, terminal, { noColor: true, quiet: false }).columns).toBe(80);
    const told = { ...io, env: { COLUMNS: "100" } };
    expect(openScreen(told, terminal, { noColor: true, quiet: false }).columns).toBe(100);
  });
});
