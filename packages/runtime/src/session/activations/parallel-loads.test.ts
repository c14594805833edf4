import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KnowhowEvent } from "../../events.ts";
import type { AuditRecord } from "../../ports.ts";
import { createRuntime } from "../../runtime.ts";
import { fakePorts } from "../../testing/fake-ports.ts";
import { skillMd } from "../../testing/workshop.ts";
import type { Session } from "../session.ts";
import type { SessionOptions } from "../session-options.ts";

const NAMES = ["ants", "bees", "cats", "dogs", "eels"];

/** A conversation with five skills of a few tokens each, and what its engine emits. */
async function open(options: SessionOptions, append?: (record: AuditRecord) => Promise<void>) {
  const tree = NAMES.map((name, at) => {
    const body = `# One\n${"word ".repeat(at + 1)}\n# Two\nThe end.\n`;
    return {
      [`/project/.agents/skills/${name}/SKILL.md`]: skillMd(
        { name, description: `All about ${name}.` },
        body,
      ),
      [`/project/.agents/skills/${name}/more.md`]: "more ".repeat(2 * at + 1),
    };
  });
  const events: KnowhowEvent[] = [];
  const audit = append === undefined ? {} : { audit: { append } };
  const runtime = await createRuntime(
    { ...fakePorts(Object.assign({}, ...tree)), ...audit },
    { trust: () => true, onEvent: ({ event }) => void events.push(event) },
  );
  return { session: await runtime.session(options), events };
}

const load = (session: Session, name: string) => session.call("skill_load", { name });
const loadsIn = (events: readonly KnowhowEvent[]) =>
  events.flatMap((event) => (event.type === "skill.loaded" ? [event.payload] : []));

describe("parallel calls of one conversation", () => {
  test("S3 five parallel loads with a limit of one give one body, and four errors that name the limit", async () => {
    const { session, events } = await open({ maxActivations: 1 });
    const results = await Promise.all(NAMES.map((name) => load(session, name)));
    const refused = results.filter(({ isError }) => isError);
    expect(refused).toHaveLength(4);
    for (const { text } of refused) expect(text).toContain("has reached its activation limit (1)");
    expect(loadsIn(events)).toHaveLength(1);
    expect(session.toJSON().spent.activations).toBe(1);
  });

  test("S3 a limit of tokens holds for parallel loads, sections and files together", async () => {
    const { session } = await open({ maxTokens: 30 });
    await load(session, "ants");
    const results = await Promise.all([
      ...NAMES.map((name) => load(session, name)),
      ...NAMES.map((name) => session.call("skill_read", { name, path: "more.md" })),
      ...["one", "two"].map((section) => session.call("skill_read", { name: "ants", section })),
    ]);
    const refused = results.filter(({ isError }) => isError);
    expect(refused.length).toBeGreaterThan(0);
    for (const { text } of refused)
      expect(text).toMatch(/would exceed the 30 tokens allowed for skills in this conversation/);
    expect(session.toJSON().spent.tokens).toBeLessThanOrEqual(30);
  });

  test("S3 three parallel loads of one skill give its body once, and point to it twice", async () => {
    const { session, events } = await open({});
    const results = await Promise.all(["bees", "bees", "bees"].map((name) => load(session, name)));
    expect(results.filter(({ text }) => text.includes("# One"))).toHaveLength(1);
    expect(results.filter(({ metadata }) => metadata.already_loaded === true)).toHaveLength(2);
    expect(loadsIn(events)).toHaveLength(1);
    expect(session.toJSON().spent.activations).toBe(1);
  });

  test("S3 a limit holds for parallel turns in which the user names skills", async () => {
    const { session, events } = await open({ maxActivations: 1 });
    const turns = await Promise.all(
      ["/cats", "/dogs"].map((content) => session.turn({ messages: [{ role: "user", content }] })),
    );
    expect(turns.flatMap(({ inject }) => inject.filter(({ kind }) => kind === "skill"))).toHaveLength(1);
    expect(turns.flatMap(({ report }) => report.notes).join()).toContain("activation limit (1)");
    expect(loadsIn(events)).toHaveLength(1);
  });

  test("S3 a load that fails leaves its place to the next one", async () => {
    let left = 1;
    const { session } = await open({ maxActivations: 1 }, async ({ action }) => {
      if (action === "skill.activated" && left-- > 0) throw new Error("disk full");
    });
    const results = await Promise.all(["bees", "bees", "cats"].map((name) => load(session, name)));
    expect(results.map(({ isError }) => isError)).toEqual([true, false, true]);
    expect(results[0]?.text).toContain("disk full");
    expect(results[2]?.text).toContain("activation limit (1)");
    expect(session.toJSON().spent.activations).toBe(1);
  });

  test("S3 in any order, never more than the limits is spent, and what is reported is what was given", async () => {
    const call = fc.record({
      name: fc.constantFrom(...NAMES),
      kind: fc.constantFrom("load" as const, "path" as const, "section" as const),
    });
    const limits = fc.record({ maxActivations: fc.nat({ max: 4 }), maxTokens: fc.nat({ max: 60 }) });
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(call, { maxLength: 8 }),
      limits,
      fc.array(fc.boolean(), { maxLength: 4 }),
      async (scheduler, calls, given, breaks) => {
        let records = 0;
        let isOpen = false;
        const { session, events } = await open(given, async ({ action }) => {
          if (isOpen) await scheduler.schedule(Promise.resolve());
          if (action === "skill.activated" && breaks[records++] === true) throw new Error("disk full");
        });
        isOpen = true;
        const running = Promise.all(
          calls.map(async ({ name, kind }) => {
            await scheduler.schedule(Promise.resolve());
            if (kind === "load") return load(session, name);
            return session.call("skill_read", {
              name,
              ...(kind === "path" ? { path: "more.md" } : { section: "two" }),
            });
          }),
        );
        const results = await scheduler.waitFor(running);
        const loads = results.filter(
          ({ isError, metadata }, at) =>
            !isError && calls[at]?.kind === "load" && metadata.already_loaded !== true,
        );
        const { spent, activations } = session.toJSON();
        expect(spent.activations).toBeLessThanOrEqual(given.maxActivations);
        expect(spent.tokens).toBeLessThanOrEqual(given.maxTokens);
        expect(spent.activations).toBe(loads.length);
        expect(activations.map(({ name }) => name).sort()).toEqual(loads.map(nameOf).sort());
        expect(
          loadsIn(events)
            .map(({ skill_id }) => skill_id)
            .sort(),
        ).toEqual(loads.map(nameOf).sort());
        const sections = results.filter(
          ({ isError, metadata }) => !isError && metadata.section !== undefined,
        );
        const files = results.filter(({ isError, metadata }) => !isError && metadata.path !== undefined);
        const ofFiles = files.map(({ metadata }) => Math.floor(Number(metadata.size) / 4));
        expect(spent.tokens).toBe(sum([...[...loads, ...sections].map(sizeOf), ...ofFiles]));
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});

const nameOf = ({ metadata }: { readonly metadata: Readonly<Record<string, unknown>> }) => metadata.skill_id;
const sizeOf = ({ metadata }: { readonly metadata: Readonly<Record<string, unknown>> }) =>
  Number(metadata.load_size_tokens);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
