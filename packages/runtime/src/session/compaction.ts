import type { Injection } from "../conversation.ts";
import { estimateTokens } from "../format/estimate-tokens.ts";
import { escapeXml, fence } from "../injection/escape-text.ts";
import type { Activations } from "./activations.ts";
import { digestBody } from "./digest-body.ts";
import { fillArguments } from "./fill-arguments.ts";
import type { SessionHost } from "./session-host.ts";
import { writeSkill } from "./write-skill.ts";

/** Brings active skills back after a compaction, the newest first: whole where that fits, else what they insist on, else by name. */
export async function writeCompaction(
  activations: Activations,
  host: SessionHost,
  keepTokens: number,
): Promise<readonly Injection[]> {
  const { profile, ports } = host;
  const count = ports.tokenizer ?? estimateTokens;
  const active = [...activations.list()].sort((a, b) => b.turn - a.turn);
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
    const whole = writeSkill(
      { skill, body: filled, args, resources: [] },
      profile.activation,
      profile.catalog,
    );
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
  activations.fade(active.flatMap(({ name }) => (whole.has(name) ? [] : [name])));
  return injections;
}

function digestOf(name: string, body: string, characters: number): string {
  const frame = `<skill_digest name="${escapeXml(name)}">\n\n(load it again for the full text)\n</skill_digest>`;
  const digest = digestBody(body, Math.max(0, characters - frame.length - 4));
  return `<skill_digest name="${escapeXml(name)}">\n${fence(digest)}\n(load it again for the full text)\n</skill_digest>`;
}

function pointerTo(name: string): string {
  return `The skill "${name}" is active; load it again before you go on with it.`;
}
