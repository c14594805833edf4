import { formatNumber } from "../basics/words.ts";
import type { Profile, ToolNaming } from "../profile.ts";
import type { ClientPreview } from "./client-catalog.ts";

/** One line about what a client will show: `Claude Code 2.1.325: 61 of 74 skills in the instructions, …`. */
export function describePreview(preview: ClientPreview, { tools }: Pick<Profile, "tools">): string {
  const { title, version, place, total, listed, listedByClient, omitted } = preview;
  const who = version === null ? title : `${title} ${version}`;
  if (total === 0) return `${who}: no skills`;
  const nameOf = (operation: ToolNaming["operation"]) =>
    tools.find((tool) => tool.operation === operation)?.name;
  const where =
    place === "instructions"
      ? "in the instructions"
      : `with the tool ${nameOf("load") ?? tools[0]?.name ?? ""}, because it shows no instructions`;
  const search = nameOf("search");
  const parts = [
    `${countOf(listed, total)} ${where}`,
    ...(omitted === 0
      ? []
      : [search === undefined ? "the rest is only counted" : `the rest through ${search}`]),
    ...(listedByClient === 0
      ? []
      : [
          `${formatNumber(listedByClient)} that it lists itself ${listedByClient === 1 ? "is" : "are"} not repeated`,
        ]),
  ];
  return `${who}: ${parts.join(", ")}`;
}

function countOf(listed: number, total: number): string {
  if (listed === total) return total === 1 ? "1 skill" : `all ${formatNumber(total)} skills`;
  return `${formatNumber(listed)} of ${formatNumber(total)} skills`;
}
