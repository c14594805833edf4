import { expect, test } from "vitest";
import { nodeHash } from "../node/node-hash.ts";
import { agentskills } from "../profiles/agentskills.ts";
import { decodeText } from "../serving/decode-text.ts";
import { skillMd } from "../testing/workshop.ts";
import { summariseFile } from "./summarise-file.ts";

const { limits } = agentskills.discovery;

async function codesOf(bytes: Uint8Array) {
  const stat = { kind: "file", size: bytes.length, mtimeMs: 1, ctimeMs: 1, ino: 1, mode: 0o644 } as const;
  const read = { text: decodeText(bytes), stat };
  const { diagnostics } = await summariseFile("/skills/pdf/SKILL.md", read, limits, { hash: nodeHash });
  return diagnostics.map(({ code }) => code);
}

const text = (body: string) =>
  new TextEncoder().encode(skillMd({ name: "pdf", description: "Reads files." }, body));

test("F10 a replacement character that the author wrote is valid UTF-8", async () => {
  expect(await codesOf(text("Avoid \ufffd in names, and \ufffd\ufffd.\n"))).toEqual([]);
});

test.each([
  ["a byte of Latin-1", [0xe9]],
  ["a sequence that ends early", [0xe2, 0x82, 0x20]],
  ["two bytes that start nothing", [0x80, 0xbf]],
])("F10 %s is reported as invalid UTF-8", async (_what, bytes) => {
  const whole = text("Read \ufffd.\n");
  expect(await codesOf(new Uint8Array([...whole, ...bytes, 0x0a]))).toEqual(["format.not-utf8"]);
});
