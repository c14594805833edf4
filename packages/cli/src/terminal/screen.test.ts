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

  it.each([
    ["/home/anna/a.md is shadowed by /srv/shop/b.md (/home/anna/c)", "~/a.md is shadowed by b.md (~/c)"],
    ["see /backup/home/anna/a.md and /srv/shopping/b", "see /backup/home/anna/a.md and /srv/shopping/b"],
    ['root "/home/anna/x", /home/annabel/y', 'root "~/x", /home/annabel/y'],
    ["red \u001b[31mtext in /home/anna/z", "red text in ~/z"],
  ])("F15 writes the paths in a sentence like other paths: %j", (text, written) => {
    expect(screen.prose(text)).toBe(written);
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
