import type { CatalogSummary } from "../../conversation.ts";
import { catalogFrame } from "../../injection/catalog/catalog-frame.ts";
import { planCatalog } from "../../injection/catalog/plan-catalog.ts";
import type { CatalogFormat } from "../../injection/catalog/render-catalog.ts";
import { escapeLine, escapeName, oneLine, onePath } from "../../injection/escape-text.ts";
import type { Tokenizer } from "../../ports.ts";
import type { Profile } from "../../profile.ts";
import type { Skill, SkillState } from "../../skill.ts";

/** A skill that the model may see, and its state. */
export interface VisibleSkill {
  readonly skill: Skill;
  readonly state: Extract<SkillState, "on" | "name-only">;
}

export interface BaselineOptions {
  readonly profile: Profile;
  readonly budget: number;
  readonly format: CatalogFormat;
  readonly location: boolean | "only";
  readonly pins: ReadonlySet<string>;
  /** How often each skill was used, by name. */
  readonly uses: ReadonlyMap<string, number>;
  /** Rendered bodies that are part of the prompt, by name. */
  readonly preloaded: ReadonlyMap<string, string>;
  readonly tokenizer: Tokenizer | undefined;
}

/**
 * Renders the stable prefix: the catalog, then the preloaded bodies. It depends only on library, pins, preloads and
 * budget.
 */
export function writeBaseline(
  visible: readonly VisibleSkill[],
  options: BaselineOptions,
): { text: string; catalog: CatalogSummary } {
  const { profile, budget, format, pins, uses, preloaded } = options;
  const entries = visible.map(({ skill, state }) => ({
    name: skill.name,
    description: skill.description,
    level: skill.origin.level,
    uses: uses.get(skill.name) ?? 0,
    ...(state === "name-only" ? { nameOnly: true } : {}),
    ...(pins.has(skill.name) ? { pinned: true } : {}),
    ...(preloaded.has(skill.name) ? { preloaded: true } : {}),
    ...(options.location === false ? {} : { location: skill.path }),
  }));
  const frame = catalogFrame(profile, options.location);
  const plan = planCatalog(entries, { budget, format, frame, tokenizer: options.tokenizer });
  const costs = plan.report.costs.filter(({ form }) => form !== "omitted");
  const text = [plan.text, ...preloaded.values()].filter((part) => part !== "").join("\n\n");
  return { text, catalog: { ...plan.report, costs, tokens: plan.tokens, budget } };
}

/** The descriptions that were announced to the model, by name. */
export function announce(visible: readonly VisibleSkill[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    visible.map(({ skill, state }) => [skill.name, state === "on" ? oneLine(skill.description) : ""]),
  );
}

export interface DeltaOptions {
  /** Maximum number of characters of each part together. */
  readonly characters: number;
  /** The path of a skill; undefined if paths are not shown. */
  readonly locationOf: (name: string) => string | undefined;
}

/** Describes what changed since the last announcement; undefined if nothing did. */
export function writeDelta(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  { characters, locationOf }: DeltaOptions,
): string | undefined {
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const changed = Object.keys(after).filter(
    (name) => Object.hasOwn(before, name) && before[name] !== after[name],
  );
  if (added.length + removed.length + changed.length === 0) return undefined;
  const room = Math.max(200, characters);
  const written = (name: string) => line(name, after[name] ?? "", locationOf(name));
  const lines = [
    "The available skills have changed. This supersedes the list above.",
    ...block("Added:", added.map(written), room / 2),
    ...block("Changed:", changed.map(written), room / 4),
    ...block(
      "No longer available:",
      removed.map((name) => `- ${escapeName(name)}`),
      room / 4,
    ),
  ];
  return lines.join("\n");
}

function line(name: string, description: string, location: string | undefined): string {
  const place = location === undefined ? "" : ` [${escapeName(onePath(location))}]`;
  return `- ${escapeName(name)}${place}${description === "" ? "" : `: ${escapeLine(description)}`}`;
}

/** As many lines as fit, then the number of omitted ones. */
function block(title: string, lines: readonly string[], room: number): readonly string[] {
  if (lines.length === 0) return [];
  const shown: string[] = [];
  let left = room;
  for (const text of lines) {
    if (text.length > left && shown.length > 0) break;
    const fitting = text.length > left ? `${text.slice(0, Math.max(0, left - 1))}…` : text;
    shown.push(fitting);
    left -= fitting.length + 1;
  }
  const rest = lines.length - shown.length;
  return rest === 0 ? [title, ...shown] : [title, ...shown, `(and ${rest} more)`];
}
