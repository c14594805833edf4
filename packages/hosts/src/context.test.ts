import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";
import { afterAll, describe, expect, it } from "vitest";
import { prepareStep } from "./ai-sdk.ts";
import { anthropicLoop } from "./anthropic.ts";
import { skillsMiddleware } from "./langchain.ts";
import { skillsProcessor } from "./mastra.ts";
import { callModelInputFilter } from "./openai.ts";
import { plainLoop } from "./plain.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-hosts-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, "home"));
mkdirSync(join(root, "work/inner"), { recursive: true });
writeFileSync(join(root, "work/AGENTS.md"), "Use tabs.\n");
writeFileSync(join(root, "work/inner/AGENTS.md"), "Use spaces here.\n");

async function open(): Promise<Session> {
  const runtime = await createRuntime({
    profile: "pisces",
    cwd: join(root, "work/inner"),
    home: join(root, "home"),
    env: {},
    config: false,
    cache: false,
    skills: [{ name: "pdf", text: "---\nname: pdf\ndescription: Reads PDF files.\n---\n\nRead it.\n" }],
  });
  return runtime.session();
}

const tool = { description: "", inputSchema: { type: "object" }, run: async () => "" };

/** The system prompt that the model of each framework gets. */
const PROMPTS: Readonly<Record<string, (session: Session) => Promise<string>>> = {
  plain: async (session) =>
    (await plainLoop(session, { system: "Own.", tools: { read: tool } }).request([])).system,
  "ai-sdk": async (session) =>
    (await prepareStep(session, { instructions: "Own.", tools: { read: {} } })({ messages: [] }))
      .instructions,
  openai: async (session) =>
    (
      await callModelInputFilter(session, { tools: [{ name: "read" }] })({
        modelData: { input: [], instructions: "Own." },
      })
    ).instructions,
  anthropic: async (session) => {
    const read = { name: "read", description: "", input_schema: { type: "object" } as const, run: () => "" };
    const { system } = await anthropicLoop(session, { system: "Own.", tools: [read] }).request([]);
    return system.map(({ text }) => text).join("\n\n");
  },
  langchain: async (session) => {
    const { beforeModel, wrapModelCall } = skillsMiddleware(session, { tools: [{ name: "read" }] });
    await beforeModel({ messages: [] });
    return wrapModelCall(
      { messages: [], systemPrompt: "Own.", tools: [] },
      async ({ systemPrompt }) => systemPrompt,
    );
  },
  mastra: async (session) => {
    const own = { role: "system", content: "Own." };
    const step = { messages: [], systemMessages: [own], tools: { read: {} } };
    const { systemMessages } = await skillsProcessor(session).processInputStep(step);
    return systemMessages.map(({ content }) => content).join("\n\n");
  },
};

describe("D9 the system prompt", () => {
  it.each(
    Object.entries(PROMPTS),
  )("D9 P1 of %s has the host's text, AGENTS.md, then the skills", async (_name, promptOf) => {
    const prompt = await promptOf(await open());
    const parts = ["Own.", "Use tabs.", "Use spaces here.", "- pdf: Reads PDF files."];
    const places = parts.map((part) => prompt.indexOf(part));
    expect(places[0]).toBe(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBe(parts.length);
    expect(prompt).toContain(
      `<context_file path="${join(root, "work/AGENTS.md")}">\nUse tabs.\n</context_file>`,
    );
  });
});
