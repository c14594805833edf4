import { describe, expect, test } from "vitest";
import type { RuntimeOptions } from "../options.ts";
import { createRuntime, type Runtime } from "../runtime.ts";
import type { ScanAction, ScanSettings, ScanVerdict, Voucher } from "../scan.ts";
import { memoryScanStore } from "../security/scan/memory-scan-store.ts";
import { memoryDecisionStore } from "../security/trust/memory-decision-store.ts";
import { memoryReviewStore } from "../security/trust/memory-review-store.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { type FakeScanner, fakeScanner } from "../testing/fake-scanner.ts";
import type { DecideTrust, TrustQuestion } from "../trust.ts";

const OWN = "/home/ada/.agents/skills/pdf";
const PROJECT = "/project/.agents/skills/pdf";
const WORDS = {
  safe: "",
  review: "SCAN-REVIEW net",
  incomplete: "SCAN-INCOMPLETE odd",
  block: "SCAN-BLOCK dl",
};

function text(word = "", name = "pdf"): string {
  return `---\nname: ${name}\ndescription: Reads PDF files.\n---\nBody\n${word}\n`;
}

/** A machine whose files can change; decisions and reports survive a new runtime. */
function machine(files: Readonly<Record<string, string>>, scanner: FakeScanner | undefined = fakeScanner()) {
  const tree: Record<string, string> = { "/project/.git/HEAD": "", ...files };
  const ports = {
    ...fakePorts(tree),
    decisions: memoryDecisionStore(),
    scans: memoryScanStore(),
    reviews: memoryReviewStore(),
  };
  const open = (options: RuntimeOptions = {}, by: FakeScanner | undefined = scanner) =>
    createRuntime({ ...ports, ...fresh(tree), ...(by === undefined ? {} : { scanner: by }) }, options);
  return { tree, open, scanner };
}

/** Files as they are now. */
function fresh(tree: Readonly<Record<string, string>>) {
  const { files, environment } = fakePorts(tree);
  return { files, environment };
}

const withheld = (runtime: Runtime, name = "pdf") =>
  runtime.read(name).then(
    () => undefined,
    (error: Error & { hint?: string }) => `${error.message} | ${error.hint}`,
  );

describe("T2 the policy of trust and verdict", () => {
  const DEFAULTS: Readonly<Record<ScanVerdict, ScanAction>> = {
    safe: "allow",
    review: "allow",
    incomplete: "allow",
    block: "ask",
  };
  const rows = (["level", "user", "host"] as const).flatMap((by) =>
    (["safe", "review", "incomplete", "block"] as const).map((verdict) => [by, verdict] as const),
  );

  async function vouched(by: Voucher, verdict: ScanVerdict, scan: ScanSettings) {
    const place = by === "level" ? OWN : PROJECT;
    const { open } = machine({ [`${place}/SKILL.md`]: text(WORDS[verdict]) });
    if (by === "user") {
      // Decided before there was a scanner, so that the decision itself cannot refuse.
      const before = await open({
        scan: { user: { block: "allow", review: "allow", safe: "allow", incomplete: "allow" } },
      });
      await before.trust.decide("pdf", "trusted");
    }
    return open({ scan, ...(by === "host" ? { trust: () => true } : {}) });
  }

  test.each(rows)("%s × %s is the default of the table", async (by, verdict) => {
    const runtime = await vouched(by, verdict, {});
    expect((await withheld(runtime)) === undefined).toBe(DEFAULTS[verdict] === "allow");
  });

  test.each(rows)("%s × %s can be refused and allowed by settings", async (by, verdict) => {
    const refused = await vouched(by, verdict, { [by]: { [verdict]: "refuse" } });
    expect(await withheld(refused)).toContain("change `scan` in your knowhow.json");
    const allowed = await vouched(by, verdict, { [by]: { [verdict]: "allow" } });
    expect(await withheld(allowed)).toBeUndefined();
  });

  test("without a scanner, trusted skills load, unless the settings ask for a scan", async () => {
    const { tree, open } = machine({ [`${OWN}/SKILL.md`]: text(WORDS.block) });
    const bare = createRuntime({ ...fakePorts(tree) });
    expect(await withheld(await bare)).toBeUndefined();
    const asking = await createRuntime(fakePorts(tree), { scan: { level: { unscanned: "ask" } } });
    expect(await withheld(asking)).toContain("was not scanned and waits for a decision");
    expect(await withheld(await open())).toContain('verdict "block"');
  });
});

describe("T1 scan before use", () => {
  test("a project's skill that nobody decided about never loads, whatever its scan says", async () => {
    const { open, scanner } = machine({ [`${PROJECT}/SKILL.md`]: text() });
    const runtime = await open({ scan: { level: { unscanned: "allow" } } });
    expect(await withheld(runtime)).toContain("is not trusted yet");
    expect(runtime.library.list()).toEqual([]);
    expect(scanner?.scanned).toEqual([]);
  });

  test("discovery, lists and searches scan nothing; the first content does, once per content", async () => {
    const { tree, open, scanner } = machine({ [`${OWN}/SKILL.md`]: text(), [`${OWN}/a.md`]: "A" });
    const runtime = await open();
    runtime.library.entries();
    await runtime.search("pdf");
    await runtime.why("pdf");
    await runtime.catalog();
    expect(scanner?.scanned).toEqual([]);
    await runtime.read("pdf");
    await runtime.open("pdf").bytes("a.md");
    await (await runtime.session()).call("skill_load", { name: "pdf" });
    expect(scanner?.scanned).toEqual(["pdf"]);
    await (await open()).read("pdf");
    expect(scanner?.scanned).toEqual(["pdf"]);
    tree[`${OWN}/a.md`] = "B";
    await (await open()).read("pdf");
    expect(scanner?.scanned).toEqual(["pdf", "pdf"]);
    await (await open({}, fakeScanner({ id: "fake 2" }))).read("pdf");
    expect(scanner?.scanned).toHaveLength(2);
  });

  test("a file that nobody asked for blocks the whole skill", async () => {
    const { open } = machine({ [`${OWN}/SKILL.md`]: text(), [`${OWN}/scripts/x.sh`]: WORDS.block });
    const runtime = await open();
    expect(await withheld(runtime)).toContain("(dl)");
    const session = await runtime.session();
    const loaded = await session.call("skill_load", { name: "pdf" });
    expect([loaded.isError, JSON.stringify(loaded).includes("Body")]).toEqual([true, false]);
    expect((await runtime.open("pdf", { audience: "user" }).text()).body).toContain("Body");
  });

  test("a scanner that throws has inspected nothing: the verdict is incomplete, and it is tried again", async () => {
    const { tree, open, scanner } = machine({ [`${OWN}/SKILL.md`]: text("SCAN-THROW") });
    const strict = { scan: { level: { incomplete: "refuse" } } } as const;
    expect(await withheld(await open(strict))).toContain("(scan-failed)");
    expect(await withheld(await open())).toBeUndefined();
    tree[`${OWN}/SKILL.md`] = text();
    expect(await withheld(await open(strict))).toBeUndefined();
    expect(scanner?.scanned).toHaveLength(3);
  });

  test("a note of the scanner changes no verdict, and is not named as a reason", async () => {
    const { open } = machine({ [`${OWN}/SKILL.md`]: text("SCAN-SAFE hint") });
    expect(
      await withheld(await open({ scan: { level: { incomplete: "refuse", review: "refuse" } } })),
    ).toBeUndefined();
    const runtime = await open();
    expect(runtime.library.entry("pdf")?.scan).toMatchObject({ verdict: "safe", rules: [] });
    const { scan } = await (await runtime.trust.inspect("pdf")).review();
    expect(scan?.findings).toMatchObject([{ rule: "hint", verdict: "safe" }]);
  });

  test("a scanner whose answer is not a report has inspected nothing", async () => {
    const broken = { ...fakeScanner(), scan: () => ({ verdict: "fine" }) };
    const { open } = machine({ [`${OWN}/SKILL.md`]: text() });
    // @ts-expect-error: what a scanner written in JavaScript may return
    const runtime = await open({ scan: { level: { incomplete: "refuse" } } }, broken);
    expect(await withheld(runtime)).toContain("(scan-failed)");
  });
});

describe("T2 the bytes that are returned are the bytes that were scanned", () => {
  test("a file that changes after the scan is scanned again before it is returned", async () => {
    const tree: Record<string, string> = { [`${OWN}/SKILL.md`]: text() };
    const ports = fakePorts(tree);
    // Every read sees the file as it is now.
    const files = { ...ports.files };
    const live = new Proxy(files, { get: (_, key) => Reflect.get(fakePorts(tree).files, key) });
    const runtime = await createRuntime({ ...ports, files: live, scanner: fakeScanner() });
    expect(await withheld(runtime)).toBeUndefined();
    tree[`${OWN}/SKILL.md`] = text(WORDS.block);
    expect(await withheld(runtime)).toContain('verdict "block"');
  });

  test("a text that was read earlier is scanned by itself", async () => {
    const { open, scanner } = machine({ [`${OWN}/SKILL.md`]: text() });
    const runtime = await open();
    const load = async (word: string) => {
      const library = runtime.library.withTexts({ [`${OWN}/SKILL.md`]: text(word) });
      const session = await runtime.session({ library });
      return (await session.call("skill_load", { name: "pdf" })).text;
    };
    expect(await load(`old ${WORDS.block}`)).toContain('verdict "block"');
    expect(await load("old")).toContain("old");
    expect(scanner?.scanned.length).toBeGreaterThan(2);
  });
});

describe("T3 decisions about what a scan found", () => {
  test("a blocked skill of the user waits for a decision that dismisses every blocking rule", async () => {
    const { tree, open } = machine({ [`${OWN}/SKILL.md`]: text(`${WORDS.block}\nSCAN-BLOCK paste`) });
    const first = await open();
    const refusal = await withheld(first);
    expect(refusal).toContain('`knowhow trust grant pdf --dismiss dl --dismiss paste --reason "…"`');
    // The next load knows the verdict, and hides the skill.
    const runtime = await open();
    expect(runtime.library.entry("pdf")).toMatchObject({
      state: "pending",
      trust: { by: "nobody", reason: 'its scan verdict is "block" (dl, paste)' },
      scan: { verdict: "block", rules: ["dl", "paste"], scanner: "fake 1" },
    });
    expect(await runtime.why("pdf")).toContainEqual(
      expect.objectContaining({
        stage: "scan",
        outcome: "block",
        detail: expect.stringContaining("dl, paste"),
      }),
    );
    await expect(runtime.trust.decide("pdf", "trusted")).rejects.toMatchObject({
      code: "security.scan-blocked",
    });
    const dl = { rule: "dl", reason: "our own mirror" };
    await expect(runtime.trust.decide("pdf", "trusted", { dismiss: [dl] })).rejects.toMatchObject({
      code: "security.scan-blocked",
    });
    await expect(
      runtime.trust.decide("pdf", "trusted", { dismiss: [{ rule: "other", reason: "x" }] }),
    ).rejects.toMatchObject({ code: "security.unknown-finding", hint: "rules with findings: dl, paste" });
    const dismiss = [dl, { rule: "paste", reason: "an example" }];
    const { digest } = await runtime.trust.inspect("pdf");
    expect(await runtime.trust.decide("pdf", "trusted", { dismiss, digest })).toMatchObject({
      dismissed: dismiss,
    });
    const after = await open();
    expect(after.library.get("pdf")).toBeDefined();
    expect(await withheld(after)).toBeUndefined();
    // A dismissal is bound to the content.
    tree[`${OWN}/SKILL.md`] = text(`${WORDS.block}\nSCAN-BLOCK paste\nmore`);
    expect(await withheld(await open())).toContain('verdict "block"');
  });

  test("a skill of the user that nothing blocks needs no decision", async () => {
    const { open } = machine({ [`${OWN}/SKILL.md`]: text(WORDS.review) });
    const runtime = await open();
    expect(await withheld(runtime)).toBeUndefined();
    await expect(runtime.trust.decide("pdf", "trusted")).rejects.toMatchObject({
      code: "security.no-decision-needed",
    });
    expect((await open()).library.entry("pdf")).toMatchObject({ state: "on", scan: { verdict: "review" } });
  });

  test("a decision of the user is asked for again when a newer scanner blocks the same content", async () => {
    const { open } = machine({ [`${PROJECT}/SKILL.md`]: text("harmless today") });
    await (await open()).trust.decide("pdf", "trusted");
    expect(await withheld(await open())).toBeUndefined();
    const { scan } = fakeScanner();
    const newer = {
      ...fakeScanner({ id: "fake 2" }),
      scan: ({ files, ...rest }: Parameters<typeof scan>[0]) =>
        scan({
          ...rest,
          files: files.map((file) => ({ ...file, bytes: new TextEncoder().encode(WORDS.block) })),
        }),
    };
    expect(await withheld(await open({}, newer))).toContain('verdict "block" (dl) and waits for a decision');
    expect((await open({}, newer)).library.entry("pdf")?.state).toBe("pending");
  });

  test("a question to the host has the report and what changed, and only a dismissal lets a block through", async () => {
    const { tree, open } = machine({
      [`${PROJECT}/SKILL.md`]: text("See https://old.example/x"),
      [`${PROJECT}/run.sh`]: "echo 1\n",
    });
    await (await open()).trust.decide("pdf", "trusted");
    tree[`${PROJECT}/SKILL.md`] = text(`${WORDS.block}\nSee https://new.example/x`).replace(
      "---\nBody",
      "allowed-tools: Bash(rm:*)\n---\nBody",
    );
    tree[`${PROJECT}/run.sh`] = "echo 2\n";
    tree[`${PROJECT}/more.py`] = "print()\n";
    const asked: TrustQuestion[] = [];
    const ask = (answer: Awaited<ReturnType<DecideTrust>>) => ({
      trust: (question: TrustQuestion) => {
        asked.push(question);
        return answer;
      },
    });
    expect(await withheld(await open(ask(true)))).toContain('verdict "block"');
    const [question] = asked;
    expect(question?.reason).toBe("it changed since you trusted it");
    expect(await question?.scan()).toMatchObject({
      verdict: "block",
      findings: [{ rule: "dl", path: "SKILL.md" }],
    });
    expect(await question?.changes()).toMatchObject({
      state: "trusted",
      files: { added: ["more.py"], removed: [], changed: ["SKILL.md", "run.sh"] },
      texts: [
        {
          path: "SKILL.md",
          before: expect.stringContaining("old.example"),
          after: expect.stringContaining("new.example"),
        },
        { path: "more.py", after: "print()\n" },
        { path: "run.sh", before: "echo 1\n", after: "echo 2\n" },
      ],
      asksFor: { added: ["allowed-tools: Bash(rm:*)"], removed: [] },
      scripts: { added: ["more.py"], removed: [], changed: ["run.sh"] },
      hosts: { added: ["new.example"], removed: ["old.example"] },
    });
    const dismissed = await open(ask({ trusted: true, dismiss: [{ rule: "dl", reason: "ours" }] }));
    expect(await withheld(dismissed)).toBeUndefined();
    expect(await withheld(await open(ask(JSON.parse('{"trusted":true}'))))).toContain("not trusted");
    expect(await withheld(await open(ask(JSON.parse('{"trusted":true,"dismiss":["dl"]}'))))).toContain(
      "not trusted",
    );
  });

  test("reasons and rules of a decision are audited", async () => {
    const rows: unknown[] = [];
    const tree = { [`${PROJECT}/SKILL.md`]: text(WORDS.block), "/project/.git/HEAD": "" };
    const audit = { append: (row: unknown) => void rows.push(row) };
    const runtime = await createRuntime({ ...fakePorts(tree), scanner: fakeScanner(), audit });
    const dismiss = [{ rule: "dl", reason: "ours" }];
    await runtime.trust.decide("pdf", "trusted", { dismiss });
    expect(rows).toContainEqual(
      expect.objectContaining({ action: "trust.decided", detail: { state: "trusted", dismissed: "dl" } }),
    );
  });
});
