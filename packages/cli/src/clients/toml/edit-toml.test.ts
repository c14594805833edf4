import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry, Target } from "../config-editor.ts";
import { placeOf } from "../config-fault.ts";
import { tomlEditor } from "./edit-toml.ts";
import { scanToml } from "./scan-toml.ts";

const TARGET: Target = { container: ["mcp_servers"], name: "knowhow" };
const ENTRY: Entry = { command: "/usr/bin/node", args: ["/opt/knowhow.js", "mcp"] };
const BLOCK = '[mcp_servers.knowhow]\ncommand = "/usr/bin/node"\nargs = ["/opt/knowhow.js", "mcp"]\n';

/** What a text says: every pair by its whole path. */
function meaning(text: string): ReadonlyMap<string, unknown> {
  return new Map(
    scanToml(text).map((item) => [JSON.stringify(item.path), item.kind === "pair" ? item.value : item.kind]),
  );
}

function add(text: string): string {
  return tomlEditor.add(text, TARGET, ENTRY).text;
}

const value = fc.constantFrom(
  '"text"',
  "'C:\\dir'",
  '"""\nlong # no comment\n[mcp_servers.knowhow]\n"quoted"""""',
  "'''\n[mcp_servers.knowhow]\n'''",
  '[1, 2, # why\n  ["a"],\n]',
  '{ a = 1, b.c = "x" }',
  "0xff_ff",
  "-1_000.5e+3",
  "inf",
  "1979-05-27 07:32:00.5-07:00",
  "07:32:00",
  "true",
);
const comment = fc.constantFrom("", "", "# note\n", "\n", "  # [mcp_servers.knowhow]\n", "\n\n");
const key = fc.constantFrom("N", "b-N", '"quoted N"', "'x.N'", "c . N");
const table = fc.constantFrom(
  "[N]",
  "[mcp_servers.N]",
  "[mcp_servers.N.env]",
  "[[hooks]]",
  '["N"]',
  "[ a . 'N' ] # c",
);

/** Gives every key and table of a file a name of its own. */
function distinct(text: string): string {
  let next = 0;
  return text.replace(/\bN\b/g, () => `n${next++}`);
}

/** Files as people write them. */
const file = fc
  .tuple(
    fc.array(fc.tuple(comment, key, value, fc.constantFrom("", " # tail")), { maxLength: 3 }),
    fc.array(fc.tuple(comment, table, fc.array(fc.tuple(comment, key, value), { maxLength: 3 })), {
      maxLength: 4,
    }),
    comment,
    fc.constantFrom("\n", "\r\n"),
    fc.boolean(),
  )
  .map(([top, tables, end, newline, cut]) => {
    const head = top.map(([note, name, written, tail]) => `${note}${name} = ${written}${tail}\n`);
    const rest = tables.map(
      ([note, header, pairs]) =>
        `${note}${header}\n${pairs.map(([more, name, written]) => `${more}${name}=${written}\n`).join("")}`,
    );
    const text = distinct(`${head.join("")}${rest.join("")}${end}`).replaceAll("\n", newline);
    return cut ? text.replace(/(?:\r?\n)+$/, "") : text;
  });

describe("editing TOML", () => {
  it("S10 changes nothing in any file but our entry, and keeps all its bytes", () => {
    fc.assert(
      fc.property(file, (text) => {
        const after = add(text);
        expect(after.startsWith(text)).toBe(true);
        expect([...meaning(after)]).toEqual([
          ...meaning(text),
          ['["mcp_servers","knowhow"]', "table"],
          ['["mcp_servers","knowhow","command"]', ENTRY.command],
          ['["mcp_servers","knowhow","args"]', ENTRY.args],
        ]);
      }),
      { numRuns: 1000 },
    );
  });

  it("S10 gives a file that ends with a newline back byte by byte when the entry is removed again", () => {
    fc.assert(
      fc.property(file, (text) => {
        fc.pre(/[^\r\n]\r?\n$/.test(text) || text === "");
        expect(tomlEditor.remove(add(text), TARGET, [])).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it("S10 restores the meaning of any file when the entry is removed, wherever the entry is", () => {
    fc.assert(
      fc.property(file, file, (before, rest) => {
        fc.pre(before.includes("\r") === rest.includes("\r"));
        const after = `[z]\n${rest.replaceAll(/\bn(?=\d)/g, "m")}`;
        const text = `${add(before)}${after}`;
        const removed = tomlEditor.remove(text, TARGET, []);
        expect([...meaning(removed)]).toEqual([...meaning(`${before}\n${after}`)]);
        expect(removed.match(/#/g)?.length).toBe(`${before}${after}`.match(/#/g)?.length);
      }),
    );
  });

  it("never fails on a text in any other way than by saying where it is broken", () => {
    const noise = fc.string({ unit: fc.constantFrom(..."[]{}=.,\"'#\\u0a1-:\n \t") });
    fc.assert(
      fc.property(fc.oneof(noise, fc.string(), file), (text) => {
        try {
          add(text);
        } catch (error) {
          expect(error).toMatchObject({ name: "ConfigFault", at: expect.any(Number) });
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("S10 writes any command so that it reads back as it was", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.array(fc.string({ unit: "grapheme" })),
        (command, args) => {
          const clean = command.replace(/\p{Surrogate}/gu, "\ufffd");
          const { text } = tomlEditor.add("", TARGET, { command, args });
          const members = tomlEditor.find(text, TARGET)?.members;
          expect([members?.get("command"), members?.get("args")]).toEqual([clean, args]);
        },
      ),
    );
  });

  it.each([
    ["an empty file", "", BLOCK],
    ["a file without a newline at its end", 'model = "x"', `model = "x"\n\n${BLOCK}`],
    ["a file that ends with a table", "[a]\nb = 1\n", `[a]\nb = 1\n\n${BLOCK}`],
    ["a file that ends with a blank line", "[a]\n\n", `[a]\n\n${BLOCK}`],
    ["a file with Windows line ends", "[a]\r\n", `[a]\r\n\r\n${BLOCK.replaceAll("\n", "\r\n")}`],
  ])("appends a table to %s", (_, text, expected) => {
    expect(add(text)).toBe(expected);
  });

  it("removes the tables below the entry too, and keeps the comment of the next table", () => {
    const text = `a = 1\n\n${BLOCK}\n# of other\n[other]\nx = 1\n\n[mcp_servers.knowhow.env]\nA = "b" # mine\n`;
    expect(tomlEditor.remove(text, TARGET, [])).toBe("a = 1\n\n# of other\n[other]\nx = 1\n");
  });

  it("puts an entry back as it was written before", () => {
    const text =
      '[mcp_servers.knowhow]\ncommand = "mine" # keep\n\n[mcp_servers.knowhow.env]\nA = "b"\n\n[z]\n';
    const raw = tomlEditor.find(text, TARGET)?.raw ?? "";
    const forced = tomlEditor.overwrite(text, TARGET, ENTRY);
    expect(forced).toBe(`${BLOCK}\n[z]\n`);
    expect(tomlEditor.replace(forced, TARGET, raw)).toBe(text);
  });

  it("updates only our own keys, and keeps those that the user added", () => {
    const text =
      '[mcp_servers.knowhow] # mine\ncommand = "old" # program\nstartup_timeout_sec = 20\nurl = "x"\n\n[z]\n';
    expect(tomlEditor.update(text, TARGET, { set: ENTRY, drop: ["url"] })).toBe(
      '[mcp_servers.knowhow] # mine\ncommand = "/usr/bin/node" # program\nstartup_timeout_sec = 20\nargs = ["/opt/knowhow.js", "mcp"]\n\n[z]\n',
    );
  });

  it.each([
    ['mcp_servers = { x = { command = "y" } }', 1, 1, "not written as a table"],
    ['mcp_servers.x.command = "y"', 1, 1, "not written as a table"],
    ["[mcp_servers]\nknowhow = {}", 2, 1, "not written as a table"],
    ['[mcp_servers]\nknowhow.command = "x"', 2, 1, "not written as a table"],
    ["[[mcp_servers]]", 1, 1, "is a list"],
    ["[mcp_servers.knowhow]\n[mcp_servers.knowhow]", 2, 1, "stands twice"],
    ["[mcp_servers.knowhow.env]\nA = 1", 1, 1, "has no [mcp_servers.knowhow]"],
    ["a = 1 b = 2", 1, 7, "nothing more"],
    ["\n\na = ", 3, 5, "a value"],
    ['a = "x\nb"', 1, 5, "not closed"],
    ['a = """x', 1, 5, "never closed"],
    ["a = [1, 2", 1, 5, "no ] closes"],
    ["a = [1 2]", 1, 8, "a comma or ]"],
    ['a = "\\q"', 1, 6, "escape"],
    ["[a", 1, 1, "not closed"],
    ["a", 1, 2, "an ="],
    ["a = 01", 1, 5, "a value"],
    ["a = 1\n'a' = 2", 2, 1, "stands twice"],
    ["[a]\n[b]\n[a]", 3, 1, "stands twice"],
  ])("refuses %j at line %i, column %i", (text, line, column, words) => {
    let fault: unknown;
    try {
      add(text);
    } catch (error) {
      fault = error;
    }
    expect(fault).toMatchObject({ name: "ConfigFault", message: expect.stringContaining(words) });
    expect(placeOf(text, Number(Object(fault).at))).toEqual({ line, column });
  });

  it("shows no value of others in the text for eyes, nor a comment", () => {
    const text = 'k = "sk-1" # sk-2\n[a]\nl = ["sk-3",\n# sk-4\n]\n# sk-5\n';
    const masked = tomlEditor.mask(add(text), TARGET, ["command"]);
    expect(masked).not.toContain("sk-");
    expect(masked).toContain('command = "/usr/bin/node"');
    expect(masked.split("\n")).toHaveLength(add(text).split("\n").length);
  });

  it.each([
    ["a very long text", `a = "${"x".repeat(1_000_000)}"\n`],
    ["very many folded lines", `a = """${"\\\n".repeat(400_000)}"""\n`],
    ["very many comments", "#\n".repeat(500_000)],
    ["very many comments in a list", `a = [${"#\n".repeat(500_000)}]\n`],
  ])("edits %s without running out of stack or time", (_, text) => {
    expect(tomlEditor.remove(add(text), TARGET, [])).toBe(text);
  });

  it("refuses a number or a file that is far too long", () => {
    expect(() => add(`a = ${"1_".repeat(500_000)}1`)).toThrow("a value should stand here");
    expect(() => add("#\n".repeat(600_000))).toThrow("larger than 1 MiB");
  });

  it("refuses a text that is nested without an end, without running out of stack", () => {
    expect(() => add(`a = ${"[".repeat(1_000_000)}`)).toThrow("nested too deeply");
  });
});
