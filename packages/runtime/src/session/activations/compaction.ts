import type { Injection } from "../../conversation.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { linesOutsideFences } from "../../format/markdown-lines.ts";
import { escapeXml, fence } from "../../injection/escape-text.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { Activation } from "../session-state.ts";
import type { Activations } from "./activations.ts";
import { fillArguments } from "./fill-arguments.ts";
import { writeSkill } from "./write-skill.ts";

/**
 * Restores active skills that are missing from the history, newest first: in full if that fits, otherwise as a digest,
 * otherwise by name.
 */
export async function writeCompaction(
  activations: Activations,
  engine: SessionEngine,
  { keepTokens, missing }: { readonly keepTokens: number; readonly missing: readonly Activation[] },
): Promise<readonly Injection[]> {
  const { profile, ports } = engine;
  const count = ports.tokenizer ?? estimateTokens;
  const active = [...missing].sort((a, b) => b.turn - a.turn);
  const injections: Injection[] = [];
  let left = keepTokens;
  for (const [index, { name, args }] of active.entries()) {
    const skill = activations.find(name);
    if (skill === undefined) {
      activations.release(name);
      continue;
    }
    const served = await activations.body(skill).catch(() => undefined);
    if (served === undefined) continue;
    const { text: body, version } = served;
    const share = Math.floor(left / (active.length - index));
    const filled = fillArguments(skill, body, args, profile.activation).text;
    const whole = writeSkill({ skill, body: filled, args, resources: [] }, profile.activation);
    const text = [whole, digestOf(name, filled, share * 4)].find((candidate) => count(candidate) <= share);
    const shown = text ?? pointerTo(name);
    const tokens = count(shown);
    if (tokens > left) continue;
    left -= tokens;
    const kind = text === whole ? ("skill" as const) : ("digest" as const);
    if (kind === "skill") activations.renew(name, version);
    injections.push({
      kind,
      skill: name,
      text: shown,
      tokens,
      reason: "it was active before the conversation was compacted",
    });
  }
  const whole = new Set(injections.flatMap(({ kind, skill }) => (kind === "skill" ? [skill] : [])));
  activations.evict(active.flatMap(({ name }) => (whole.has(name) ? [] : [name])));
  return injections;
}

function digestOf(name: string, body: string, characters: number): string {
  const frame = `<skill_digest name="${escapeXml(name)}">\n\n(load the skill again for the full instructions)\n</skill_digest>`;
  const digest = digestBody(body, Math.max(0, characters - frame.length - 4));
  return `<skill_digest name="${escapeXml(name)}">\n${fence(digest)}\n(load the skill again for the full instructions)\n</skill_digest>`;
}

function pointerTo(name: string): string {
  return `The skill "${name}" is active. Load it again before you continue with it.`;
}

/** Words that mark a line as mandatory. */
const DEMAND =
  /\b(?:must|never|always|do not|don't|required?|important|only|before|after)\b|必须|禁止|不要|必ず|しない/i;

/** A digest of a body: its headings, steps and mandatory lines, up to a number of characters. */
export function digestBody(body: string, characters: number): string {
  const kept: string[] = [];
  let left = characters;
  for (const { text } of linesOutsideFences(body)) {
    const line = text.trimEnd();
    const isStep = /^\s{0,3}\d+[.)]\s/.test(line);
    const isHeading = /^#{1,6}\s/.test(line);
    if (!isHeading && !isStep && !DEMAND.test(line)) continue;
    const short = line.length > 300 ? `${line.slice(0, 299)}…` : line;
    if (short.length + 1 > left) break;
    kept.push(short);
    left -= short.length + 1;
  }
  return kept.join("\n");
}
