import type { SkillOffer } from "@knowhow/mcp/client";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { bytes, count, number } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";

/** The JSON document of `knowhow approve`. */
export interface ApproveAnswer {
  readonly action: "listed" | "approved" | "revoked" | "unchanged" | "preview";
  readonly offers: readonly SkillOffer[];
  readonly notes: readonly string[];
}

/** The decision, or the list of all offers. */
export function reportApprove({ action, offers, notes }: ApproveAnswer, screen: Screen): string {
  if (action === "listed") {
    const lines = offers.map((offer) => `${mark(offer, screen)} ${headOf(offer, screen)}`);
    const noted = notes.map((note) => screen.paint("notice", wrap(sanitise(note), screen.columns, "  ")));
    const summary = `${count(offers.length, "skill")} offered, ${number(offers.filter(({ approved }) => approved).length)} approved`;
    if (screen.quiet) return [...lines, ...noted].join("\n");
    const next = offers.some(({ approved }) => !approved)
      ? ["Run `knowhow approve <name>` to review a skill."]
      : [];
    return [...lines, ...noted, ...[summary, ...next].map((line) => screen.paint("faint", line))].join("\n");
  }
  const words = {
    approved: "approved",
    revoked: "approval revoked",
    unchanged: "already approved",
    preview: "not approved",
  }[action];
  return offers.map((offer) => `${mark(offer, screen)} ${headOf(offer, screen)}: ${words}`).join("\n");
}

/** What the user should know before approving a skill. */
export function reportOffer(offer: SkillOffer, screen: Screen): string {
  const size = offer.files.reduce((sum, { size = 0 }) => sum + size, 0);
  const asks = offer.asksFor.length === 0 ? "nothing" : sanitise(offer.asksFor.join(", "));
  return [
    screen.paint("strong", sanitise(offer.name)),
    `  ${wrap(sanitise(offer.description), screen.columns, "  ")}`,
    `  server    ${sanitise(offer.label)}, ${sanitise(offer.uri)}`,
    `  files     ${count(offer.files.length, "file")}, ${bytes(size)}`,
    ...offer.files.slice(0, 20).map(({ path }) => screen.paint("faint", `            ${sanitise(path)}`)),
    `  asks for  ${asks}${offer.asksFor.length === 0 ? "" : " (ignored without --grant)"}`,
    `  digest    ${offer.digest}`,
  ].join("\n");
}

function mark({ approved }: SkillOffer, screen: Screen): string {
  return approved ? screen.paint("good", "✓") : screen.paint("faint", "·");
}

function headOf({ name, dynamic, granted }: SkillOffer, screen: Screen): string {
  const marks = [...(dynamic ? ["dynamic"] : []), ...(granted ? ["granted"] : [])];
  return `${screen.paint("name", sanitise(name))}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
}
