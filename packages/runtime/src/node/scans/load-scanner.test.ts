import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { scannerSuite } from "../../testing/scanner-suite.ts";
import { writeTree } from "../../testing/write-tree.ts";
import { createRuntime } from "../create-runtime.ts";
import { loadScanner } from "./load-scanner.ts";

function module(text: string): string {
  const tree = writeTree({ "scanner.mjs": text });
  onTestFinished(tree.remove);
  return pathToFileURL(tree.at("scanner.mjs")).href;
}

const SCANNER = `export const createScanner = () => ({
  id: "mine 1",
  scan: ({ files, gaps }) => ({
    verdict: gaps.length === 0 ? "safe" : "incomplete",
    findings: [],
    inspected: { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) },
  }),
});`;

test("T2 a scanner that is not installed is no scanner", async () => {
  expect(await loadScanner("@knowhow/no-such-scanner")).toBeUndefined();
});

test.each(scannerSuite)("T2 an installed scanner is opened: it $title", async ({ run }) => {
  const scanner = await loadScanner(module(SCANNER));
  expect(scanner).toMatchObject({ id: "mine 1" });
  if (scanner !== undefined) await run(() => scanner);
});

test.each([
  ["exports something else", "export const scan = 1;"],
  ["has no id", "export const createScanner = () => ({ scan() {} });"],
])("T2 an installed scanner that %s is an error, not a missing scanner", async (_what, text) => {
  await expect(loadScanner(module(text))).rejects.toMatchObject({ code: "security.scanner-unusable" });
});

test("T2 an installed scanner that needs a missing package is an error, not a missing scanner", async () => {
  const name = module('import "@knowhow/no-such-parser"; export const createScanner = 1;');
  await expect(loadScanner(name)).rejects.toThrow(/no-such-parser/);
});

test("T2 with a scanner that cannot be opened, skills of the user load as not inspected, and nothing is called safe", async () => {
  const tree = writeTree({
    "skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF files.\n---\nText\n",
  });
  onTestFinished(tree.remove);
  const verdicts: unknown[] = [];
  const runtime = await createRuntime({
    ...{ cwd: tree.root, home: tree.at("home"), env: {}, cache: false, decisions: false, providers: false },
    roots: [tree.at("skills")],
    scanner: () => loadScanner(module("export const scan = 1;")),
    onEvent: ({ event }) => void (event.type === "skill.scanned" && verdicts.push(event.verdict)),
  });
  expect((await runtime.read("pdf")).body).toBe("Text\n");
  expect(verdicts).toEqual(["incomplete"]);
});
