import type { Engine } from "../engine.ts";
import type { Admit } from "../gate.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { ScanReport } from "../scan.ts";
import { scanAdmit } from "../security/scan/scan-admit.ts";
import { policyOf, worseVerdict } from "../security/scan/scan-policy.ts";

/** The check of the gate that hands models and clients only content that was scanned and that the policy allows. */
export function scanCheck(
  engine: Pick<Engine, "options" | "ledger" | "scans">,
  library: { current(): SkillLibrary },
): Admit {
  const { scans } = engine;
  return scanAdmit({
    policy: () => policyOf(engine.options),
    verdictOf: (skill) => {
      const named = library.current().named(skill.name);
      return named.find((entry) => entry.skill.path === skill.path)?.trust;
    },
    scanOf: async ({ skill, path, digest: sha256, bytes }, voucher, trust) => {
      const isRemote = skill.origin.remote !== undefined;
      if ((await scans.scanner()) === undefined && policyOf(engine.options)[voucher].unscanned === "allow")
        return { report: undefined, digest: undefined };
      const whole = isRemote ? undefined : await scans.covering(skill, path, sha256);
      if (whole !== undefined) return { report: whole.report, digest: whole.digest };
      // A server's files are fetched one by one. The listing was scanned as a whole if the user decided about it.
      const [file, listing] = await Promise.all([
        scans.scanFile(skill, { path, sha256, bytes }),
        isRemote && trust.digest !== undefined ? scans.known(trust.digest) : undefined,
      ]);
      return { report: worse(file, listing), digest: isRemote ? trust.digest : undefined };
    },
    decisionOn: async (skill, digest) =>
      (await engine.ledger.find(skill)).find(({ key, by }) => by === "user" && key.digest === digest),
  });
}

/** The findings of both reports, with the worse verdict. */
function worse(one: ScanReport | undefined, other: ScanReport | undefined): ScanReport | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    verdict: worseVerdict(one.verdict, other.verdict),
    findings: [...one.findings, ...other.findings],
    inspected: other.inspected,
  };
}
