import type { SkillOffer } from "@knowhow/mcp/client";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count, number } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";

/** What `knowhow approve` gives. */
export interface ApproveAnswer {
  readonly action: "listed" | "approved" | "revoked" | "unchanged" | "preview";
  readonly offers: readonly SkillOffer[];
  readonly notes: readonly string[];
}

/** What was decided, or everything that can be. */
export function reportApprove({ action, offers, notes }: ApproveAnswer, screen: Screen): string {
  if (action === "listed") {
    const lines = offers.map((offer) => `${mark(offer, screen)} ${headOf(offer, screen)}`);
    const said = notes.map((note) => screen.paint("notice", wrap(sanitise(note), screen.columns, "  ")));
    const summary = `${count(offers.length, "skill")} offered, ${number(offers.filter(({ approved }) => approved).length)} approved`;
    return [...lines, ...said, ...(screen.quiet ? [] : [screen.paint("faint", summary)])].join("\n");
  }
  const words = {
    approved: "approved, as it is listed now",
    revoked: "no longer approved",
    unchanged: "already approved",
    preview: "not approved",
  }[action];
  return offers.map((offer) => `${mark(offer, screen)} ${headOf(offer, screen)}: ${words}`).join("\n");
}

/** Everything that a person should know before the decision. */
export function reportOffer(offer: SkillOffer, screen: Screen): string {
  const bytes = offer.files.reduce((sum, { size = 0 }) => sum + size, 0);
  const asks = offer.asksFor.length === 0 ? "nothing" : sanitise(offer.asksFor.join(", "));
  return [
    screen.paint("strong", sanitise(offer.name)),
    `  ${wrap(sanitise(offer.description), screen.columns, "  ")}`,
    `  server  ${sanitise(offer.label)}, ${sanitise(offer.uri)}`,
    `  files   ${count(offer.files.length, "file")}, ${number(bytes)} bytes`,
    ...offer.files.slice(0, 20).map(({ path }) => screen.paint("faint", `          ${sanitise(path)}`)),
    `  asks    ${asks}${offer.asksFor.length === 0 ? "" : " (ignored without --grant)"}`,
    `  digest  ${offer.digest}`,
  ].join("\n");
}

function mark({ approved }: SkillOffer, screen: Screen): string {
  return approved ? screen.paint("good", "✓") : screen.paint("faint", "·");
}

function headOf({ name, dynamic, granted }: SkillOffer, screen: Screen): string {
  const marks = [...(dynamic ? ["dynamic"] : []), ...(granted ? ["with what it asks for"] : [])];
  return `${screen.paint("name", sanitise(name))}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
}
