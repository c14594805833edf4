import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Io } from "./io.ts";
import { countedProgress, withProgress } from "./progress.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("withProgress", () => {
  it("says what takes its time on a terminal, and wipes it away when it is done", async () => {
    const { io, said } = terminal(true);
    const done = withProgress("reading skills", () => later(1000), { io, quiet: false });
    await vi.advanceTimersByTimeAsync(500);
    expect(said).toEqual(["reading skills…"]);
    await vi.advanceTimersByTimeAsync(500);
    expect(await done).toBe("done");
    expect(said).toEqual(["reading skills…", "\r\u001b[K"]);
  });

  it.each([
    ["the work ends soon", true, false, 100],
    ["stderr is no terminal", false, false, 1000],
    ["--quiet is given", true, true, 1000],
  ])("says nothing when %s", async (_, isTTY, quiet, time) => {
    const { io, said } = terminal(isTTY);
    const done = withProgress("reading skills", () => later(time), { io, quiet });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await done).toBe("done");
    expect(said).toEqual([]);
  });
});

describe("countedProgress", () => {
  const work = (isTTY: boolean, quiet: boolean) => {
    const { io, said } = terminal(isTTY);
    const progress = countedProgress("asking", { io, quiet });
    for (const done of [1, 2, 3]) {
      vi.advanceTimersByTime(300);
      progress.update(done, 3);
    }
    progress.end();
    return said;
  };

  it("reports progress periodically, and erases it at the end", () => {
    expect(work(true, false)).toEqual(["\r\u001b[Kasking: 2 of 3…", "\r\u001b[K"]);
  });

  it("says nothing without a terminal, or with --quiet", () => {
    expect([...work(false, false), ...work(true, true)]).toEqual([]);
  });
});

function later(milliseconds: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, "done"));
}

function terminal(isTTY: boolean): { io: Io; said: readonly string[] } {
  const said: string[] = [];
  const output = { write: (text: string) => void said.push(text), isTTY, columns: 80 };
  return {
    io: {
      stdout: output,
      stderr: output,
      env: {},
      cwd: "/",
      home: "/home",
      version: "1",
      program: () => ({ node: "", script: "" }),
    },
    said,
  };
}
