import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KnowhowEvent } from "../events.ts";
import { createRuntime } from "../runtime.ts";
import type { Session } from "../session/session.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { openTelemetryTracer } from "./open-telemetry-tracer.ts";
import { skillAttributes } from "./skill-attributes.ts";

/** Words that occur only in texts, paths, messages and arguments. */
const CANARY = /canary/i;
const KEY = "references/CANARY-file.md";
const PLACE = "/CANARY-place/project";
const SKILLS = `${PLACE}/.agents/skills`;

const tree = {
  [`${SKILLS}/pdf/SKILL.md`]: skillMd(
    {
      name: "pdf",
      description: "CANARY description. Use when CANARY.",
      arguments: ["CANARY-argument"],
      "allowed-tools": "Read",
    },
    `# CANARY heading\n\nCANARY body $ARGUMENTS\n\n${"CANARY text. ".repeat(50)}\n`,
  ),
  [`${SKILLS}/pdf/${KEY}`]: "CANARY file\n",
  [`${SKILLS}/tone/SKILL.md`]: skillMd({ name: "tone", description: "CANARY tone.", alwaysApply: true }),
  [`${SKILLS}/ts/SKILL.md`]: skillMd({ name: "ts", description: "CANARY ts.", globs: "**/*.ts" }),
  [`${SKILLS}/bad/SKILL.md`]: "CANARY text without frontmatter\n",
  "/CANARY-home/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "CANARY other." }),
};

const user = (content: string) => ({ role: "user" as const, content });

/** Everything a conversation can do, with a canary in whatever it is given. */
const STEPS: Readonly<Record<string, (session: Session) => unknown>> = {
  plain: (session) => session.turn({ messages: [user("CANARY message")], files: ["CANARY.md"] }),
  mention: (session) => session.turn({ messages: [user("CANARY $pdf CANARY")] }),
  command: (session) => session.turn({ messages: [user("/pdf CANARY 'CANARY argument'")] }),
  file: (session) => session.turn({ files: ["src/CANARY.ts"], availableTools: ["CANARY-tool"] }),
  load: (session) => session.call("skill_load", { name: "pdf" }),
  loadUnknown: (session) => session.call("skill_load", { name: "CANARY" }),
  search: (session) => session.call("skill_search", { query: "CANARY" }),
  read: (session) => session.call("skill_read", { name: "pdf", path: KEY }),
  readUnknown: (session) => session.call("skill_read", { name: "pdf", path: "CANARY.md" }),
  section: (session) => session.call("skill_read", { name: "pdf", section: "canary-heading" }),
  sectionUnknown: (session) => session.call("skill_read", { name: "pdf", section: "CANARY" }),
  resolve: (session) => session.resolve("skill://pdf"),
  resolveFile: (session) => session.resolve(`skill://pdf/${KEY}`),
  resolveUnknown: (session) => session.resolve("skill://pdf/CANARY"),
  guard: (session) => session.guard({ name: "Bash", input: { command: "CANARY" } }, ["Bash", "Read"]),
  approve: (session) =>
    session
      .fork({ toolScope: "advisory", grants: [] })
      .authorize(
        { name: "Bash", input: { command: "CANARY" } },
        { ask: () => ({ answer: "no", reason: "CANARY" }) },
      ),
  compact: (session) => session.compacted(),
  release: (session) => session.release("pdf"),
  fork: (session) => session.fork({ skills: ["pdf"] }).call("skill_load", { name: "pdf" }),
};

/** What a conversation emitted: its events, and its spans as an exporter gets them. */
async function told(steps: readonly string[], genAiSkill: boolean): Promise<readonly unknown[]> {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = openTelemetryTracer(provider.getTracer("knowhow"), { genAiSkill });
  const ports = { ...fakePorts(tree, { cwd: PLACE, home: "/CANARY-home" }), tracer };
  const heard: KnowhowEvent[] = [];
  const runtime = await createRuntime(ports, {
    trust: () => true,
    onEvent: ({ event }) => heard.push(event),
  });
  const session = await runtime.session({ toolScope: "restrict", maxTokens: 300, preload: ["ts"] });
  for (const step of steps) await STEPS[step]?.(session);
  const spans = exporter
    .getFinishedSpans()
    .map(({ name, attributes, status, events, links }) => ({ name, attributes, status, events, links }));
  return [...heard, ...spans, skillAttributes(session, { genAiSkill })];
}

const scripts = fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 12 });

describe("what observers receive", () => {
  test("O1 O2 never holds text of a body or description, a place, a message or an argument", async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (steps) => {
        expect((await told(steps, false)).filter(holdsCanary)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("O2 under the GenAI conventions it holds the key of a file of the skill, and no more", async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (steps) => {
        const texts = (await told(steps, true)).map((value) => JSON.stringify(value));
        const others = texts.map((text) => text.replace(`"gen_ai.skill.resource.name":"${KEY}"`, ""));
        expect(others.filter((text) => CANARY.test(text))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test("O1 O2 is not empty: the steps give events and spans of every kind", async () => {
    const kinds = (await told(["command", "plain", ...Object.keys(STEPS)], false)).flatMap(kindOf);
    expect(new Set(kinds)).toEqual(
      new Set([
        "library.loaded",
        "skill.skipped",
        "skill.overridden",
        "skill.loaded",
        "resource.read",
        "tool.denied",
        "tool.failed",
        "approval.decided",
        "session.forked",
        "session.compacted",
        "knowhow.turn",
        "knowhow.activate",
        "knowhow.resource.read",
      ]),
    );
  });
});

function holdsCanary(value: unknown): boolean {
  return CANARY.test(JSON.stringify(value));
}

function kindOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if ("type" in value && typeof value.type === "string") return [value.type];
  return "name" in value && typeof value.name === "string" ? [value.name] : [];
}
