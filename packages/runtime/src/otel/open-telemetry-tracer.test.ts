import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tracerSuite } from "../testing/tracer-suite.ts";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";
import { type OpenTelemetryOptions, openTelemetryTracer } from "./open-telemetry-tracer.ts";
import { skillAttributes } from "./skill-attributes.ts";

let workshop: Workshop | undefined;
beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => context.disable());
afterEach(() => workshop?.close());

function open(): Workshop {
  workshop = openWorkshop({
    "work/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads. Use when asked." }),
    "work/.agents/skills/pdf/references/tables.md": "Tables.\n",
    "work/.agents/skills/tone/SKILL.md": skillMd({ name: "tone", description: "Tone. Use when asked." }),
  });
  return workshop;
}

/** A real tracer of the SDK, its spans in memory, or wherever an exporter puts them. */
function tracerOf(exporter: SpanExporter) {
  return new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer(
    "knowhow",
  );
}

async function start(options: OpenTelemetryOptions = {}) {
  const exporter = new InMemorySpanExporter();
  const sdk = tracerOf(exporter);
  const runtime = await open().start({ tracer: openTelemetryTracer(sdk, options) });
  const spans = () => exporter.getFinishedSpans();
  return { sdk, runtime, spans, span: (name: string) => spans().find((span) => span.name === name) };
}

describe("the tracer port on OpenTelemetry", () => {
  test.each(tracerSuite)("O2 $title", async ({ run }) => {
    await run(() => {
      const exporter = new InMemorySpanExporter();
      const failing = () => {
        throw new Error("the exporter is broken");
      };
      const broken = { setAttributes: failing, setStatus: failing, end: failing };
      return {
        tracer: openTelemetryTracer(tracerOf(exporter)),
        spans: () =>
          exporter.getFinishedSpans().map(({ name, attributes, events, status }) => ({
            ...{ name, attributes, events, status },
          })),
        broken: openTelemetryTracer({ startActiveSpan: (_name, _options, work) => work(broken) }),
      };
    });
  });

  test("O2 does the work once when no span can be started, or when the tracer fails after it", async () => {
    const failing = (isBefore: boolean) =>
      openTelemetryTracer({
        startActiveSpan: (_name, _options, work) => {
          if (!isBefore) work({ setAttributes: () => 0, setStatus: () => 0, end: () => undefined });
          throw new Error("the tracer is broken");
        },
      });
    for (const tracer of [failing(true), failing(false)]) {
      let times = 0;
      const work = async () => {
        times += 1;
        return "result";
      };
      expect(await tracer.trace({ name: "turn", attributes: {} }, work)).toBe("result");
      expect(times).toBe(1);
    }
  });
});

const user = (content: string) => ({ role: "user" as const, content });
const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId;
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId;

describe("the spans", () => {
  test("O2 nest: an activation inside its turn, the turn inside the host's own span", async () => {
    const { sdk, runtime, span } = await start();
    const session = await runtime.session();
    await sdk.startActiveSpan("chat", async (chat) => {
      await session.turn({ messages: [user("use $pdf")] });
      chat.end();
    });
    expect(parentOf(span("knowhow.activate"))).toBe(idOf(span("knowhow.turn")));
    expect(parentOf(span("knowhow.turn"))).toBe(idOf(span("chat")));
  });

  test("O2 carry names, versions, counts and reasons", async () => {
    const { runtime, span } = await start();
    const session = await runtime.session();
    await session.turn({ messages: [user("use $pdf")] });
    await session.call("skill_read", { name: "pdf", path: "references/tables.md" });
    const version = runtime.library.get("pdf")?.version;
    expect(span("knowhow.turn")?.attributes).toEqual({
      "knowhow.turn": 1,
      "knowhow.catalog.skills": 2,
      "knowhow.catalog.tokens": expect.any(Number),
      "knowhow.delta.announced": false,
      "knowhow.match.count": 1,
      "knowhow.inject.count": 1,
      "knowhow.inject.tokens": expect.any(Number),
      "knowhow.tool.count": expect.any(Number),
      "knowhow.skill.active": ["pdf"],
    });
    expect(span("knowhow.activate")?.attributes).toEqual({
      "knowhow.skill.name": "pdf",
      "knowhow.skill.version": version,
      "knowhow.skill.level": "project",
      "knowhow.load.reason": "on_demand",
      "knowhow.load.outcome": "loaded",
      "knowhow.load.tokens": expect.any(Number),
    });
    expect(span("knowhow.resource.read")?.attributes).toEqual({
      "knowhow.skill.name": "pdf",
      "knowhow.skill.version": version,
      "knowhow.skill.level": "project",
      "knowhow.read.outcome": "given",
      "knowhow.read.bytes": 8,
      "knowhow.read.page": 1,
      "knowhow.read.pages": 1,
    });
  });

  test("O2 distinguish loaded, known and refused", async () => {
    const { runtime, spans } = await start();
    const session = await runtime.session({ maxActivations: 1, preload: ["tone"] });
    for (const name of ["pdf", "pdf", "tone"]) await session.call("skill_load", { name });
    const second = await runtime.session({ maxActivations: 0 });
    await second.call("skill_load", { name: "pdf" });
    await second.turn({ messages: [user("$pdf")] });
    const outcomes = spans()
      .filter(({ name }) => name === "knowhow.activate")
      .map(({ attributes }) =>
        ["knowhow.skill.name", "knowhow.load.reason", "knowhow.load.outcome"].map((key) => attributes[key]),
      );
    expect(outcomes).toEqual([
      ["tone", "always", "loaded"],
      ["pdf", "on_demand", "loaded"],
      ["pdf", "on_demand", "known"],
      ["tone", "on_demand", "known"],
      ["pdf", "on_demand", "refused"],
      ["pdf", "on_demand", "refused"],
    ]);
  });

  test("O2 of a failure have the status and the class of the error, and the error is rethrown", async () => {
    const { runtime, span } = await start();
    const broken = { list: () => [], match: () => Promise.reject(new TypeError("secret")) };
    const session = await runtime.session({ matcher: broken });
    await expect(session.turn()).rejects.toThrow("secret");
    expect(span("knowhow.turn")).toMatchObject({
      status: { code: 2 },
      attributes: { "error.type": "TypeError" },
    });
    expect(span("knowhow.turn")).toMatchObject({ ended: true, events: [] });
    expect(span("knowhow.turn")?.status.message).toBeUndefined();
  });

  test.each<[string, SpanExporter]>([
    ["throws", { export: () => fail(), shutdown: async () => undefined }],
    ["reports a failure", { export: (_spans, done) => done({ code: 1 }), shutdown: async () => undefined }],
  ])("O2 break nothing when the exporter %s", async (_title, exporter) => {
    const runtime = await open().start({ tracer: openTelemetryTracer(tracerOf(exporter)) });
    const session = await runtime.session();
    expect((await session.turn({ messages: [user("$pdf")] })).inject).toMatchObject([{ skill: "pdf" }]);
  });

  test("O2 cost nothing to a host whose OpenTelemetry has no SDK", async () => {
    const runtime = await open().start({ tracer: openTelemetryTracer(trace.getTracer("knowhow")) });
    expect((await (await runtime.session()).turn()).report.catalog.total).toBe(2);
  });
});

describe("the GenAI conventions", () => {
  test("O2 are set only if enabled, and only with names", async () => {
    const { runtime, spans, span } = await start({ genAiSkill: true });
    const session = await runtime.session();
    await session.turn({ messages: [user("use $pdf")] });
    await session.call("skill_read", { name: "pdf", path: "references/tables.md" });
    await session.call("skill_read", { name: "pdf", path: "references/none.md" });
    const skill = { "gen_ai.skill.name": "pdf", "gen_ai.skill.source.uri": "skill://pdf" };
    expect(genAi(span("knowhow.turn"))).toEqual({});
    expect(genAi(span("knowhow.activate"))).toEqual(skill);
    expect(
      spans()
        .filter(({ name }) => name === "knowhow.resource.read")
        .map(genAi),
    ).toEqual([{ ...skill, "gen_ai.skill.resource.name": "references/tables.md" }, skill]);
    const without = await start();
    await (await without.runtime.session()).turn({ messages: [user("use $pdf")] });
    expect(without.spans().map(genAi)).toEqual([{}, {}]);
  });

  test("O2 the active skills are attributes for a host's own tool spans", async () => {
    const { sdk, runtime, span } = await start();
    const session = await runtime.session();
    expect(skillAttributes(session, { genAiSkill: true })).toEqual({});
    await session.call("skill_load", { name: "pdf" });
    const { version = "" } = runtime.library.get("pdf") ?? {};
    sdk.startActiveSpan("execute_tool Bash", { attributes: skillAttributes(session) }, (tool) => tool.end());
    expect(span("execute_tool Bash")?.attributes).toEqual({
      "knowhow.skill.active": ["pdf"],
      "knowhow.skill.active.versions": [version],
    });
    expect(skillAttributes(session, { genAiSkill: true })).toMatchObject({ "gen_ai.skill.name": "pdf" });
    await session.call("skill_load", { name: "tone" });
    const both = skillAttributes(session, { genAiSkill: true });
    expect(both["knowhow.skill.active"]).toEqual(["pdf", "tone"]);
    expect(both).not.toHaveProperty("gen_ai.skill.name");
  });
});

function genAi(span: ReadableSpan | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(span?.attributes ?? {}).filter(([key]) => key.startsWith("gen_ai.")),
  );
}

function fail(): never {
  throw new Error("the exporter broke");
}
