import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createToolScope,
  type ToolDeclaration,
  type ToolScopeOptions,
  type ToolVerdict,
} from "./tool-scope.ts";

const base: ToolScopeOptions = {
  mode: "restrict",
  host: ["Bash", "Read", "Edit", "WebFetch", "mcp__gh__list"],
  declarations: [],
  always: ["skill_load"],
};
const skill = (
  name: string,
  allowed: readonly string[],
  disallowed: readonly string[] = [],
): ToolDeclaration => {
  return { skill: name, allowed, disallowed };
};
const bash = (command: string) => ({ name: "Bash", input: { command } });

describe("X7 restrict", () => {
  const scope = createToolScope({ ...base, declarations: [skill("release", ["Bash(git:*)", "Read"])] });

  test("X7 leaves what the host offers and the skill lists, and the runtime's own tools", () => {
    expect(scope.activeTools).toEqual(["Bash", "Read", "skill_load"]);
    expect(scope.decide({ name: "Read", input: {} })).toMatchObject({ verdict: "defer", rule: "Read" });
    expect(scope.decide(bash("git status"))).toMatchObject({ verdict: "defer", rule: "Bash(git:*)" });
    expect(scope.decide({ name: "Edit" })).toMatchObject({
      verdict: "deny",
      reason: 'skill "release" does not list the tool',
      skill: "release",
    });
    expect(scope.decide({ name: "skill_load", input: {} }).verdict).toBe("allow");
  });

  test("X7 says which rule came near and why it does not allow the call", () => {
    const decision = scope.decide(bash("git status; rm x"));
    expect(decision).toMatchObject({ verdict: "deny", rule: "Bash(git:*)" });
    expect(decision.reason).toContain("it has a `;`");
  });

  test("X7 an empty list allows nothing but the runtime's own tools, and approves nothing in advance", () => {
    const declarations = [skill("closed", ["(none)"])];
    const closed = createToolScope({ ...base, declarations });
    expect([closed.activeTools, closed.diagnostics]).toEqual([["skill_load"], []]);
    expect(closed.decide({ name: "Read", input: {} })).toEqual({
      verdict: "deny",
      reason: 'the list of tools of skill "closed" is empty',
      skill: "closed",
    });
    expect(closed.decide({ name: "(none)", input: {} }).verdict).toBe("deny");
    const approving = createToolScope({ ...base, mode: "pre-approve", declarations });
    expect(approving.decide({ name: "Read", input: {} }).verdict).toBe("defer");
  });

  test("X7 several active skills leave only what all of them list", () => {
    const both = createToolScope({
      ...base,
      declarations: [
        skill("a", ["Bash(git:*)", "Read"]),
        skill("silent", []),
        skill("b", ["Bash(git log:*)"]),
      ],
    });
    expect(both.activeTools).toEqual(["Bash", "skill_load"]);
    expect(both.decide(bash("git log")).verdict).toBe("defer");
    expect(both.decide(bash("git status")).verdict).toBe("deny");
    expect(both.decide({ name: "Read" }).verdict).toBe("deny");
  });

  test("X7 a skill that lists a tool the host does not offer gets nothing, and it is reported", () => {
    const wide = createToolScope({ ...base, host: ["bash2"], declarations: [skill("a", ["Bash", "*"])] });
    expect(wide.decide(bash("x")).verdict).toBe("deny");
    expect(wide.diagnostics).toMatchObject([
      {
        code: "execution.tool-not-offered",
        hint: "if bash2 is the same tool, name it in the host's aliases",
      },
    ]);
  });

  test("X7 nothing declared means nothing taken away", () => {
    const open = createToolScope({ ...base, declarations: [skill("silent", [])] });
    expect(open.activeTools).toBeUndefined();
    expect(open.decide({ name: "Edit" }).verdict).toBe("defer");
    expect(open.decide({ name: "Elsewhere" }).verdict).toBe("deny");
  });

  test("X7 what may be called is what the host offers, every skill allows and the user granted", () => {
    const granted = createToolScope({
      ...base,
      declarations: [skill("a", ["Bash(npm:*)", "Read"], ["WebFetch"])],
      grants: ["Bash(npm test)", "Screen", "WebFetch"],
    });
    expect(granted.activeTools).toEqual(["Bash", "skill_load"]);
    expect(granted.decide(bash("npm test"))).toMatchObject({ verdict: "defer", rule: "Bash(npm:*)" });
    expect(granted.decide(bash("npm install")).verdict).toBe("deny");
    expect(granted.decide({ name: "Read", input: { file_path: "a" } }).verdict).toBe("deny");
    expect(granted.decide({ name: "Screen" }).verdict).toBe("deny");
    expect(granted.decide({ name: "WebFetch", input: { url: "https://a.org/" } }).verdict).toBe("deny");
    const alone = createToolScope({ ...base, declarations: [], grants: [] });
    expect(alone.activeTools).toEqual(["skill_load"]);
  });

  test("X7 a rule that cannot be understood permits nothing and is reported once", () => {
    const odd = createToolScope({ ...base, declarations: [skill("a", ["Bash(git", "Read"])] });
    expect(odd.activeTools).toEqual(["Read", "skill_load"]);
    expect(odd.decide(bash("git")).verdict).toBe("deny");
    expect(odd.diagnostics).toMatchObject([{ code: "execution.unknown-tool-rule", severity: "warning" }]);
  });

  test("X7 without the host's list there is nothing to filter, but calls are still decided", () => {
    const { host: _host, ...rest } = base;
    const blind = createToolScope({ ...rest, declarations: [skill("a", ["Read"])] });
    expect(blind.activeTools).toBeUndefined();
    expect(blind.decide({ name: "Read" }).verdict).toBe("defer");
    expect(blind.decide({ name: "Edit" }).verdict).toBe("deny");
  });
});

describe("X7 the names that frameworks give to a tool", () => {
  const host = ["bash", "read_file", "web_search"];
  const git = createToolScope({ ...base, host, declarations: [skill("a", ["Bash(git:*)", "Read(src/**)"])] });

  test("X7 are known without aliases of the host", () => {
    expect(git.activeTools).toEqual(["bash", "read_file", "skill_load"]);
    expect(git.diagnostics).toEqual([]);
    expect(git.decide({ name: "bash", input: { command: "git status" } }).verdict).toBe("defer");
    expect(git.decide({ name: "bash", input: { command: "rm x" } }).verdict).toBe("deny");
    expect(git.decide({ name: "read_file", input: { filePath: "src/a.ts" } }).verdict).toBe("defer");
    expect(git.decide({ name: "read_file", input: { filePath: "b.ts" } }).verdict).toBe("deny");
    expect(git.decide({ name: "web_search", input: { query: "x" } }).verdict).toBe("deny");
  });

  test("X7 also count for a rule that denies", () => {
    const without = createToolScope({
      ...base,
      host,
      declarations: [skill("a", ["*"], ["Bash(git push:*)"])],
    });
    expect(without.decide({ name: "bash", input: { command: "git push" } }).verdict).toBe("deny");
    expect(without.decide({ name: "bash", input: { command: "git log" } }).verdict).toBe("defer");
  });
});

describe("X7 U11 Skill(name)", () => {
  const loading = (declared: ToolDeclaration, mode: ToolScopeOptions["mode"] = "restrict") => {
    const own = ["skill_search", "skill_load", "Skill"];
    const loaders = ["skill_load", "Skill"];
    const aliases = { Skill: loaders };
    const scope = createToolScope({ ...base, mode, declarations: [declared], always: own, loaders, aliases });
    return (name: string, input: unknown) => scope.decide({ name, input });
  };

  test("X7 limits which skills may be loaded, under every name of the tool", () => {
    const decide = loading(skill("a", ["Read", "Skill(review)", "Skill(deploy:*)"]));
    expect(decide("skill_load", { name: "review" }).verdict).toBe("allow");
    expect(decide("skill_load", { name: "deploy" }).verdict).toBe("allow");
    expect(decide("Skill", { skill: "review" }).verdict).toBe("allow");
    expect(decide("Skill", { skill: "evil" })).toMatchObject({
      verdict: "deny",
      reason: 'skill "a" allows only Skill(review), Skill(deploy:*)',
      skill: "a",
    });
    expect(decide("skill_load", { name: "review2" }).verdict).toBe("deny");
    expect(decide("skill_load", {}).verdict).toBe("deny");
    expect(decide("skill_search", { query: "evil" }).verdict).toBe("allow");
  });

  test("X7 a list without it, or with the bare name, limits no load", () => {
    for (const allowed of [["Read"], ["Read", "Skill"], ["*"]])
      expect(loading(skill("a", allowed))("skill_load", { name: "evil" }).verdict).toBe("allow");
  });

  test("X7 among the disallowed tools denies that load, and the bare name every load", () => {
    const one = loading(skill("a", [], ["Skill(evil)"]));
    expect(one("skill_load", { name: "evil" })).toMatchObject({ verdict: "deny", rule: "Skill(evil)" });
    expect(one("skill_load", { name: "good" }).verdict).toBe("allow");
    expect(loading(skill("a", [], ["Skill"]))("skill_load", { name: "good" }).verdict).toBe("deny");
    expect(loading(skill("a", [], ["Edit"]))("skill_load", { name: "good" }).verdict).toBe("allow");
  });

  test("X7 is only a hint where lists are hints", () => {
    const advised = loading(skill("a", ["Skill(review)"], ["Skill(evil)"]), "advisory");
    expect(advised("skill_load", { name: "evil" }).verdict).toBe("allow");
  });
});

describe("X7 disallowed", () => {
  const without = (...disallowed: string[]) =>
    createToolScope({ ...base, declarations: [skill("a", ["*"], disallowed)] });

  test.each([
    ["Bash", bash("ls")],
    ["Bash(*)", bash("ls")],
    ["Bash(git push:*)", bash("git push origin")],
    ["Bash(git push)", bash("git push origin")],
    ["Bash(git push:*)", bash("git -C x push")],
    ["Bash(git push:*)", bash("/usr/bin/git push")],
    ["Bash(git push:*)", bash("git status; git push")],
    ["Bash(git push:*)", bash("env git push")],
    ["Bash(git push:*)", bash("bash -c 'git push'")],
    ["Bash(git push:*)", { name: "Bash", input: { cmd: "git push" } }],
    ["Bash(git", bash("ls")],
    ["Ba*h", bash("ls")],
    ["Edit(.env)", { name: "Edit", input: { file_path: "sub/.ENV" } }],
    ["Edit(secrets)", { name: "Edit", input: { file_path: "secrets/a/b" } }],
    ["Edit(src/**)", { name: "Edit", input: { file_path: "docs/../src/a" } }],
    ["WebFetch(domain:evil.org)", { name: "WebFetch", input: { url: "https://a.evil.org./" } }],
    ["WebFetch(domain:evil.org)", { name: "WebFetch", input: { url: "https://x@evil.org" } }],
    ["mcp__gh", { name: "mcp__gh__list", input: {} }],
  ])("X7 `%s` removes a call that is or could be meant", (rule, call) => {
    expect(without(rule).decide(call)).toMatchObject({ verdict: "deny", rule });
  });

  test.each([
    ["Bash(git push:*)", bash("git status")],
    ["Bash(git push:*)", bash("ls -l")],
    ["Edit(src/**)", { name: "Edit", input: { file_path: "docs/a" } }],
    ["WebFetch(domain:evil.org)", { name: "WebFetch", input: { url: "https://good.org/" } }],
    ["mcp__gh", { name: "Read", input: {} }],
  ])("X7 `%s` leaves other calls alone", (rule, call) => {
    expect(without(rule).decide(call).verdict).toBe("defer");
  });

  test("X7 a tool that is removed as a whole is no longer active, one that is removed in part is", () => {
    expect(without("Edit", "Bash(git:*)").activeTools).toEqual([
      "Bash",
      "Read",
      "WebFetch",
      "mcp__gh__list",
      "skill_load",
    ]);
  });

  test("X7 the runtime's own tools stay even when a skill disallows everything", () => {
    expect(without("*").activeTools).toEqual(["skill_load"]);
    expect(without("*").decide({ name: "skill_load" }).verdict).toBe("allow");
  });
});

describe("X7 pre-approve", () => {
  const options: ToolScopeOptions = { ...base, mode: "pre-approve" };

  test("X7 allows what every declaring skill lists and leaves the rest to the host", () => {
    const scope = createToolScope({
      ...options,
      declarations: [skill("a", ["Read", "Bash(git:*)"]), skill("b", ["Read"])],
    });
    expect(scope.activeTools).toBeUndefined();
    expect(scope.decide({ name: "Read" }).verdict).toBe("allow");
    expect(scope.decide(bash("git status")).verdict).toBe("defer");
    expect(scope.decide({ name: "Elsewhere" }).verdict).toBe("defer");
  });

  test("X7 approves nothing when nothing is declared, and refuses what is disallowed", () => {
    expect(createToolScope(options).decide({ name: "Read" }).verdict).toBe("defer");
    const scope = createToolScope({ ...options, declarations: [skill("a", [], ["Edit"])] });
    expect(scope.decide({ name: "Edit" }).verdict).toBe("deny");
    expect(scope.activeTools).not.toContain("Edit");
  });
});

test("X7 advisory leaves every decision to the host and says what the skills would have said", () => {
  const declarations = [skill("a", ["Read"], ["Edit"])];
  const scope = createToolScope({ ...base, mode: "advisory", declarations });
  expect(scope.activeTools).toBeUndefined();
  expect(["Read", "Edit", "Bash"].map((name) => scope.decide({ name }).verdict)).toEqual([
    "defer",
    "defer",
    "defer",
  ]);
  expect(scope.decide({ name: "Edit" }).reason).toBe(
    'advisory only; the active skills say: skill "a" disallows this call, or something this call could do',
  );
  expect(scope.decide({ name: "Elsewhere" }).reason).toBe('the host offers no tool "Elsewhere"');
  expect(createToolScope({ ...base, mode: "advisory" }).decide({ name: "Read" }).reason).toBe(
    "no active skill lists its tools",
  );
});

describe("X7 S11 every cell of the table in docs/guide/tool-scope.md", () => {
  const read = { name: "Read", input: {} };
  const local = (allowed: readonly string[], disallowed: readonly string[] = []) =>
    skill("a", allowed, disallowed);
  const remote = (allowed: readonly string[], disallowed: readonly string[] = []) => {
    return { ...skill("acme:pdf", allowed, disallowed), remote: true };
  };
  type Cells = readonly [advisory: ToolVerdict, preApprove: ToolVerdict, restrict: ToolVerdict];

  const rows: readonly [situation: string, given: Partial<ToolScopeOptions>, cells: Cells][] = [
    [
      "one of the runtime's own tools",
      { always: ["Read"], grants: [], declarations: [local(["Edit"], ["*"]), remote([])] },
      ["allow", "allow", "allow"],
    ],
    ["no active skill lists its tools", { declarations: [local([])] }, ["defer", "defer", "defer"]],
    ["no skill is active", {}, ["defer", "defer", "defer"]],
    [
      "every skill that lists tools lists this call",
      { declarations: [local(["Read"]), local([])] },
      ["defer", "allow", "defer"],
    ],
    [
      "a skill that lists tools does not list this call",
      { declarations: [local(["Read"]), local(["Edit"])] },
      ["defer", "defer", "deny"],
    ],
    [
      "the host does not offer the tool",
      { host: ["Edit"], declarations: [local(["Read"])] },
      ["defer", "defer", "deny"],
    ],
    ["a skill disallows the call", { declarations: [local(["Read"], ["Read"])] }, ["defer", "deny", "deny"]],
    ["the user granted the call", { grants: ["Read"] }, ["defer", "defer", "defer"]],
    [
      "the user granted the call and every skill lists it",
      { grants: ["Read"], declarations: [local(["Read"])] },
      ["defer", "allow", "defer"],
    ],
    [
      "the user granted others, not this call",
      { grants: ["Edit"], declarations: [local(["Read"])] },
      ["ask", "ask", "deny"],
    ],
    [
      "the user granted others, and a skill disallows the call",
      { grants: ["Edit"], declarations: [local([], ["Read"])] },
      ["ask", "deny", "deny"],
    ],
    [
      "a server's skill was granted this call",
      { declarations: [remote(["Read"])] },
      ["defer", "allow", "defer"],
    ],
    ["a server's skill was granted no tools", { declarations: [remote([])] }, ["ask", "ask", "ask"]],
    [
      "a server's skill was granted no tools, and a local one lists the call",
      { declarations: [local(["Read"]), remote([])] },
      ["ask", "ask", "ask"],
    ],
    [
      "a server's skill was granted no tools, and a local one does not list the call",
      { declarations: [local(["Edit"]), remote([])] },
      ["ask", "ask", "deny"],
    ],
    [
      "a server's skill was granted no tools, and the host does not offer the tool",
      { host: [], declarations: [remote([])] },
      ["ask", "ask", "deny"],
    ],
    [
      "a server's skill was granted others, not this call",
      { declarations: [remote(["Edit"]), local(["Read"])] },
      ["ask", "ask", "deny"],
    ],
    [
      "a server's skill disallows the call",
      { declarations: [remote([], ["Read"])] },
      ["ask", "deny", "deny"],
    ],
  ];

  test.each(rows)("%s", (_, given, cells) => {
    const verdict = (mode: ToolScopeOptions["mode"]) =>
      createToolScope({ ...base, ...given, mode }).decide(read).verdict;
    expect([verdict("advisory"), verdict("pre-approve"), verdict("restrict")]).toEqual(cells);
  });

  test("S11 an ask says which skill it is about and why", () => {
    const decide = (declaration: ToolDeclaration) =>
      createToolScope({ ...base, mode: "advisory", declarations: [local(["Read"]), declaration] }).decide(
        read,
      );
    expect(decide(remote([]))).toEqual({
      verdict: "ask",
      reason: 'skill "acme:pdf" comes from a server and was granted no tools',
      skill: "acme:pdf",
    });
    expect(decide(remote(["Edit"]))).toEqual({
      verdict: "ask",
      reason: 'skill "acme:pdf" comes from a server and was not granted this call',
      skill: "acme:pdf",
    });
    const granted = createToolScope({ ...base, mode: "pre-approve", grants: [] }).decide(read);
    expect(granted).toEqual({ verdict: "ask", reason: "the user has not granted this for the session" });
  });
});

describe("X7 for all scopes and calls", () => {
  const rule = fc.constantFrom(
    ...[
      "Read",
      "Bash",
      "*",
      "Bash(git:*)",
      "Bash(git log:*)",
      "Bash(git status)",
      "Edit(src/**)",
      "Edit(**)",
      "mcp__gh",
    ],
    ...["mcp__gh__*", "WebFetch(domain:a.org)", "Bash(git", "Ba*h", "Edit(../x)", "", "Bash(npm:*)", "bash"],
  );
  const rules = fc.array(rule, { maxLength: 3 });
  const declaration = fc.record({
    skill: fc.constantFrom("a", "b", "c"),
    allowed: rules,
    disallowed: rules,
    remote: fc.boolean(),
  });
  const call = fc.oneof(
    fc
      .constantFrom(
        "git status",
        "git log -3",
        "git log; rm x",
        "npm test",
        "git -c a=b log",
        "ls",
        "git\nls",
      )
      .chain((command) => fc.constantFrom("Bash", "bash").map((name) => ({ name, input: { command } }))),
    fc
      .constantFrom("src/a", "../a", ".git/config", "/x")
      .map((path) => ({ name: "Edit", input: { file_path: path } })),
    fc
      .constantFrom("https://a.org/", "https://a.org:1/", "x")
      .map((url) => ({ name: "WebFetch", input: { url } })),
    fc.constantFrom("Read", "mcp__gh__list", "mcp__x__y", "skill_load").map((name) => ({ name, input: {} })),
    fc.record({ name: fc.string(), input: fc.anything() }),
  );
  const options = fc.record({
    host: fc.option(fc.subarray(["Bash", "bash", "Read", "Edit", "WebFetch", "mcp__gh__list"]), {
      nil: undefined,
    }),
    declarations: fc.array(declaration, { maxLength: 3 }),
    grants: fc.option(rules, { nil: undefined }),
    always: fc.constant<readonly string[]>(["skill_load"]),
    aliases: fc.constantFrom({}, { Bash: ["bash"] }),
  });

  const rank = (verdict: ToolVerdict) => ["allow", "defer", "ask", "deny"].indexOf(verdict);
  const modes = ["advisory", "pre-approve", "restrict"] as const;

  test("X7 one more declaration never turns a refusal or a question into a permission, nor adds an active tool", () => {
    fc.assert(
      fc.property(options, fc.constantFrom(...modes), declaration, call, (given, mode, more, each) => {
        const before = createToolScope({ ...given, mode });
        const after = createToolScope({ ...given, mode, declarations: [...given.declarations, more] });
        const [was, is] = [before.decide(each).verdict, after.decide(each).verdict];
        if (was === "ask" || was === "deny") expect(rank(is)).toBeGreaterThanOrEqual(rank(was));
        if (mode !== "pre-approve") expect(rank(is)).toBeGreaterThanOrEqual(rank(was));
        const tools = before.activeTools ?? [...(given.host ?? []), ...given.always];
        for (const tool of after.activeTools ?? []) expect(tools).toContain(tool);
      }),
      { numRuns: 1_500 },
    );
  });

  test("X7 restrict is the strictest mode, and a value that is not a mode means it", () => {
    fc.assert(
      fc.property(options, fc.constantFrom(...modes), call, fc.anything(), (given, mode, each, odd) => {
        const strict = createToolScope({ ...given, mode: "restrict" });
        expect(rank(strict.decide(each).verdict)).toBeGreaterThanOrEqual(
          rank(createToolScope({ ...given, mode }).decide(each).verdict),
        );
        if (odd === "advisory" || odd === "pre-approve") return;
        // A host without types can pass anything.
        const unknown = createToolScope(Object.assign({ ...given, mode }, { mode: odd }));
        expect(unknown.decide(each)).toEqual(strict.decide(each));
        expect(unknown.activeTools).toEqual(strict.activeTools);
      }),
      { numRuns: 1_000 },
    );
  });

  test("X7 what is allowed is offered by the host, and is an active tool", () => {
    fc.assert(
      fc.property(
        options,
        fc.constantFrom("restrict" as const, "pre-approve" as const),
        call,
        (given, mode, each) => {
          const scope = createToolScope({ ...given, mode });
          if (scope.decide(each).verdict !== "allow" || given.always.includes(each.name)) return;
          if (given.host !== undefined) expect(given.host).toContain(each.name);
          if (scope.activeTools !== undefined) expect(scope.activeTools).toContain(each.name);
        },
      ),
      { numRuns: 1_500 },
    );
  });

  test("X7 D10 S11 while a server's skill without granted tools is active, no call runs without a question", () => {
    fc.assert(
      fc.property(options, fc.constantFrom(...modes), call, (given, mode, each) => {
        if (given.always.includes(each.name)) return;
        const stranger = { skill: "acme:pdf", allowed: [], remote: true };
        const declarations = [...given.declarations, stranger];
        const { verdict } = createToolScope({ ...given, mode, declarations }).decide(each);
        expect(["ask", "deny"]).toContain(verdict);
      }),
      { numRuns: 1_000 },
    );
  });

  test("X7 only restrict and disallowed refuse, and only pre-approve permits", () => {
    fc.assert(
      fc.property(options, call, (given, each) => {
        if (given.always.includes(each.name)) return;
        const declarations = given.declarations.map(({ skill: name, allowed }) => ({ skill: name, allowed }));
        const verdict = (mode: (typeof modes)[number], rows: readonly ToolDeclaration[]) =>
          createToolScope({ ...given, mode, declarations: rows }).decide(each).verdict;
        expect(verdict("pre-approve", declarations)).not.toBe("deny");
        expect(["defer", "ask"]).toContain(verdict("advisory", given.declarations));
        expect(verdict("restrict", given.declarations)).not.toBe("allow");
      }),
      { numRuns: 1_000 },
    );
  });
});
