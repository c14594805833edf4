import { forEachInOrder } from "../basics/awaitable.ts";
import { compileGlob } from "../basics/globs.ts";
import { baseName } from "../basics/paths.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import type { DiagnosticCode } from "../codes.ts";
import { atPath, type Diagnostic } from "../diagnostics.ts";
import { type Filters, isEnabled, skillFilter, switchedProviders, switchesOf } from "../discovery/filters.ts";
import type { Root } from "../discovery/find-roots.ts";
import { listFiles } from "../discovery/list-files.ts";
import type { Engine } from "../engine.ts";
import { type Admission, admitSkill } from "../format/admit-skill.ts";
import type { Candidate, Decision, Eligibility, Rejection } from "../library.ts";
import type { RuntimeOptions } from "../options.ts";
import type { Awaitable, Ports } from "../ports.ts";
import type { FormatPolicy, Profile } from "../profile.ts";
import { checkEligibility, type EligibilityContext } from "../resolution/check-eligibility.ts";
import { policyOf } from "../security/scan/scan-policy.ts";
import { digestSkill } from "../serving/digest-skill.ts";
import type { Origin, Override, Requirements, Skill, SkillSummary } from "../skill.ts";
import type { TrustLedger, TrustVerdict } from "../trust.ts";
import { type HeldVerdict, type HoldContext, holdScanned } from "./hold-scanned.ts";
import { makeSkill, sourceOf } from "./make-skill.ts";
import { nameRules } from "./name-rules.ts";
import type { ReadFile } from "./read-summaries.ts";

/** The result for the files below one root. */
export interface Judgement {
  readonly candidates: readonly Candidate[];
  readonly rejections: readonly Rejection[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a load needs from the engine. */
export type LoadEngine = Pick<Engine, "profile" | "options" | "ports" | "ledger" | "agentSkills">;

/** What files are checked against; prepared once per load. */
export interface Criteria {
  readonly profile: Profile;
  readonly options: RuntimeOptions;
  readonly ports: Ports;
  readonly policy: FormatPolicy;
  readonly eligibility: EligibilityContext;
  readonly filters: Filters;
  readonly overrideOf: (name: string) => Override | undefined;
  readonly ledger: TrustLedger;
  /** What is known from earlier scans. */
  readonly held: HoldContext;
  /** Digest of a skill's whole directory, computed at most once per load. */
  readonly digest: (skill: Skill) => Promise<string>;
}

/** Compiles globs and settings. */
export function createCriteria(
  { profile, options, ports, ledger }: LoadEngine,
  last: HoldContext["last"] = new Map(),
): Criteria {
  const { include, overrideOf } = nameRules(options);
  return {
    profile,
    options,
    ports,
    ledger,
    held: { last, ledger, policy: policyOf(options) },
    digest: digestOnce(profile, ports),
    policy: { ...profile.format, infer: options.infer ?? profile.format.infer },
    eligibility: { environment: ports.environment, config: options.skillConfig ?? {}, tools: options.tools },
    filters: {
      switches: switchesOf(options),
      ignore: (options.ignore ?? []).map(compileGlob),
      include,
      switched: switchedProviders(profile.discovery),
    },
    overrideOf,
  };
}

/** The files of one root, and the skills of its last load. */
export interface JudgedFiles {
  readonly root: Root;
  readonly origin: Origin;
  readonly files: readonly ReadFile[];
  /** True if the root cannot be read now and these files are from the last successful listing. */
  readonly isLastGood: boolean;
  readonly known?: ReadonlyMap<string, KnownSkill> | undefined;
}

/** A skill of the last load, and the index entry that it was created from. */
export interface KnownSkill {
  readonly skill: Skill;
  readonly summary: SkillSummary;
}

const NOTHING: readonly Diagnostic[] = Object.freeze([]);
const NO_NOTES: readonly string[] = Object.freeze([]);

/** A skill that a filter excludes only takes part in the decision who has its name. */
const EXCLUDED = {
  eligibility: { eligible: true, missing: [] },
  trust: { state: "trusted", by: "level" },
  override: undefined,
  notes: NO_NOTES,
} as const satisfies Omit<Candidate, "skill">;

/**
 * Turns parsed files into candidates. Each is checked on its own: admitted, filtered, eligible, trusted, overridden.
 */
export async function judgeFiles(
  { root, origin, files, isLastGood, known }: JudgedFiles,
  criteria: Criteria,
): Promise<Judgement> {
  const { profile, options, ports, policy } = criteria;
  const { limits } = profile.discovery;
  const { id, level, requires } = root.provider;
  const source = { provider: id, level };
  const filter = skillFilter(source, criteria.filters);
  const isOn = isEnabled(source, criteria.filters);
  const eager = (options.resources ?? profile.discovery.resources) === "discovery";
  const rejectAs = rejecter(root, profile);
  const verdictOn = verdictSource(root, criteria, isLastGood);
  const candidates: Candidate[] = [];
  const rejections: Rejection[] = [];
  const diagnostics: Diagnostic[] = [];

  const judge = (file: ReadFile): Awaitable<void> => {
    const directoryName = baseName(file.directory);
    const admission = admitSkill(file.summary, { directoryName, requires, policy });
    const notes =
      admission.diagnostics.length === 0
        ? NOTHING
        : admission.diagnostics.map((diagnostic) => atPath(diagnostic, file.path));
    if (admission.value === undefined) {
      // Nothing is reported about the files of a source that is turned off.
      if (!isOn) return undefined;
      const decision = { stage: "format", outcome: "skipped", detail: reasonOf(notes) } as const;
      const code = notes.find((note) => note.severity === "error")?.code;
      const bare = file.summary.name ?? directoryName;
      rejections.push(rejectAs(file, nameAt(root.provider, bare), decision, code));
      for (const note of notes) diagnostics.push(note);
      return undefined;
    }
    const name = nameAt(root.provider, admission.value.name);
    const filtered = filter(name);
    if (!filtered.kept && profile.resolution.filters === "after") {
      const skill = makeSkill(file, origin, { ...admission.value, name }, { profile });
      candidates.push({ ...EXCLUDED, skill, excluded: filtered.reason ?? "" });
      return undefined;
    }
    if (!filtered.kept) {
      const decision = { stage: "filter", outcome: "excluded", detail: filtered.reason ?? "" } as const;
      rejections.push(rejectAs(file, name, decision));
      return undefined;
    }
    for (const note of notes) diagnostics.push(note);
    return enlist(file, { name, description: admission.value.description }, notes);
  };

  const enlist = (file: ReadFile, identity: Admission, notes: readonly Diagnostic[]): Awaitable<void> => {
    if (!eager)
      return decide(knownSkill(file, identity) ?? makeSkill(file, origin, identity, { profile }), notes);
    const place = { path: file.directory, real: file.realDirectory };
    return listFiles(place, limits, ports.files).then((listing) => {
      for (const diagnostic of listing.diagnostics) diagnostics.push(diagnostic);
      return decide(makeSkill(file, origin, identity, { profile, resources: listing.value }), notes);
    });
  };

  /** The skill of an unchanged file from the last load, so that a reload keeps the same object. */
  const knownSkill = (file: ReadFile, { name, description }: Admission): Skill | undefined => {
    const { skill, summary } = known?.get(file.path) ?? {};
    const isSame =
      skill !== undefined &&
      summary === file.summary &&
      skill.origin === origin &&
      skill.name === name &&
      skill.description === description &&
      skill.resources === undefined &&
      realPlaceOf(skill).path === file.real;
    return isSame ? skill : undefined;
  };

  const decide = (skill: Skill, notes: readonly Diagnostic[]): Awaitable<void> => {
    const eligibility = checkEligibility(needsOf(skill, profile), criteria.eligibility);
    const verdict = heldVerdict(skill);
    if (!(eligibility instanceof Promise || verdict instanceof Promise))
      return add(skill, notes, eligibility, verdict);
    return Promise.all([eligibility, verdict]).then((decided) => add(skill, notes, ...decided));
  };

  const heldVerdict = (skill: Skill): Awaitable<HeldVerdict> => {
    const verdict = verdictOn(skill);
    if (!(verdict instanceof Promise)) return holdScanned(skill, verdict, criteria.held);
    return verdict.then((trust) => holdScanned(skill, trust, criteria.held));
  };

  const add = (
    skill: Skill,
    notes: readonly Diagnostic[],
    eligibility: Eligibility,
    { trust, scan }: HeldVerdict,
  ): void => {
    const override = criteria.overrideOf(skill.name);
    const judged = { skill, eligibility, trust, override, notes: warningsOf(notes) };
    candidates.push(scan === undefined ? judged : { ...judged, scan });
  };

  await forEachInOrder(files, judge);
  return { candidates, rejections, diagnostics };
}

/** A server's skills are prefixed with its label, so that they cannot take or imitate another skill's name. */
function nameAt({ remote }: Root["provider"], name: string): string {
  return remote === undefined ? name : `${remote}:${name}`;
}

function warningsOf(notes: readonly Diagnostic[]): readonly string[] {
  if (notes.length === 0) return NO_NOTES;
  return Object.freeze(notes.filter((note) => note.severity !== "info").map((note) => note.message));
}

/** If the policy requires it, the host must offer the tools that a skill declares. */
function needsOf({ fields }: Skill, { resolution }: Profile): Requirements | undefined {
  const { requires, tools } = fields;
  return resolution.toolsRequired && tools !== undefined
    ? { ...requires, tools: [...(requires?.tools ?? []), ...tools] }
    : requires;
}

/** Creates the rejections of a root. */
function rejecter(root: Root, profile: Profile) {
  const { id: provider, level, remote } = root.provider;
  const source = sourceOf({ provider, level, ...(remote === undefined ? {} : { remote }) }, profile);
  return (file: ReadFile, name: string, decision: Decision, code?: DiagnosticCode): Rejection => {
    const detail = `${file.path} (${provider}, ${source} level), root ${root.path}`;
    return {
      path: file.path,
      name,
      provider,
      ...(code === undefined ? {} : { code }),
      decisions: [{ stage: "discovery", outcome: "found", detail }, decision],
    };
  };
}

function reasonOf(notes: readonly Diagnostic[]): string {
  const errors = notes.filter((note) => note.severity === "error");
  return (errors.length > 0 ? errors : notes).map((note) => note.message).join("; ");
}

/** The verdict about the skills of a root: of its source or of the ledger. If a source fails, the skill is undecided. */
function verdictSource(
  root: Root,
  { options, ledger, digest }: Criteria,
  isLastGood: boolean,
): (skill: Skill) => Awaitable<TrustVerdict> {
  const trust = options.sources?.find((candidate) => candidate.root.path === root.path)?.trust;
  if (trust === undefined) {
    const { trust: given } = root.provider;
    return (skill) => ledger.verdict(skill, { trust: given, digest: () => digest(skill), isLastGood });
  }
  const ask = async (skill: Skill) => trust.verdict(skill);
  return (skill) =>
    ask(skill).catch((error) => ({
      state: "pending",
      by: "nobody",
      needs: "review",
      reason: `its source cannot determine whether it is trusted: ${error instanceof Error ? error.message : error}`,
    }));
}

/** Several parts of a load may need the digest of a skill; its files are read only once. */
function digestOnce({ discovery }: Profile, ports: Ports): Criteria["digest"] {
  const known = new Map<string, Promise<string>>();
  return (skill) => {
    const digest = known.get(skill.path) ?? digestSkill(skill, discovery.limits, ports);
    known.set(skill.path, digest);
    return digest;
  };
}
