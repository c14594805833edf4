import { describe, expect, it } from "vitest";
import type { ScanReport, ScanVerdict } from "../../scan.ts";
import { openWorkshop, skillMd } from "../../testing/workshop.ts";
import type { TrustDecision, TrustVerdict } from "../../trust.ts";
import { type CoveringScan, scanAdmit } from "./scan-admit.ts";
import { SCAN_POLICY } from "./scan-policy.ts";

const finding = (rule: string, verdict: ScanVerdict) => ({
  ...{ rule, verdict, severity: "high", path: "SKILL.md", line: 1 },
  ...{ message: "", evidence: "", fix: "", owasp: "AST01" },
});
const BLOCKED: ScanReport = {
  verdict: "block",
  findings: [Object(finding("dl", "block"))],
  inspected: { files: 1, bytes: 1 },
};

async function ask(
  trust: TrustVerdict | undefined,
  { report, decided }: { report?: ScanReport; decided?: Pick<TrustDecision, "state" | "dismissed"> } = {},
) {
  const workshop = openWorkshop({
    "home/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads." }),
  });
  const [skill] = (await workshop.start()).library.list();
  workshop.close();
  if (skill === undefined) throw new Error("there is no skill");
  const scan: CoveringScan = { report, digest: "sha256-v1:now" };
  const admit = scanAdmit({
    policy: () => SCAN_POLICY,
    verdictOf: () => trust,
    scanOf: async () => scan,
    decisionOn: () => (decided === undefined ? undefined : Object(decided)),
  });
  const bytes = async () => new Uint8Array();
  return admit({ part: "content", skill, path: "SKILL.md", audience: "model", digest: "", size: 0, bytes });
}

const LEVEL: TrustVerdict = { state: "trusted", by: "level" };
const DISMISSED = [{ rule: "dl", reason: "ours" }];

describe("the scan check before content is returned", () => {
  it.each<[string, TrustVerdict | undefined]>([
    ["an unknown skill", undefined],
    ["a pending skill", { state: "pending", by: "nobody" }],
    ["a skill that is trusted by nobody", { state: "trusted", by: "nobody" }],
  ])("T2 withholds %s, because nobody vouches for it", async (_, trust) => {
    expect(await ask(trust)).toMatchObject({ admitted: false, reason: expect.stringContaining("nobody") });
  });

  it("T2 a decision of the user lifts a block only with the dismissal of its rules", async () => {
    const answers = await Promise.all([
      ask(LEVEL),
      ask(LEVEL, { report: BLOCKED }),
      ask(LEVEL, { report: BLOCKED, decided: { state: "trusted" } }),
      ask(LEVEL, { report: BLOCKED, decided: { state: "refused", dismissed: DISMISSED } }),
      ask(LEVEL, { report: BLOCKED, decided: { state: "trusted", dismissed: DISMISSED } }),
    ]);
    expect(answers.map(({ admitted }) => admitted)).toEqual([true, false, false, false, true]);
  });
});
