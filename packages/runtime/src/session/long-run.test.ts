import fc from "fast-check";
import { expect, test } from "vitest";
import type { Injection, ToolResult, Turn } from "../conversation.ts";
import { memoryFiles } from "../discovery/memory-files.ts";
import type { FileSystem } from "../ports.ts";
import { createRuntime, type Runtime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import type { Session } from "./session.ts";
import type { SessionOptions } from "./session-options.ts";

const STEPS = 1_000;
const LIMITS = { catalogBudget: 260, maxActivations: 250, maxTokens: 8_000 } as const;
const OPTIONS: SessionOptions = {
  ...LIMITS,
  pins: ["s-4"],
  preload: ["s-5"],
};
const NAMES = Array.from({ length: 18 }, (_, index) => `s-${index}`);

/** One thing that happens to a conversation; which skill it is about is a number that every step reads in its own way. */
const anyStep = fc.record({
  kind: fc.constantFrom(
    ...["say", "say", "say", "turn", "load", "load", "misuse", "search", "body", "description"],
    ...["remove", "reload", "reload", "adopt", "adopt", "compact", "release", "fork", "json"],
  ),
  number: fc.nat(10_000),
  cap: fc.constantFrom(0, 20, 60, 200, 2_000),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

test.each([
  "agentskills",
  "metis",
])("I2 I4 I6 I8 S2 S3 R6 a thousand steps with edits, compactions, forks and restarts keep every promise (%s)", async (profile) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const conversation = await Conversation.open(profile);
      for (const step of steps) await conversation.take(step);
      await conversation.loadEverything();
      expect(conversation.counts.bodies).toBeGreaterThan(50);
      expect(conversation.counts.deltas).toBeGreaterThan(10);
    }),
    { seed: 11, numRuns: 2, endOnFailure: true },
  );
});

/** A disk that can be written to while the engine looks at it. */
class Disk {
  readonly #skills = new Map<string, { description: string; body: string }>();
  #files: FileSystem = memoryFiles({});
  #edits = 0;

  has(name: string): boolean {
    return this.#skills.has(name);
  }

  /** A new body, and with it a new mark by which it is recognised. */
  writeBody(name: string): void {
    this.#edits += 1;
    const known = this.#skills.get(name);
    const body = `BODY-${this.#edits}.\n\nYou MUST keep ${"care ".repeat(this.#edits % 40)}.\n`;
    this.#put(name, { description: known?.description ?? `Does ${name}. Use when asked.`, body });
  }

  writeDescription(name: string): void {
    this.#edits += 1;
    const known = this.#skills.get(name);
    if (known === undefined) this.writeBody(name);
    else
      this.#put(name, { ...known, description: `Does ${name} in edition ${this.#edits}. Use when asked.` });
  }

  remove(name: string): void {
    this.#skills.delete(name);
    this.#build();
  }

  get files(): FileSystem {
    return {
      caseInsensitive: false,
      list: (path) => this.#files.list(path),
      stat: (path) => this.#files.stat(path),
      readBytes: (path, maxBytes) => this.#files.readBytes(path, maxBytes),
      readText: (path, maxBytes) => this.#files.readText(path, maxBytes),
      realpath: (path) => this.#files.realpath(path),
    };
  }

  #put(name: string, skill: { description: string; body: string }): void {
    this.#skills.set(name, skill);
    this.#build();
  }

  #build(): void {
    const files = [...this.#skills].map(([name, { description, body }]) => {
      return [`/skills/${name}/SKILL.md`, skillMd({ name, description, ...flagsOf(name) }, body)] as const;
    });
    this.#files = memoryFiles({ "/skills/README.md": "", ...Object.fromEntries(files) });
  }
}

/** Some skills are for the user alone, some apply automatically, one is background knowledge. */
function flagsOf(name: string): Readonly<Record<string, unknown>> {
  if (name === "s-1" || name === "s-7") return { "disable-model-invocation": true };
  if (name === "s-2") return { alwaysApply: true };
  if (name === "s-3") return { globs: "*.ts" };
  if (name === "s-6") return { "disable-model-invocation": true, "user-invocable": false };
  return {};
}

/** Plays the steps and records, independently of the engine, what the model was shown and given. */
class Conversation {
  readonly counts = { bodies: 0, deltas: 0 };
  readonly #disk: Disk;
  readonly #runtime: Runtime;
  #session: Session;
  #messages: { role: "user"; content: string }[] = [];
  #spent = { activations: 0, tokens: 0 };
  #baseline: string | undefined;
  /** Name → description, as last announced to the model. */
  #told: ReadonlyMap<string, string> = new Map();
  /** Name → mark and arguments of the body in the history. */
  readonly #given = new Map<string, { readonly mark: string; readonly args: string }>();

  private constructor(disk: Disk, runtime: Runtime, session: Session) {
    this.#disk = disk;
    this.#runtime = runtime;
    this.#session = session;
  }

  static async open(profile: string): Promise<Conversation> {
    const disk = new Disk();
    for (const name of NAMES.slice(0, 9)) disk.writeBody(name);
    const ports = { ...fakePorts({}), files: disk.files };
    const runtime = await createRuntime(ports, { profile, providers: false, roots: ["/skills"] });
    return new Conversation(disk, runtime, await runtime.session(OPTIONS));
  }

  async take(step: Step): Promise<void> {
    const name = NAMES[step.number % NAMES.length] ?? "";
    await this.#act(step, name);
    this.#checkSpent();
    await this.#checkLoadable(step.number);
  }

  async loadEverything(): Promise<void> {
    await this.#runtime.reload();
    this.#session.adopt();
    for (let index = 0; index < NAMES.length; index += 1) await this.#checkLoadable(index);
  }

  async #act({ kind, number, cap }: Step, name: string): Promise<void> {
    if (kind === "say") await this.#say(number, name);
    else if (kind === "turn") await this.#turn(number % 3 === 0 ? ["src/app.ts"] : []);
    else if (kind === "load") this.#checkLoad(name, await this.#session.call("skill_load", { name }));
    else if (kind === "misuse") await this.#misuse(number);
    else if (kind === "search")
      expect((await this.#session.call("skill_search", { query: name })).text).toBeTruthy();
    else if (kind === "body") this.#disk.writeBody(name);
    else if (kind === "description") this.#disk.writeDescription(name);
    else if (kind === "remove") this.#disk.remove(name);
    else if (kind === "reload") await this.#runtime.reload();
    else if (kind === "adopt") this.#session.adopt();
    else if (kind === "compact") await this.#compact(cap);
    else if (kind === "release") this.#release(name);
    else if (kind === "fork") await this.#fork(name, cap);
    else await this.#restart(name);
  }

  async #say(number: number, name: string): Promise<void> {
    const args = ["", " first", " second thing"][number % 3] ?? "";
    const styles = [
      `/${name}${args}`,
      `/skill:${name}${args}`,
      `please use $${name}`,
      `no \\$${name}`,
      "go on",
    ];
    this.#messages = [...this.#messages, { role: "user", content: styles[number % styles.length] ?? "" }];
    await this.#turn([]);
  }

  async #turn(files: readonly string[]): Promise<Turn> {
    const turn = await this.#session.turn({ messages: this.#messages, files });
    await this.#checkPrompt(turn);
    for (const injection of turn.inject) this.#checkInjection(injection, turn);
    return turn;
  }

  /** The prefix never changes between two compactions, stays in its budget, and changes are announced exactly once. */
  async #checkPrompt({ baseline, delta, report }: Turn): Promise<void> {
    const visible = await this.#visible();
    expect(report.catalog.tokens).toBeLessThanOrEqual(LIMITS.catalogBudget);
    if (this.#baseline === undefined) {
      expect(delta).toBeUndefined();
      this.#baseline = baseline;
    } else {
      expect(baseline).toBe(this.#baseline);
      checkDelta(delta, this.#told, visible);
      if (delta !== undefined) this.counts.deltas += 1;
    }
    this.#told = visible;
  }

  #checkInjection({ kind, skill = "", text }: Injection, { report }: Turn): void {
    if (kind !== "skill") return;
    const args = report.matches.find((match) => match.name === skill)?.args ?? "";
    this.#checkNew(skill, markOf(text), args);
  }

  #checkLoad(name: string, { text, isError, metadata }: ToolResult): void {
    if (isError || "already_loaded" in metadata || "already_preloaded" in metadata) {
      expect(text).not.toContain("BODY-");
      return;
    }
    this.#checkNew(name, markOf(text), undefined);
  }

  /** A body is injected again only if it changed, or the user gave other arguments. */
  #checkNew(name: string, mark: string, args: string | undefined): void {
    const earlier = this.#given.get(name);
    const isSame = earlier?.mark === mark && (args === undefined || args === earlier.args);
    expect(isSame, `${name} was given twice`).toBe(false);
    expect(this.#baseline ?? "").not.toContain(`${mark}.`);
    this.#given.set(name, { mark, args: args ?? "" });
    this.counts.bodies += 1;
  }

  async #misuse(number: number): Promise<void> {
    const calls: readonly [string, unknown][] = [
      ["skill_load", { name: "nobody" }],
      ["skill_load", {}],
      ["skill_load", "s-0"],
      ["skill_read", { name: "s-0", path: "../s-1/SKILL.md" }],
      ["skill_search", { query: 5 }],
      ["run_everything", {}],
    ];
    const [tool, args] = calls[number % calls.length] ?? ["", {}];
    const before = JSON.stringify(this.#session);
    expect((await this.#session.call(tool, args)).isError).toBe(true);
    expect(JSON.stringify(this.#session)).toBe(before);
  }

  async #compact(keepTokens: number): Promise<void> {
    const back = await this.#session.compacted({ keepTokens });
    expect(back.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(keepTokens);
    const whole = back.filter(({ kind }) => kind === "skill");
    const marks = whole.map(({ skill = "", text }) => {
      return [skill, { mark: markOf(text), args: this.#given.get(skill)?.args ?? "" }] as const;
    });
    this.#given.clear();
    for (const [name, given] of marks) this.#given.set(name, given);
    this.#baseline = undefined;
    this.#messages = this.#messages.slice(-1);
  }

  #release(name: string): void {
    this.#session.release(name);
    this.#given.delete(name);
  }

  /** Whatever a child does, its parent does not notice. */
  async #fork(name: string, cap: number): Promise<void> {
    const before = JSON.stringify(this.#session);
    const child = this.#session.fork({ skills: ["s-*"] });
    const { report } = await child.turn({ messages: [{ role: "user", content: `/${name} as a child` }] });
    expect(report.active.every((active) => active === name || isSelfApplying(active))).toBe(true);
    await child.call("skill_load", { name });
    await child.compacted({ keepTokens: cap });
    child.release(name);
    child.adopt();
    await child.turn();
    expect(JSON.stringify(this.#session)).toBe(before);
  }

  /** A session that went through JSON says and does what the first one would have. */
  async #restart(name: string): Promise<void> {
    await this.#runtime.reload();
    this.#session.adopt();
    const wire = JSON.stringify(this.#session);
    const twin = await this.#runtime.session({ ...OPTIONS, restore: JSON.parse(wire) });
    const turn = await this.#turn([]);
    expect(await twin.turn({ messages: this.#messages })).toEqual(turn);
    const loaded = await this.#session.call("skill_load", { name });
    this.#checkLoad(name, loaded);
    expect(await twin.call("skill_load", { name })).toEqual(loaded);
    expect(servedBy(twin)).toEqual(servedBy(this.#session));
    this.#session = twin;
  }

  #checkSpent(): void {
    const { spent } = this.#session.toJSON();
    expect(spent.activations).toBeGreaterThanOrEqual(this.#spent.activations);
    expect(spent.tokens).toBeGreaterThanOrEqual(this.#spent.tokens);
    expect(spent.activations).toBeLessThanOrEqual(LIMITS.maxActivations);
    expect(spent.tokens).toBeLessThanOrEqual(LIMITS.maxTokens);
    this.#spent = spent;
  }

  /** A skill that the model sees can be loaded, as long as its file is there. */
  async #checkLoadable(number: number): Promise<void> {
    const names = [...(await this.#visible()).keys()];
    const name = names[number % Math.max(1, names.length)];
    if (name === undefined || !this.#disk.has(name)) return;
    const { isError, text } = await this.#session.fork().call("skill_load", { name });
    expect([name, isError, text]).toEqual([name, false, expect.stringContaining("BODY-")]);
  }

  /** What the model would find, through its own tools. */
  async #visible(): Promise<ReadonlyMap<string, string>> {
    const { text, isError } = await this.#session.call("skill_search", { query: "", limit: 50 });
    const lines = isError ? [] : text.split("\n").slice(1);
    return new Map(lines.map((line) => [/^- (\S+)/.exec(line)?.[1] ?? "", line.split(" — ")[1] ?? ""]));
  }
}

/** The delta names what came, changed and went, and nothing else; long lists end in a count. */
function checkDelta(
  delta: string | undefined,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): void {
  const added = [...after].filter(([name]) => !before.has(name));
  const changed = [...after].filter(([name, words]) => before.has(name) && before.get(name) !== words);
  const removed = [...before].filter(([name]) => !after.has(name));
  if (added.length + changed.length + removed.length === 0) {
    expect(delta).toBeUndefined();
    return;
  }
  const sections: readonly [string, readonly string[]][] = [
    ["Added:", added.map(([name, words]) => `- ${name}: ${words}`)],
    ["Changed:", changed.map(([name, words]) => `- ${name}: ${words}`)],
    ["No longer available:", removed.map(([name]) => `- ${name}`)],
  ];
  for (const [title, lines] of sections) {
    const { shown, more } = readSection(delta ?? "", title);
    expect([title, shown.length + more]).toEqual([title, lines.length]);
    expect(lines).toEqual(expect.arrayContaining([...shown]));
  }
}

function readSection(delta: string, title: string): { shown: readonly string[]; more: number } {
  const lines = delta.split("\n");
  const start = lines.indexOf(title);
  if (start === -1) return { shown: [], more: 0 };
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("- "));
  const shown = lines.slice(start + 1, end === -1 ? undefined : end);
  const more = /^\(and (\d+) more\)$/.exec(lines[end] ?? "")?.[1] ?? "0";
  return { shown, more: Number(more) };
}

function markOf(text: string): string {
  return /BODY-\d+/.exec(text)?.[0] ?? "";
}

function isSelfApplying(name: string): boolean {
  return name === "s-2" || name === "s-6";
}

/** The state without frontmatter: nobody is served it, and it may be read at another time than the body. */
function servedBy(session: Session) {
  const { bodies = {}, ...state } = session.toJSON();
  const texts = Object.entries(bodies).map(([name, text]) => [
    name,
    text.replace(/^---\n[\s\S]*?\n---\n/, ""),
  ]);
  return { ...state, bodies: Object.fromEntries(texts) };
}
