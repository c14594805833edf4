import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outlineOf } from "./outline.ts";
import { sectionsOf } from "./sections.ts";

describe("an outline", () => {
  it("F7 lists every heading with its depth and cost, and leaves code alone", () => {
    const body =
      "Intro text.\n\n# One #\n\n```sh\n# no heading\n```\n\n## Two\ntext\n~~~\n```\n# no\n~~~\n### Three ###\n#no heading\n";
    expect(outlineOf(body, (text) => text.length)).toMatchObject([
      { key: "top", title: "", depth: 0, start: 0 },
      { key: "one", title: "One", depth: 1 },
      { key: "two", title: "Two", depth: 2 },
      { key: "three", title: "Three", depth: 3, end: body.length },
    ]);
  });

  it("F7 gives every section a key of its own", () => {
    const keys = outlineOf("# Usage\n# Usage\n# usage 2\n# Usage\n# !!!\n# 使い方\n").map(({ key }) => key);
    expect(keys).toEqual(["usage", "usage-2", "usage-2-2", "usage-3", "top", "使い方"]);
  });

  it("F7 has sections that tile the body, with keys that never repeat", () => {
    const line = fc.constantFrom(
      "# a",
      "## a",
      "### a 2",
      "text",
      "",
      "  ",
      "```",
      "~~~",
      "````",
      "   # b",
      "    # c",
      "#",
      "# a #",
      "\r",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.constantFrom("\n", "\r\n"), (lines, end) => {
        const body = lines.join(end);
        const outline = outlineOf(body, (text) => text.length);
        expect(body.slice(0, outline[0]?.start).trim()).toBe("");
        for (const [index, section] of outline.entries()) {
          expect(section.end).toBe(outline[index + 1]?.start ?? body.length);
          expect(section.tokens).toBe(section.end - section.start);
        }
        expect(new Set(outline.map(({ key }) => key)).size).toBe(outline.length);
      }),
    );
  });
});

describe("named sections", () => {
  it("F7 are each read into a field of their own", () => {
    const body =
      "# Note\n\n## Purpose\nWhy.\n\n## When to Use\nNow.\n### Also\nThen.\n\n## Output Template\n```\n## Purpose\n```\n## Guidelines\n- a\n## Quality Checklist\n- [ ] b\n## Variants\nv";
    expect(sectionsOf(body)).toEqual({
      purpose: "Why.",
      whenToUse: "Now.\n### Also\nThen.",
      outputTemplate: "```\n## Purpose\n```",
      guidelines: "- a",
      qualityChecklist: "- [ ] b",
      variants: "v",
    });
  });

  it.each([
    ["", {}],
    ["no headings", {}],
    ["## Constructor\nx\n## __proto__\ny", {}],
    ["## Purpose", { purpose: "" }],
    ["## purpose\none\n## Purpose\ntwo", { purpose: "one" }],
    [
      "## Variants\n### Purpose\nnested\n## Purpose\nreal",
      { variants: "### Purpose\nnested", purpose: "real" },
    ],
    ["### Purpose\ndeep\n## Purpose\nshallow", { purpose: "shallow" }],
    ["Purpose\n-------\nunderlined\n\nGuidelines\n---\n- a", { purpose: "underlined", guidelines: "- a" }],
    ["Purpose\n=======\nwide\n## Variants\nv", { purpose: "wide\n## Variants\nv" }],
  ])("F7 may be missing, empty or unusual: %j", (body, sections) => {
    expect(sectionsOf(body)).toEqual(sections);
  });
});
