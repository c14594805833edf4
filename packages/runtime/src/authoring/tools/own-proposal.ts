import type { Proposal } from "../../proposal.ts";
import type { AuthoringToolParts } from "./authoring-tools.ts";

/** The pending proposal that this conversation made for a skill. */
export async function ownProposal(
  name: string,
  session: string,
  { proposals }: Pick<AuthoringToolParts, "proposals">,
): Promise<Proposal | undefined> {
  const pending = await proposals.list({ state: "pending" });
  return pending.find(({ target, source }) => target.name === name && source.session === session);
}
