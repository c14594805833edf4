import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { skillMd } from "../../../../runtime/src/testing/workshop.ts";
import { portableSkill } from "./portable-skill.ts";

const known = { name: "pdf", description: "Fills in forms." };

async function serve(text: string | Uint8Array) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const portable = await portableSkill(bytes, known);
  if ("refused" in portable) throw new Error(portable.refused.join("; "));
  return { ...portable, text: new TextDecoder().decode(portable.bytes) };
}

describe("a SKILL.md on the wire", () => {
  it("S10 is the file itself where strict clients accept it", async () => {
    const text = skillMd({ name: "pdf", description: "x", license: "MIT", extra: { a: [1, true, null] } });
    const { reasons, text: served } = await serve(text);
    expect(reasons).toEqual([]);
    expect(served).toBe(text);
  });

  it("S10 keeps the fields of a file whose frontmatter is rewritten", async () => {
    const fields = {
      name: "Pdf",
      description: "x",
      license: "MIT",
      metadata: { version: 2, deep: { a: 1 } },
      when: ["a: b", "#c"],
    };
    const { reasons, frontmatter } = await serve(skillMd(fields));
    expect(reasons).toHaveLength(2);
    expect(frontmatter).toEqual({
      name: "pdf",
      description: "x",
      license: "MIT",
      when: ["a: b", "#c"],
      metadata: {
        version: "2",
        deep: '{"a":1}',
        "original-name": "Pdf",
        "knowhow-rewritten": reasons.join("; "),
      },
    });
  });

  it("S10 exists for a file without frontmatter and for bytes that are not text", async () => {
    expect((await serve("Only a body.\n")).frontmatter).toMatchObject({
      name: "pdf",
      description: "Fills in forms.",
    });
    expect((await serve(new Uint8Array([45, 45, 45, 10, 255, 254]))).reasons).toEqual([
      "SKILL.md is not valid UTF-8",
    ]);
  });

  it("S10 is one that the official reader accepts, whatever the frontmatter holds", async () => {
    const value = fc.jsonValue({ stringUnit: "binary", maxDepth: 3 });
    const fields = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("metadata", "compatibility", "license", "name")),
      value,
      { maxKeys: 6 },
    );
    await fc.assert(
      fc.asyncProperty(fields, fc.string({ unit: "binary", maxLength: 200 }), async (given, body) => {
        const { frontmatter } = await serve(
          skillMd({ ...given, description: given.description ?? "x" }, body),
        );
        expect(frontmatter.name).toBe("pdf");
      }),
    );
  });

  it("S10 is made of any text at all", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (text) => {
        expect((await serve(`---\n${text}\n---\n${text}`)).frontmatter.name).toBe("pdf");
      }),
    );
  });
});
