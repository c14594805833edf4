import { expect, test } from "vitest";
import { trialTool } from "../../testing/trial-run.ts";
import type { Approver } from "../approver.ts";
import type { ToolResult, Turn, TurnInput } from "../conversation.ts";
import { memoryFiles } from "../discovery/memory-files.ts";
import { isKnowhowError } from "../errors.ts";
import type { RuntimeOptions } from "../options.ts";
import type { AuditRecord, Ports, SpanAttributes, Tracer } from "../ports.ts";
import { createRuntime, type Runtime } from "../runtime.ts";
import type { CallContext } from "../skill-tool.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import type { Session } from "./session.ts";
import type { SessionOptions } from "./session-options.ts";

const ROOT = "/project/.agents/skills";
const LONG = `# Guide\n\nRead this first.\n\n## Setup\n\n${"Install it. ".repeat(60)}\n\n## Usage\n\n${"Use it well. ".repeat(4_000)}\n`;

/** Skills of every kind that a conversation treats differently. */
const TREE: Readonly<Record<string, string>> = {
  [`${ROOT}/pdf/SKILL.md`]: skillMd(
    { name: "pdf", description: "Merge and split PDF files.", tags: ["files"], version: "1.2" },
    "# PDF\n\n1. Read `forms.md`.\n2. Never overwrite a file.\n\nSome more text.\n",
  ),
  [`${ROOT}/pdf/forms.md`]: "# Forms\n\nFill <every> field.\n",
  [`${ROOT}/pdf/scripts/merge.py`]: "print('merged')\n",
  [`${ROOT}/deploy/SKILL.md`]: skillMd(
    {
      name: "deploy",
      description: "Ship a release to the cluster.",
      "allowed-tools": "Read Bash(git:*)",
      "argument-hint": "<target>",
      arguments: [{ name: "target", required: true }],
    },
    "Deploy to $target.\n",
  ),
  [`${ROOT}/secret/SKILL.md`]: skillMd(
    { name: "secret", description: "Only the user starts it.", "disable-model-invocation": true },
    "Do it quietly.\n",
  ),
  [`${ROOT}/helper/SKILL.md`]: skillMd(
    { name: "helper", description: "Only the model starts it.", "user-invocable": false },
    "Help.\n",
  ),
  [`${ROOT}/background/SKILL.md`]: skillMd(
    {
      name: "background",
      description: "Known to everyone.",
      "user-invocable": false,
      "disable-model-invocation": true,
    },
    "The company is called Acme.\n",
  ),
  [`${ROOT}/styles/SKILL.md`]: skillMd(
    { name: "styles", description: "Rules for style sheets.", globs: ["*.css"] },
    "Use tabs.\n",
  ),
};

const WITH_MANUAL = {
  ...TREE,
  [`${ROOT}/manual/SKILL.md`]: skillMd({ name: "manual", description: "A long manual." }, LONG),
};

const WORKFLOWS = [
  {
    name: "standup",
    text: '---\nname: standup\ndescription: Runs the standup of a team.\ntriggers: ["start the standup about {topic}"]\n---\nBy hand.\n',
    files: {
      "workflow.yaml":
        'inputs:\n  topic: string\n  limit: integer = 2\nsteps:\n  - { id: found, tool: echo, with: { topic: "{{ inputs.topic }}" } }\noutput: "Topic: {{ found.topic }}"\n',
    },
  },
  {
    name: "release",
    text: "---\nname: release\ndescription: Publishes a version.\n---\nBy hand.\n",
    files: {
      "workflow.yaml":
        'steps:\n  - { id: ok, approve: "Publish?" }\n  - { id: done, tool: echo, with: { value: published } }\noutput: "{{ done.value }}"\n',
    },
  },
  {
    name: "summary",
    text: "---\nname: summary\ndescription: Sums up a week.\n---\nBy hand.\n",
    files: {
      "workflow.yaml":
        'steps:\n  - { id: text, prompt: "Sum up: <week>" }\noutput: "{{ text }}"\nrefine: true\n',
    },
  },
  {
    name: "title",
    text: "---\nname: title\ndescription: Finds a title.\n---\nBy hand.\n",
    files: {
      "workflow.yaml":
        'steps:\n  - id: answer\n    prompt: "Give it a title"\n    schema: { type: object, properties: { title: { type: string } }, required: [title] }\noutput: "{{ answer.title }}"\n',
    },
  },
  {
    name: "failing",
    text: "---\nname: failing\ndescription: Fails.\n---\nBy hand.\n",
    files: {
      "workflow.yaml":
        'steps:\n  - { id: first, tool: echo, with: { value: one } }\n  - { id: second, if: first.value, tool: nothing }\noutput: "{{ first.value }}"\n',
    },
  },
  {
    name: "broken",
    text: "---\nname: broken\ndescription: Has a broken workflow.\n---\nBy hand.\n",
    files: { "workflow.yaml": "steps:\n  - { id: a, tool: 5 }\n" },
  },
];

const user = (content: string) => ({ role: "user" as const, content });

/** Everything that was told, in order. What is random gets a name. */
class Protocol {
  readonly #lines: string[] = [];
  readonly #names = new Map<string, string>();

  add(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  toString(): string {
    const named = (kind: string) => (found: string) => {
      const known = this.#names.get(found);
      if (known !== undefined) return known;
      const count = [...this.#names.values()].filter((name) => name.startsWith(`${kind}-`)).length;
      const name = `${kind}-${count + 1}`;
      this.#names.set(found, name);
      return name;
    };
    return `${this.#lines
      .join("\n")
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, named("uuid"))
      .replace(/\bkh1\.[\w-]+\.[0-9a-f]{64}\b/g, named("token"))
      .replace(/\b[0-9a-f]{64}\b/g, named("digest"))
      .replace(/\b0{9}-[0-9a-f]{12}\b/g, named("run"))
      .replace(/\b[0-9a-f]{16}\b/g, named("hash"))}\n`;
  }
}

const json = (value: unknown) =>
  JSON.stringify(value, (_key, inner: unknown) => (inner === undefined ? null : inner));
const indent = (text: string) =>
  (text.length > 1_500 ? `${text.slice(0, 700)}\n[…]\n${text.slice(-300)}` : text).replaceAll(/^/gm, "    ");

/** What sessions tell; the rest belongs to other rooms. */
const OWN_EVENTS = /^(?:skill\.loaded|tool\.|resource\.|session\.|approval\.)/;
const OWN_ROWS = /^(?:skill\.activated|tool\.|approval\.)/;

interface Opened {
  readonly runtime: Runtime;
  readonly session: Session;
  turn(message?: string | TurnInput): Promise<Turn>;
  call(tool: string, args: unknown, context?: CallContext): Promise<ToolResult>;
  say(title: string, value: unknown): void;
  attempt(title: string, work: () => unknown): Promise<void>;
  open(options: SessionOptions): Promise<Opened>;
  /** Changes the files on the disk. */
  change(tree: Readonly<Record<string, string>>): void;
}

interface Settings {
  readonly profile?: string;
  readonly options?: RuntimeOptions;
  readonly session?: SessionOptions;
  readonly tree?: Readonly<Record<string, string>>;
  readonly ports?: Partial<Ports>;
}

async function start(
  protocol: Protocol,
  { profile = "agentskills", options, session, tree = TREE, ports }: Settings,
) {
  const spans: Tracer = {
    trace: (span, work) => {
      const attributes: SpanAttributes[] = [];
      return work({
        set: (more) => void attributes.push(more),
        setResource: (key) => void attributes.push({ resource: key }),
      }).finally(() =>
        protocol.add(`  span ${span.name} ${json(span.attributes)} ${attributes.map(json).join(" ")}`),
      );
    },
  };
  let files = memoryFiles(tree);
  const runtime = await createRuntime(
    {
      ...fakePorts(tree),
      files: new Proxy(files, { get: (_, key) => Reflect.get(files, key) }),
      tracer: spans,
      audit: {
        append: (row: AuditRecord) => {
          if (OWN_ROWS.test(row.action)) protocol.add(`  audit ${json(row)}`);
        },
      },
      ...ports,
    },
    {
      profile,
      trust: () => true,
      onEvent: ({ event }) => {
        if (OWN_EVENTS.test(event.type)) protocol.add(`  event ${json(event)}`);
      },
      ...options,
    },
  );
  const change = (more: Readonly<Record<string, string>>) => {
    files = memoryFiles({ ...tree, ...more });
  };
  let id = 0;
  const open = async (given: SessionOptions): Promise<Opened> => {
    id += 1;
    return play(protocol, runtime, await runtime.session({ id: `session-${id}`, ...given }), {
      open,
      change,
    });
  };
  return open(session ?? {});
}

function play(
  protocol: Protocol,
  runtime: Runtime,
  session: Session,
  world: Pick<Opened, "open" | "change">,
): Opened {
  const history: { role: "user"; content: string }[] = [];
  let baseline = "";
  return {
    ...world,
    runtime,
    session,
    turn: async (given = {}) => {
      if (typeof given === "string") history.push(user(given));
      const input = typeof given === "string" ? { messages: [...history] } : given;
      protocol.add("", `turn ${json(given)}`);
      const turn = await session.turn(input);
      if (turn.baseline !== baseline) protocol.add("  baseline:", indent(turn.baseline));
      baseline = turn.baseline;
      if (turn.context !== "") protocol.add("  context:", indent(turn.context));
      if (turn.delta !== undefined) protocol.add("  delta:", indent(turn.delta));
      for (const { kind, skill, tokens, reason, text } of turn.inject)
        protocol.add(`  inject ${json({ kind, skill, tokens, reason })}:`, indent(text));
      if (turn.run !== undefined) {
        const { result: _result, ...run } = turn.run;
        protocol.add(`  run ${json(run)}`);
      }
      const { catalog, ...report } = turn.report;
      const { costs: _costs, ...sizes } = catalog;
      protocol.add(
        `  tools ${turn.tools.map(({ name }) => name).join(" ")}`,
        `  active tools ${json(turn.activeTools)}`,
        `  catalog ${json(sizes)}`,
        `  report ${json(report)}`,
      );
      return turn;
    },
    call: async (tool, args, context = {}) => {
      protocol.add(
        "",
        `call ${tool} ${json(args)}${Object.keys(context).length === 0 ? "" : ` ${json(context)}`}`,
      );
      const result = await session.call(tool, args, context);
      const { text, isError, metadata, pending } = result;
      const { steps: _steps, ...told } = metadata;
      protocol.add(
        `  ${isError ? "error" : "result"}${pending === undefined ? "" : ` pending ${json(pending)}`}:`,
      );
      protocol.add(indent(text), `  metadata ${json(told)}`);
      return result;
    },
    say: (title, value) =>
      protocol.add("", `${title}`, indent(typeof value === "string" ? value : json(value))),
    attempt: async (title, work) => {
      protocol.add("", title);
      try {
        const value = await work();
        protocol.add(indent(typeof value === "string" ? value : (json(value) ?? "nothing")));
      } catch (error) {
        if (!isKnowhowError(error)) throw error;
        protocol.add(`  throws ${error.code}: ${error.message} (${error.hint ?? "no hint"})`);
      }
    },
  };
}

const answering =
  (answer: "yes" | "no" | "later"): Approver =>
  async () => ({ answer });

/** Conversations that reach everything a model, a user or an operator is told. */
const CONVERSATIONS: readonly (readonly [
  title: string,
  settings: Settings,
  script: (opened: Opened) => Promise<void>,
])[] = [
  [
    "loading",
    {},
    async ({ turn, call }) => {
      await turn("hello");
      await call("skill_load", { name: "pdf" }, { toolUseId: "use-1" });
      await call("skill_load", { name: "pdf" });
      await call("skill_load", { name: "pdf" }, { again: true });
      await call("skill_load", { name: "secret" });
      await call("skill_load", { name: "background" });
      await call("skill_load", { name: "pfd" });
      await call("skill_load", { name: 'elephant\'s "trunk"' });
      await call("skill_load", { name: "x".repeat(81) });
      await call("Skill", { name: "helper" });
      await turn("go on");
    },
  ],
  [
    "commands",
    {},
    async ({ turn, session, say }) => {
      say("commands", session.commands());
      await turn("/pdf merge a and b");
      await turn("/pdf merge a and b");
      await turn("/pdf");
      await turn("/deploy");
      await turn("/deploy staging");
      await turn("/secret now");
      await turn("/helper");
      await turn("/skill:pfd now");
      await turn("/skill:elephant now");
      await turn("use $pdf for it");
      await turn({ messages: [user("look")], files: ["/project/a.css"] });
    },
  ],
  [
    "limits",
    { session: { maxActivations: 2, maxTokens: 120 } },
    async ({ turn, call, session, say }) => {
      await call("skill_load", { name: "pdf" });
      await call("skill_read", { name: "pdf", path: "forms.md" });
      await call("skill_load", { name: "helper" });
      await call("skill_load", { name: "deploy" });
      await call("skill_load", { name: "deploy" }, { again: true });
      await turn("/styles");
      say("state", session.toJSON());
    },
  ],
  [
    "token-limit",
    { session: { maxTokens: 30 } },
    async ({ turn, call }) => {
      await call("skill_load", { name: "pdf" });
      await call("skill_load", { name: "deploy" });
      await call("skill_read", { name: "pdf", path: "forms.md" });
      await turn("/deploy staging");
    },
  ],
  [
    "reading",
    { tree: WITH_MANUAL },
    async ({ call, session, attempt }) => {
      await call("skill_read", { name: "manual", section: "setup" });
      await call("skill_load", { name: "manual" });
      await call("skill_read", { name: "manual", section: "setup" });
      await call("skill_read", { name: "manual", section: "usage" });
      await call("skill_read", { name: "manual", section: "usage", page: 2 });
      await call("skill_read", { name: "manual", section: "setpu" });
      await call("skill_read", { name: "manual", section: "elephants" });
      await call("skill_read", { name: "pdf" });
      await call("skill_read", { name: "pdf", path: "SKILL.md" });
      await call("skill_read", { name: "pdf", path: "forms.md" });
      await call("skill_read", { name: "pdf", path: "form.md" });
      await call("skill_read", { name: "pdf", path: "../deploy/SKILL.md" });
      await call("skill_read", { name: "elephant", path: "a.md" });
      for (const url of [
        "skill://pdf",
        "skill://pdf/forms.md",
        "skill://pdf/none.md",
        "skill://none",
        "skill://secret",
        "http://x",
        "",
      ])
        await attempt(`resolve ${url}`, () => session.resolve(url));
      await attempt("resolve skill://secret for the user", () =>
        session.resolve("skill://secret", { audience: "user" }),
      );
      await attempt("resolve page 9", () => session.resolve("skill://pdf/forms.md", { page: 9 }));
    },
  ],
  [
    "searching",
    {},
    async ({ call }) => {
      await call("skill_search", { query: "" });
      await call("skill_search", { query: "", limit: 2 });
      await call("skill_search", { query: " ", limit: 2, offset: 2 });
      await call("skill_search", { query: "merge pdf" });
      await call("skill_search", { query: "zebra" });
      await call("skill_search", { query: "", offset: 50 });
      await call("skill_search", { query: "x".repeat(300) });
    },
  ],
  [
    "wrong-calls",
    {},
    async ({ call, session, say }) => {
      say("tools", session.allTools());
      await call("skill_laod", { name: "pdf" });
      await call("elephant", {});
      await call("x".repeat(80), {});
      await call("skill_load", "pdf");
      await call("skill_load", null);
      await call("skill_load", ["pdf"]);
      await call("skill_load", {});
      await call("skill_load", { name: 5 });
      await call("skill_load", { name: "" });
      await call("skill_load", { name: "x".repeat(513) });
      await call("skill_load", { nmae: "pdf" });
      await call("skill_load", { name: "pdf", elephant: 1 });
      await call("skill_read", { name: "pdf", path: "a", page: 1.5 });
      await call("skill_read", { name: "pdf", path: "a", page: 0 });
      await call("skill_read", { name: "pdf", path: "a", page: 10_001 });
      await call("skill_search", { query: "x", limit: 51 });
      await call("skill_search", { query: "x", limit: null });
    },
  ],
  [
    "matching",
    {},
    async ({ turn }) => {
      await turn("merge two pdf files and split a third");
      await turn("ship the release to the cluster");
      await turn("thanks");
      await turn("thanks");
    },
  ],
  [
    "small-turns",
    { session: { injectBudget: 60, matching: "eager" } },
    async ({ turn }) => {
      await turn("merge pdf files, ship a release, rules for style sheets, a long manual");
      await turn({ messages: [user("again")], files: ["/project/a.css", "/project/b.css"] });
    },
  ],
  [
    "suggestions",
    { session: { matching: "suggest", injectBudget: 25 } },
    async ({ turn }) => {
      await turn("merge pdf files, ship a release to the cluster, rules for style sheets, a long manual");
    },
  ],
  [
    "tools-restricted",
    { session: { toolScope: "restrict", scopeEnds: "next-user-skill" } },
    async ({ turn, session, attempt, call }) => {
      const availableTools = ["Read", "Write", "Bash", "WebFetch"];
      await turn({ messages: [user("/deploy staging")], availableTools });
      await attempt("guard Write", () => session.guard({ name: "Write", input: {} }, availableTools));
      await attempt("guard Bash git", () =>
        session.guard({ name: "Bash", input: { command: "git status" } }, availableTools),
      );
      await attempt("authorize Write", () =>
        session.authorize({ name: "Write", input: {} }, { availableTools }),
      );
      await attempt("authorize Read", () =>
        session.authorize({ name: "Read", input: { path: "a" } }, { availableTools }),
      );
      await attempt("active tools", () => session.activeTools(availableTools));
      await call("skill_load", { name: "pdf" });
      await call("skill_read", { name: "deploy", path: "x.md" });
      const child = session.fork();
      await attempt("a fork, guard Write", () => child.guard({ name: "Write", input: {} }, availableTools));
      await turn({ messages: [user("/deploy staging"), user("/pdf")], availableTools });
      session.release("deploy");
      await attempt("guard Write after the release", () =>
        session.guard({ name: "Write", input: {} }, availableTools),
      );
    },
  ],
  [
    "tools-per-turn",
    { session: { toolScope: "restrict", scopeEnds: "turn", preload: ["deploy"], toolList: "constant" } },
    async ({ turn, session, attempt, call }) => {
      await turn({ messages: [user("hi")], availableTools: ["Write"] });
      await attempt("guard Write", () => session.guard({ name: "Write", input: {} }));
      await call("skill_load", { name: "deploy" });
      await attempt("active tools", () => session.activeTools(["Write"]) ?? "undefined");
    },
  ],
  [
    "grants",
    { session: { toolScope: "pre-approve", grants: ["Read"] } },
    async ({ turn, session, attempt }) => {
      await turn("/deploy staging");
      for (const name of ["Read", "Write", `Wr${"x".repeat(90)}`])
        for (const [how, ask] of [
          ["without an approver", undefined],
          ["yes", answering("yes")],
          ["no", answering("no")],
          ["later", answering("later")],
        ] as const)
          await attempt(`authorize ${name} ${how}`, () =>
            session.authorize({ name, input: { a: 1 } }, ask === undefined ? {} : { ask }),
          );
    },
  ],
  [
    "compaction",
    { tree: WITH_MANUAL },
    async ({ turn, call, session, attempt }) => {
      await turn("/pdf merge a");
      await turn("/deploy staging");
      await call("skill_load", { name: "manual" });
      await attempt("compacted", () => session.compacted());
      await attempt("compacted in 200", () => session.compacted({ keepTokens: 200 }));
      await attempt("compacted in 60", () => session.compacted({ keepTokens: 60 }));
      await attempt("compacted in 10", () => session.compacted({ keepTokens: 10 }));
      await attempt("compacted without a limit", () =>
        session.compacted({ keepTokens: Number.POSITIVE_INFINITY }),
      );
      await call("skill_load", { name: "pdf" });
      await attempt("recover", () => session.recover([]));
      await attempt("recover again", () => session.recover([]));
      await turn("go on");
    },
  ],
  [
    "restored",
    {
      session: {
        pins: ["pdf"],
        grants: ["Read"],
        skills: ["*"],
        maxTokens: 9_000,
        toolScope: "restrict",
        toolAliases: { Bash: ["box"] },
      },
    },
    async ({ turn, call, session, say, open }) => {
      await turn("/deploy staging");
      await call("skill_load", { name: "pdf" });
      session.release("pdf");
      const state = session.toJSON();
      say("state", state);
      const again = await open({ restore: JSON.parse(JSON.stringify(state)) });
      say("state again", again.session.toJSON());
      await again.turn({ messages: [user("/deploy staging")] });
      await again.call("skill_load", { name: "deploy" });
    },
  ],
  [
    "preloaded",
    {
      session: {
        preload: ["pdf", "none"],
        pins: ["deploy", "secret", "non"],
        padTo: 400,
        skills: ["p*", "deploy", "x*"],
      },
    },
    async ({ turn, call, session, say }) => {
      await turn("hi");
      await call("skill_load", { name: "pdf" });
      await call("skill_load", { name: "helper" });
      await turn("/pdf x");
      say("commands", session.commands());
      session.fork({ skills: ["pdf"] });
    },
  ],
  [
    "workflows",
    {
      options: {
        skills: WORKFLOWS,
        workflows: { tools: { list: () => [trialTool("echo", (input) => input)] } },
      },
      tree: {},
    },
    async ({ turn, call, session, attempt }) => {
      await turn("/standup");
      await turn("/standup roadmap");
      await turn("start the standup about hiring");
      await turn("/broken");
      await call("skill_load", { name: "standup" });
      await call("skill_load", { name: "broken" });
      await call("skill_run", { name: "standup", inputs: { topic: "roadmap" } });
      await call("skill_run", { name: "standup", inputs: {} });
      await call("skill_run", { name: "standup", inputs: "x" });
      await call("skill_run", { name: "failing" });
      await call("skill_run", { name: "none" });
      await call("skill_run", { name: "standup", answer: "x" });
      await call("skill_run", { name: "standup" }, { resume: "x" });
      await call("skill_run", { name: "standup", script: "scripts/a.py" });
      await attempt("waiting", () => session.waitingRuns());
    },
  ],
  [
    "workflows-that-wait",
    {
      options: {
        skills: WORKFLOWS,
        workflows: { tools: { list: () => [trialTool("echo", (input) => input)] } },
      },
      tree: {},
    },
    async ({ call, session, attempt }) => {
      await call("skill_run", { name: "release" });
      await call("skill_run", { name: "release", answer: "yes" });
      await call("skill_run", { name: "summary" });
      await call("skill_run", { name: "summary", answer: "A good week" });
      await call("skill_run", { name: "title" });
      await call("skill_run", { name: "title", answer: "no json" });
      await call("skill_run", { name: "title", answer: '{"title":"Spring"}' });
      await attempt("a wrong token", () => session.resumeRun("x", { answer: true }));
      const [waiting] = session.waitingRuns();
      await attempt(
        "the answer",
        async () => (await session.resumeRun(waiting?.token ?? "", { answer: true })).status,
      );
      await attempt("waiting", () => session.waitingRuns());
    },
  ],
  [
    "workflows-that-start",
    {
      options: {
        skills: WORKFLOWS,
        workflows: { tools: { list: () => [trialTool("echo", (input) => input)] } },
      },
      tree: {},
      session: { runs: "start" },
    },
    async ({ turn, session, say }) => {
      await turn("/standup roadmap");
      await turn("/release");
      await turn("/failing");
      await turn("/broken");
      say("state", session.toJSON().runs);
    },
  ],
  [
    "workflows-off",
    { options: { skills: WORKFLOWS }, tree: {}, session: { runs: "off" } },
    async ({ turn, call }) => {
      await turn("/standup roadmap");
      await call("skill_run", { name: "standup", inputs: {} });
    },
  ],
  [
    "autopoiesis",
    {
      profile: "autopoiesis",
      tree: Object.fromEntries(
        Object.entries(TREE).map(([path, text]) => [path.replace(ROOT, "/project/skills"), text]),
      ),
    },
    async ({ turn, call }) => {
      await turn("hello");
      await call("list_skills", {});
      await call("validate_skill", { skill_name: "pdf" });
      await call("validate_skill", { skill_name: "none" });
      await call("lint_skill", { skill_name: "pdf" });
      await call("lint_skill", { skill_name: "manual" });
      await call("load_skill", { skill_name: "pdf" });
      await call("load_skill", { skill_name: "pdf" });
      await call("load_skill", { skill_name: "none" });
    },
  ],
  [
    "rendered",
    {},
    async ({ runtime, attempt }) => {
      for (const name of ["pdf", "deploy", "helper", "pfd", "elephant", "x".repeat(90)])
        await attempt(`render ${name.slice(0, 20)}`, () => runtime.render(name, { audience: "user" }));
      await attempt("render deploy staging", () =>
        runtime.render("deploy", { audience: "user", args: "staging" }),
      );
    },
  ],
  [
    "changing-files",
    { session: { follow: true, catalogBudget: 60, location: true, contextFiles: true } },
    async ({ turn, runtime, change, session, attempt }) => {
      await turn("hi");
      change({
        [`${ROOT}/csv/SKILL.md`]: skillMd({ name: "csv", description: "Reads <CSV> tables." }),
        [`${ROOT}/json/SKILL.md`]: skillMd({
          name: "json",
          description: `Reads JSON. ${"Much of it. ".repeat(30)}`,
        }),
        [`${ROOT}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: "Signs PDF files." }),
        "/project/AGENTS.md": "Use tabs.\n",
      });
      await runtime.reload();
      await turn("what is new");
      await turn("nothing is new");
      await attempt("compacted", () => session.compacted());
      await turn("and now");
    },
  ],
  [
    "hidden-list",
    { session: { canRead: false } },
    async ({ turn, session, call }) => {
      await turn("hi");
      await call("skill_load", { name: "pdf" });
      session.adopt();
    },
  ],
  [
    "skills-off",
    { options: { enabled: false } },
    async ({ turn, call, runtime, attempt }) => {
      await turn("/pdf");
      await call("skill_load", { name: "pdf" });
      await call("skill_search", { query: "pdf" });
      await attempt("render", () => runtime.render("pdf", { audience: "user" }));
    },
  ],
  [
    "commands-off",
    { options: { commands: false } },
    async ({ turn, call, runtime, session, say, attempt }) => {
      await turn("/pdf");
      say("commands", session.commands());
      await call("skill_load", { name: "secret" });
      await attempt("render", () => runtime.render("pdf", { audience: "user" }));
    },
  ],
  [
    "own-matcher",
    {
      session: {
        toolScope: "restrict",
        matcher: {
          list: () => [],
          match: ({ message }) =>
            message.split(" ").map((name) => ({
              name,
              decision: name === "styles" ? "suggest" : "load",
              score: 0.5,
              reasons: ["the host says so", "and knows why"],
              loadReason: name === "deploy" ? "on_demand" : "auto_suggested",
              ...(name === "deploy" ? { args: "staging" } : {}),
            })),
          enrich: ({ name }) => (name === "helper" ? undefined : `Instead of ${name}.`),
        },
      },
    },
    async ({ turn, session, attempt, call, say }) => {
      await turn("pdf helper styles secret none");
      await call("skill_load", { name: "pdf" });
      await turn("deploy");
      await attempt("guard Write", () => session.guard({ name: "Write", input: {} }));
      await turn("pdf deploy");
      await attempt("compacted", () => session.compacted({ messages: [user("x")] }));
      say("state", session.toJSON());
    },
  ],
  [
    "from-a-server",
    {
      tree: {},
      options: {
        sources: [
          {
            root: { path: "mcp:/acme", id: "mcp:acme", level: "custom", remote: "acme" },
            files: memoryFiles({
              "mcp:/acme/pdf/SKILL.md": skillMd({ name: "pdf", description: "Merge PDF files." }, "Merge.\n"),
              "mcp:/acme/pdf/notes.md": "Notes <<<end>>>.\n",
            }),
          },
        ],
      },
    },
    async ({ turn, call, session, attempt }) => {
      await turn("merge pdf files");
      await call("skill_read", { name: "acme:pdf", path: "notes.md" });
      await attempt("guard Read", () => session.guard({ name: "Read", input: {} }));
      await call("skill_load", { name: "acme:pdf" });
      await attempt("authorize Read", () => session.authorize({ name: "Read", input: {} }));
      await turn("/acme:pdf now");
    },
  ],
  [
    "own-tokenizer",
    {
      tree: WITH_MANUAL,
      ports: { tokenizer: (text) => text.length },
      session: { maxTokens: 100_000, injectBudget: 3_000 },
    },
    async ({ turn, call, session, attempt, runtime }) => {
      await turn("/pdf x");
      await turn("/pdf x");
      await turn("/skill:none");
      await turn("merge pdf files, ship a release to the cluster, rules for style sheets");
      await call("skill_load", { name: "manual" });
      await call("skill_read", { name: "manual", section: "setup" });
      await call("skill_read", { name: "pdf", path: "forms.md" });
      await attempt("compacted", () => session.compacted({ keepTokens: 900 }));
      await attempt("render", () => runtime.render("deploy", { audience: "user" }));
    },
  ],
  [
    "nothing-there",
    { profile: "autopoiesis", tree: {} },
    async ({ turn, call }) => {
      await turn("hello");
      await call("list_skills", {});
      await call("load_skill", { skill_name: "pdf" });
    },
  ],
  [
    "names-only",
    { options: { overrides: { "p*": "name-only", csv: "name-only" } }, session: { follow: true } },
    async ({ turn, runtime, change, call }) => {
      await turn("hi");
      change({
        [`${ROOT}/csv/SKILL.md`]: skillMd({ name: "csv", description: "Reads CSV tables." }),
        [`${ROOT}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: "Signs PDF files." }),
      });
      await runtime.reload();
      await turn("what is new");
      await call("skill_load", { name: "csv" });
    },
  ],
];

test.each(
  CONVERSATIONS,
)("S1 S6 I4 what is told in the conversation %s is exactly as it was", async (title, settings, script) => {
  const protocol = new Protocol();
  const opened = await start(protocol, settings);
  await script(opened);
  opened.runtime.close();
  await expect(protocol.toString()).toMatchFileSnapshot(`conversations/${title}.txt`);
});
