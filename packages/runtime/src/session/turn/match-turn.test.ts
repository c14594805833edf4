import { afterEach, describe, expect, test } from "vitest";
import type { SkillMatch } from "../../conversation.ts";
import { memoryFiles } from "../../discovery/memory-files.ts";
import type { KnowhowEvent } from "../../events.ts";
import type { Embedder } from "../../ports.ts";
import { MATCHING_MODES } from "../../profile.ts";
import { openWorkshop, skillMd, type Workshop } from "../../testing/workshop.ts";

let workshop: Workshop | undefined;
afterEach(() => workshop?.close());

const user = (content: string) => ({ role: "user" as const, content });
const loads = (events: readonly KnowhowEvent[]) =>
  events.flatMap((event) => (event.type === "skill.loaded" ? [event.payload] : []));

const CONCEPT = `## Purpose

Capture one idea.

## Guidelines

- One idea per note.

## Output Template

See assets/template.md.

## Quality Checklist

- [ ] It has a title.
`;

function open(): Workshop {
  workshop = openWorkshop({
    "home/.agents/skills/concept-note/SKILL.md": skillMd(
      {
        name: "concept-note",
        description: "Captures a single idea.",
        triggers: ["explain {concept} as a note"],
      },
      CONCEPT,
    ),
    "home/.agents/skills/concept-note/assets/template.md": "# {{title}}\n",
    "home/.agents/skills/charts/SKILL.md": skillMd({
      name: "charts",
      description: "Draws bar charts and line charts from tables of numbers.",
    }),
    "home/.agents/skills/cooking/SKILL.md": skillMd({ name: "cooking", description: "Suggests recipes." }),
  });
  return workshop;
}

describe("a conversation that looks at what is said", () => {
  test("M5 I2 a likely skill is described once more; the prompt's stable part stays as it was", async () => {
    const session = await (await open().start()).session({ matching: "suggest" });
    const before = await session.turn({ messages: [user("hello")] });
    expect(before.inject).toEqual([]);
    const turn = await session.turn({ messages: [user("hello"), user("draw bar charts of these numbers")] });
    expect(turn.baseline).toBe(before.baseline);
    expect(turn.fingerprint).toBe(before.fingerprint);
    expect(turn.inject).toMatchObject([
      { kind: "suggestion", text: expect.stringContaining("- charts: Draws bar") },
    ]);
    expect(turn.report.matches).toMatchObject([{ name: "charts", decision: "suggest" }]);
  });

  test("M5 a skill that is loaded is not suggested again", async () => {
    const session = await (await open().start()).session({ matching: "suggest" });
    await session.call("skill_load", { name: "charts" });
    expect((await session.turn({ messages: [user("draw bar charts of these numbers")] })).inject).toEqual([]);
  });

  test("M2 a trigger loads its skill with the message's values, and says why it was loaded", async () => {
    const { start, events } = open();
    const session = await (await start()).session();
    const turn = await session.turn({ messages: [user("explain Entropy as a note")] });
    expect(turn.inject).toMatchObject([{ kind: "skill", skill: "concept-note" }]);
    expect(turn.inject[0]?.text).toContain('ARGUMENTS: concept="Entropy"');
    expect(loads(events)).toMatchObject([{ skill_id: "concept-note", load_reason: "auto_suggested" }]);
  });

  test("M2 a phrase that is said again with other values gives the skill these values, and with the same ones nothing", async () => {
    const session = await (await open().start()).session();
    const messages = [user("explain Entropy as a note")];
    await session.turn({ messages });
    messages.push(user("now explain Enthalpy as a note"));
    const other = await session.turn({ messages });
    expect(other.inject[0]?.text).toContain('ARGUMENTS: concept="Enthalpy"');
    expect(other.report.matches).toMatchObject([{ variables: { concept: "Enthalpy" } }]);
    messages.push(user("please explain Enthalpy as a note"));
    const same = await session.turn({ messages });
    expect(same.inject).toEqual([]);
    expect(same.report.active).toEqual(["concept-note"]);
  });

  test("M2 if nothing is loaded automatically, the values are still in the report", async () => {
    const session = await (await open().start()).session({ matching: "suggest" });
    await session.call("skill_load", { name: "concept-note" });
    const { inject, report } = await session.turn({ messages: [user("explain Entropy as a note")] });
    expect(inject).toEqual([]);
    expect(report.matches).toMatchObject([{ name: "concept-note", variables: { concept: "Entropy" } }]);
  });

  test("M5 R6 the matching mode stays the same when a conversation continues, and in its forks", async () => {
    const runtime = await open().start();
    const session = await runtime.session({ matching: "explicit" });
    const ask = { messages: [user("explain Entropy as a note")] };
    const restore = JSON.parse(JSON.stringify(session));
    for (const later of [await runtime.session({ restore }), session.fork()])
      expect((await later.turn(ask)).inject).toEqual([]);
    const widened = await runtime.session({ restore, matching: "auto" });
    expect((await widened.turn(ask)).inject).toHaveLength(1);
  });

  test.each([
    null,
    [{ type: "text", text: "draw bar charts" }],
  ])("M7 %j is not a message", async (content) => {
    const runtime = await open().start();
    const session = await runtime.session();
    const bad = { code: "runtime.bad-option", hint: expect.stringContaining("text parts") };
    await expect(Reflect.apply(runtime.match, runtime, [content])).rejects.toMatchObject(bad);
    const messages = [{ role: "user", content }, user("draw bar charts")];
    await expect(Reflect.apply(session.turn, session, [{ messages }])).rejects.toMatchObject(bad);
    const { report } = await session.turn({ messages: [user("draw bar charts of these numbers")] });
    expect(report.matches).toMatchObject([{ name: "charts" }]);
  });

  test.each(["always", { mode: "auto" }, null])("M5 %j is not a mode", async (matching) => {
    const runtime = await open().start();
    await expect(Reflect.apply(runtime.session, runtime, [{ matching }])).rejects.toMatchObject({
      code: "runtime.bad-option",
    });
  });

  test("M5 explicit evidence alone where the host wants that, and a name is never second-guessed", async () => {
    const runtime = await open().start();
    const plain = await runtime.session({ matching: "explicit" });
    expect((await plain.turn({ messages: [user("explain Entropy as a note")] })).inject).toEqual([]);
    const named = await runtime.session();
    const turn = await named.turn({ messages: [user("/cooking draw bar charts of these numbers")] });
    expect(turn.report.matches.map(({ name }) => name)).toEqual(["cooking"]);
  });

  test("M5 a suggestion never brings more of a description than the standard allows", async () => {
    const { start, write } = open();
    const description = `Paints walls. ${"Any wall may be painted. ".repeat(2_000)}Use when a wall needs paint.`;
    write({ "home/.agents/skills/paint/SKILL.md": skillMd({ name: "paint", description }) });
    const session = await (await start()).session({ matching: "suggest" });
    const { inject } = await session.turn({ messages: [user("paint the wall")] });
    expect(inject).toMatchObject([{ kind: "suggestion", text: expect.stringContaining("- paint: ") }]);
    expect(inject[0]?.text.length).toBeLessThan(1_200);
  });

  test("M5 a skill that was released is preferred where another one is as good, also after going on", async () => {
    const { start, write } = open();
    write({
      "home/.agents/skills/plots/SKILL.md": skillMd({
        name: "plots",
        description: "Draws bar charts and line charts from tables of numbers.",
      }),
      "home/.agents/skills/charts/SKILL.md": skillMd({
        name: "charts",
        description: "Draws bar charts and line charts from tables of numbers.",
      }),
    });
    const runtime = await start();
    const ask = { messages: [user("draw bars and lines from these tables of numbers")] };
    const first = async (restore?: unknown) => {
      const session = await runtime.session({ matching: "suggest", ...(restore ? { restore } : {}) });
      return (await session.turn(ask)).report.matches[0];
    };
    expect((await first())?.name).toBe("charts");
    const session = await runtime.session();
    await session.call("skill_load", { name: "plots" });
    session.release("plots");
    session.release("never-loaded");
    const state = JSON.parse(JSON.stringify(session));
    expect(state.released).toEqual(["plots"]);
    expect(await first(state)).toMatchObject({
      name: "plots",
      reasons: expect.arrayContaining(["it was used earlier in this conversation"]),
    });
    expect(await first({ ...state, released: [7] }).catch((error) => error.code)).toBe(
      "session.state-invalid",
    );
  });

  test("M4 an embedder that fails in the middle of a conversation is in that turn's report", async () => {
    let isDown = false;
    const flaky: Embedder = {
      id: "flaky",
      dimensions: 2,
      embed: (texts) => {
        if (isDown) throw new Error("connection reset");
        return texts.map(() => Float32Array.of(1, 0));
      },
    };
    const session = await (await open().start({ embedders: [flaky] })).session({ matching: "suggest" });
    const notes = async (text: string) => (await session.turn({ messages: [user(text)] })).report.notes;
    expect(await notes("draw bar charts")).toEqual([]);
    isDown = true;
    expect(await notes("draw line charts")).toEqual(["the embedder flaky did not answer: connection reset"]);
    expect(await notes("thanks")).toEqual([]);
    isDown = false;
    expect(await notes("draw pie charts")).toEqual([]);
  });

  test("M5 globs are relative to the project, however a host writes its paths", async () => {
    const { start, write, at } = open();
    write({
      "home/.agents/skills/minutes/SKILL.md": skillMd({
        name: "minutes",
        description: "Keeps minutes.",
        globs: ["minutes/*.md"],
      }),
    });
    const runtime = await start();
    const active = async (file: string) =>
      (await (await runtime.session()).turn({ files: [file] })).report.active;
    expect(await active("minutes/may.md")).toEqual(["minutes"]);
    expect(await active(at("work/minutes/may.md"))).toEqual(["minutes"]);
    expect(await active(at("home/minutes/may.md"))).toEqual([]);
  });

  test("M7 only skills of this session are given", async () => {
    const session = await (await open().start()).session({ matching: "suggest", skills: ["cooking"] });
    expect((await session.turn({ messages: [user("draw bar charts of these numbers")] })).inject).toEqual([]);
  });
});

describe("eager mode", () => {
  test("I5 the matches come at once: purpose, guidelines, the template's text, checklist", async () => {
    const session = await (await open().start()).session({ matching: "eager" });
    const { inject } = await session.turn({ messages: [user("explain Entropy as a note")] });
    expect(inject).toMatchObject([{ kind: "skill", skill: "concept-note" }]);
    const text = inject[0]?.text ?? "";
    for (const part of [
      "## Purpose",
      "Capture one idea.",
      "## Guidelines",
      "# {{title}}",
      "## Quality Checklist",
    ])
      expect(text).toContain(part);
    expect(text).toContain('ARGUMENTS: concept="Entropy"');
  });

  test("I5 a skill without sections gives its body; at most three come", async () => {
    const session = await (await open().start()).session({ matching: "eager" });
    const { inject } = await session.turn({ messages: [user("draw bar charts of these numbers")] });
    expect(inject.length).toBeLessThanOrEqual(3);
    expect(inject[0]?.text).toContain("Do it step by step.");
  });

  test("I5 a name that the user writes still gives the whole body", async () => {
    const session = await (await open().start()).session({ matching: "eager" });
    const { inject } = await session.turn({ messages: [user("/concept-note Entropy")] });
    expect(inject[0]?.text).toContain("<skill_content");
  });
});

describe("a single message, outside of a conversation", () => {
  test("M1 a skill that it names is what it calls for, as in a conversation", async () => {
    const runtime = await open().start();
    const { matches, ranking } = await runtime.match("/cooking draw bar charts of these numbers", {
      ranking: 1,
    });
    expect(matches).toMatchObject([
      {
        name: "cooking",
        decision: "load",
        loadReason: "on_demand",
        args: "draw bar charts of these numbers",
      },
    ]);
    expect(ranking).toMatchObject([{ name: "charts" }]);
    const reasons = async (message: string) =>
      (await runtime.match(message)).matches.map(({ loadReason }) => loadReason);
    expect(await reasons("look at /tmp/cooking")).not.toContain("on_demand");
  });

  test("M1 a name does not start what only the model may start", async () => {
    const { start, write } = open();
    write({
      "home/.agents/skills/quiet/SKILL.md": skillMd({
        name: "quiet",
        description: "Hums.",
        "user-invocable": false,
      }),
    });
    const { matches } = await (await start()).match("/quiet please");
    expect(matches.map(({ loadReason }) => loadReason)).not.toContain("on_demand");
  });
});

describe("the mode of a single message", () => {
  const message = "explain Entropy as a note";
  const decisions = (matches: readonly SkillMatch[]) =>
    matches.map(({ name, decision }) => `${decision} ${name}`);

  test("M5 decides what its words do, and a host can ask what another mode would do", async () => {
    const runtime = await open().start();
    const inMode = async (mode: (typeof MATCHING_MODES)[number]) =>
      decisions((await runtime.match(message, { mode })).matches);
    expect(await inMode("explicit")).toEqual([]);
    expect(await inMode("suggest")).toEqual(["suggest concept-note"]);
    expect(await inMode("auto")).toEqual(["load concept-note"]);
    expect(await inMode("eager")).toEqual(["load concept-note"]);
    const eager = await runtime.match("draw bar charts of these numbers", { mode: "eager" });
    expect(decisions(eager.matches)).toContain("load charts");
    const { ranking, matches } = await runtime.match(message, { mode: "explicit", ranking: 1 });
    expect([matches, ranking]).toMatchObject([[], [{ name: "concept-note" }]]);
  });

  test.each(["always", null, { mode: "auto" }])("M5 %j is not a mode", async (mode) => {
    const runtime = await open().start();
    await expect(Reflect.apply(runtime.match, runtime, [message, { mode }])).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringMatching(/^match: `mode` must be one of .*"auto"/),
    });
  });

  test("M5 a limit on suggestions counts what the mode makes of them", async () => {
    const { start, write } = open();
    for (const name of ["bills", "debts"])
      write({
        [`home/.agents/skills/${name}/SKILL.md`]: skillMd({
          name,
          description: "x",
          triggers: [`count the ${name}`],
        }),
      });
    const runtime = await start();
    const ask = async (mode: "auto" | "suggest", suggestions: number) =>
      decisions(
        (await runtime.match("Count the bills. Then count the debts.", { mode, suggestions })).matches,
      );
    expect(await ask("auto", 3)).toEqual(["load bills", "suggest debts"]);
    expect(await ask("auto", 0)).toEqual(["load bills"]);
    expect(await ask("suggest", 1)).toEqual(["suggest bills"]);
    expect(await ask("suggest", 0)).toEqual([]);
  });

  test("M5 skills that always apply come with every message, also one that calls for nothing", async () => {
    const { start, write } = open();
    write({
      "home/.agents/skills/house/SKILL.md": skillMd({ name: "house", description: "H.", alwaysApply: true }),
    });
    const runtime = await start();
    for (const text of ["thanks", message]) {
      const { matches } = await runtime.match(text, { mode: "explicit" });
      expect(matches).toMatchObject([{ name: "house", decision: "load", loadReason: "always" }]);
    }
    const { matches } = await runtime.match("/house");
    expect(matches).toMatchObject([{ name: "house", loadReason: "on_demand" }]);
  });

  test("M1 a name that cannot be invoked is reported in a note, and no other skill is matched", async () => {
    const { start, write } = open();
    write({
      "home/.agents/skills/quiet/SKILL.md": skillMd({
        name: "quiet",
        description: "Hums.",
        "user-invocable": false,
      }),
    });
    const runtime = await start();
    expect(await runtime.match("/quiet draw bar charts of these numbers")).toEqual({
      matches: [],
      ranking: [],
      mode: "auto",
      notes: ['the skill "quiet" cannot be invoked by name'],
    });
  });

  test.each(MATCHING_MODES)("T6 the words of a server's skill never load it: %s", async (matching) => {
    const files = memoryFiles({
      "shop:/acme/1/pdf/SKILL.md": skillMd({ name: "pdf", description: "x", triggers: ["fill in the form"] }),
    });
    const root = { path: "shop:/acme", id: "shop:acme", level: "custom", depth: 3, remote: "acme" } as const;
    const runtime = await open().start({ sources: [{ root, files }] });
    const content = "please fill in the form";
    const expected = matching === "explicit" ? [] : ["suggest acme:pdf"];
    expect(decisions((await runtime.match(content, { mode: matching })).matches)).toEqual(expected);
    const session = await runtime.session({ matching });
    expect(decisions((await session.turn({ messages: [user(content)] })).report.matches)).toEqual(expected);
    expect(decisions((await runtime.match("/acme:pdf", { mode: matching })).matches)).toEqual([
      "load acme:pdf",
    ]);
  });

  test("M7 a host's matcher can only match skills that are available in the session", async () => {
    const runtime = await open().start();
    const match = (name: string, decision: SkillMatch["decision"]): SkillMatch => ({
      name,
      decision,
      score: 1,
      reasons: [],
      loadReason: "auto_suggested",
    });
    const session = await runtime.session({
      skills: ["charts", "cooking"],
      matcher: {
        list: () => runtime.library.list(),
        match: ({ skills }) => [
          ...skills.map(({ name }) => match(name, "load")),
          match("concept-note", "load"),
          match("gone", "suggest"),
        ],
      },
    });
    const { report, inject } = await session.turn({ messages: [user("x")] });
    expect(decisions(report.matches)).toEqual(["load charts", "load cooking"]);
    expect(inject.map(({ skill }) => skill)).toEqual(["charts", "cooking"]);
  });
});
