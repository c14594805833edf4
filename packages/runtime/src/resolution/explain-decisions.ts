import { baseName } from "../basics/paths.ts";
import { trustHint } from "../basics/trust-hint.ts";
import { formatCount } from "../basics/words.ts";
import type { CatalogListing, Decision, LibraryEntry, WhyContext } from "../library.ts";
import type { Skill } from "../skill.ts";

/** What Claude Code does with two skills of its own folders, if it is not what knowhow does; otherwise undefined. */
export function claudeCodeOrder(won: Skill, lost: Skill): string | undefined {
  const isReversed = won.origin.level === "project" && lost.origin.level === "user";
  const areBoth = won.origin.provider === "claude" && lost.origin.provider === "claude";
  return isReversed && areBoth ? "Claude Code itself uses the skill of the user level" : undefined;
}

/** Explains every decision about the skills of one name, from file to catalog; the winner comes first. */
export function explainDecisions(
  entries: readonly LibraryEntry[],
  listing?: WhyContext["listing"],
): readonly Decision[] {
  const [winner, ...losers] = entries;
  return entries.flatMap((entry) => [
    found(entry),
    read(entry),
    {
      stage: "filter",
      outcome: "kept",
      detail: "its source is enabled and no filter excludes the name",
    } as const,
    eligible(entry),
    trusted(entry),
    ...scanned(entry),
    ...(entry === winner
      ? [won(losers), overridden(entry), listed(entry, listing)]
      : [shadowed(entry, winner)]),
  ]);
}

function found({ skill }: LibraryEntry): Decision {
  return { stage: "discovery", outcome: "found", detail: `${whereOf(skill)}, root ${skill.origin.root}` };
}

function read({ skill, notes }: LibraryEntry): Decision {
  const outcome = notes.length === 0 ? "read" : "read with warnings";
  return {
    stage: "format",
    outcome,
    detail: notes.join("; ") || `${formatCount(skill.tokens, "token")}, version ${skill.version}`,
  };
}

function eligible({ eligibility }: LibraryEntry): Decision {
  const outcome = eligibility.eligible ? "eligible" : "ineligible";
  const detail =
    eligibility.missing.map((missing) => missing.hint).join("; ") || "nothing it needs is missing";
  return { stage: "eligibility", outcome, detail };
}

function trusted({ trust, skill }: LibraryEntry): Decision {
  const { state, by, reason, at } = trust;
  if (by === "level")
    return {
      stage: "trust",
      outcome: state,
      detail: `${skill.origin.provider} skills of the ${skill.source} level are trusted`,
    };
  const why = reason === undefined ? "" : `: ${reason}`;
  if (state === "pending")
    return {
      stage: "trust",
      outcome: state,
      detail: `${reason ?? "no decision yet"}; ${trustHint(skill.name, trust)}`,
    };
  if (by === "nobody") return { stage: "trust", outcome: state, detail: reason ?? "the settings refuse it" };
  const who = by === "user" ? "you" : "the application";
  const when = at === undefined ? "" : ` on ${at.slice(0, 10)}`;
  return { stage: "trust", outcome: state, detail: `${who} ${state} exactly this content${when}${why}` };
}

/** The last scan, if its result is known; nothing is scanned to explain a decision. */
function scanned({ scan, trust }: LibraryEntry): readonly Decision[] {
  if (scan === undefined) return [];
  const { verdict, rules, scanner } = scan;
  const dismissed = (trust.dismissed ?? []).map(({ rule, reason }) => `${rule} was dismissed: ${reason}`);
  const found = rules.length === 0 ? "no rule is the reason" : `found by ${rules.join(", ")}`;
  const detail = [
    verdict === "safe" ? "no reason to act was found" : found,
    ...dismissed,
    `scanned by ${scanner}`,
  ];
  return [{ stage: "scan", outcome: verdict, detail: detail.join("; ") }];
}

function won(losers: readonly LibraryEntry[]): Decision {
  const rivals = losers.map((loser) => whereOf(loser.skill));
  const detail = rivals.length === 0 ? "no other skill has this name" : `before ${rivals.join(", ")}`;
  return { stage: "resolution", outcome: "won", detail };
}

function shadowed(loser: LibraryEntry, winner: LibraryEntry | undefined): Decision {
  const detail =
    winner === undefined
      ? "another skill has the name"
      : `${whereOf(winner.skill)} has the name: ${lossOf(loser, winner)}`;
  return { stage: "resolution", outcome: "shadowed", detail };
}

/** The reason why a skill lost its name. */
function lossOf({ skill: lost, state, lostBy }: LibraryEntry, { skill: won }: LibraryEntry): string {
  if (lostBy === "agent") return "what an agent wrote never shadows another skill";
  if (lostBy === "remote") return "local skills take precedence over a server's";
  if (lostBy === "use") return `it is ${state}; an unusable skill never shadows a usable one`;
  if (lostBy === "level") {
    const rule = `in knowhow, the ${won.source} level takes precedence over the ${lost.source} level`;
    const order = claudeCodeOrder(won, lost);
    return order === undefined ? rule : `${rule}; ${order}`;
  }
  if (lostBy === "priority")
    return `priority ${won.origin.priority} takes precedence over ${lost.origin.priority}`;
  if (lostBy === "folder")
    return `its folder has the name of the skill, "${baseName(lost.directory)}" does not`;
  if (lostBy === "path") return "all else is equal; its path decides";
  return lostBy === "last" ? "its root was registered later" : "its root was registered earlier";
}

function overridden({ state, override, skill }: LibraryEntry): Decision {
  if (state === "ineligible" || state === "pending" || state === "refused")
    return { stage: "override", outcome: "none", detail: "it cannot be used, regardless of settings" };
  return { stage: "override", outcome: state, detail: reasonFor(override, skill.fields) };
}

function reasonFor(override: LibraryEntry["override"], fields: LibraryEntry["skill"]["fields"]): string {
  if (override !== undefined) return `the settings say ${override}`;
  if (fields.disableModelInvocation === true)
    return "its author allows only users to invoke it (disable-model-invocation)";
  if (fields.agentReady === false) return "its author marks it as not ready for agents (agent_ready: false)";
  return "no setting changes it";
}

function listed({ state, skill }: LibraryEntry, listing: WhyContext["listing"]): Decision {
  if (state === "on" || (state === "name-only" && listing?.(skill.name).form === "omitted"))
    return listedAs(listing?.(skill.name));
  if (state === "name-only")
    return { stage: "catalog", outcome: "listed by name", detail: "the model sees the name only" };
  if (state === "user-only" && skill.fields.userInvocable === false) {
    const detail =
      skill.fields.disableModelInvocation === true
        ? "background knowledge: provided as context, never invoked"
        : "neither the model nor the user can invoke it";
    return { stage: "catalog", outcome: "hidden", detail };
  }
  const detail =
    state === "user-only" ? "only the user can invoke it" : `knowhow does not serve a skill that is ${state}`;
  return { stage: "catalog", outcome: "hidden", detail };
}

/** What the model sees of a skill that is on, at the budget of the catalog. */
function listedAs(listing: CatalogListing | undefined): Decision {
  if (listing === undefined)
    return {
      stage: "catalog",
      outcome: "listed",
      detail: "the model sees name and description, as far as the budget of the catalog allows",
    };
  const { form, budget } = listing;
  const size = `the catalog of ${formatCount(budget, "token")}`;
  if (form === "full")
    return { stage: "catalog", outcome: "listed", detail: "the model sees name and description" };
  if (form === "shortened")
    return {
      stage: "catalog",
      outcome: "shortened",
      detail: `the model sees the name and a part of the description, because ${size} has no room for all of it`,
    };
  if (form === "name-only")
    return {
      stage: "catalog",
      outcome: "listed by name",
      detail: `the model sees the name only, because ${size} has no room for the description`,
    };
  return {
    stage: "catalog",
    outcome: "omitted",
    detail: `the model does not see it, because ${size} is full; it can still search for it`,
  };
}

function whereOf(skill: LibraryEntry["skill"]): string {
  return `${skill.path} (${skill.origin.provider}, ${skill.source} level)`;
}
