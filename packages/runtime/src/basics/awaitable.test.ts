import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { catchAwaitable, finishAwaitable, forEachInOrder, mapAwaitable } from "./awaitable.ts";

describe("whenKnown", () => {
  it("maps a value synchronously, and a promise asynchronously", async () => {
    const double = (value: number) => value * 2;
    expect(mapAwaitable(2, double)).toBe(4);
    expect(await mapAwaitable(Promise.resolve(3), double)).toBe(6);
  });

  it("asks for a way out only where the promise is broken", async () => {
    const failed = (error: unknown) => `sorry: ${String(error)}`;
    expect(await mapAwaitable(Promise.reject("no"), () => "yes", failed)).toBe("sorry: no");
  });
});

describe("catchAwaitable and finishAwaitable", () => {
  const fail = (): number => {
    throw new Error("no");
  };

  it("stay synchronous if the work does, and treat a throw like a rejection", async () => {
    expect(
      catchAwaitable(
        () => 1,
        () => 2,
      ),
    ).toBe(1);
    expect(catchAwaitable(fail, () => 2)).toBe(2);
    expect(
      await catchAwaitable(
        async () => fail(),
        () => 2,
      ),
    ).toBe(2);
    expect(
      await catchAwaitable(
        async () => 1,
        () => 2,
      ),
    ).toBe(1);
  });

  it("finish once, and not before a promise has settled", async () => {
    const told: string[] = [];
    const finish = (name: string) => () => void told.push(name);
    expect(finishAwaitable(() => 1, finish("value"))).toBe(1);
    expect(() => finishAwaitable(fail, finish("throw"))).toThrow("no");
    const later = finishAwaitable(async () => 2, finish("promise"));
    expect(told).toEqual(["value", "throw"]);
    expect(await later).toBe(2);
    await expect(finishAwaitable(async () => fail(), finish("rejection"))).rejects.toThrow("no");
    expect(told).toEqual(["value", "throw", "promise", "rejection"]);
  });
});

describe("inTurn", () => {
  it("never starts an item before the one before it is done, whichever of them wait", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (waits) => {
        const told: string[] = [];
        await forEachInOrder(
          waits.map((wait, at) => ({ wait, at })),
          ({ wait, at }) => {
            told.push(`start ${at}`);
            const end = () => void told.push(`end ${at}`);
            return wait ? new Promise<void>((resolve) => setImmediate(resolve)).then(end) : end();
          },
        );
        expect(told).toEqual(waits.flatMap((_, at) => [`start ${at}`, `end ${at}`]));
      }),
    );
  });

  it.each([
    ["values", () => undefined],
    ["promises", () => Promise.resolve()],
  ])("lets timers run during long work that returns %s", async (_, work) => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => {
      now += 20;
      return now;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    let hasRun = false;
    setTimeout(() => {
      hasRun = true;
    }, 0);
    const seen: boolean[] = [];
    await forEachInOrder(
      Array.from({ length: 20 }, (__, at) => ({ at })),
      () => {
        seen.push(hasRun);
        return work();
      },
    );
    expect([seen[0], seen.at(-1)]).toEqual([false, true]);
  });

  it("stops at the first that fails, at once or later", async () => {
    const done: string[] = [];
    const work = (item: string) => {
      if (item === "throws") throw new Error(item);
      if (item === "breaks") return Promise.reject(new Error(item));
      done.push(item);
      return undefined;
    };
    await expect(forEachInOrder(["a", "throws", "b"], work)).rejects.toThrow("throws");
    await expect(forEachInOrder(["c", "breaks", "d"], work)).rejects.toThrow("breaks");
    expect(done).toEqual(["a", "c"]);
  });
});
