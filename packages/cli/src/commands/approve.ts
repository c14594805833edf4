import type { RemoteServers, SkillOffer } from "@knowhow/mcp/client";
import { CliError } from "../io/cli-error.ts";
import { EXIT, type ExitCode } from "../io/exit-codes.ts";
import { type ApproveAnswer, reportApprove, reportOffer } from "../report/approve.ts";
import { openRuntime } from "../runtime/open-runtime.ts";
import type { Call, Command } from "../table/command.ts";
import { confirm } from "../terminal/confirm.ts";

/** Longer than for other commands, because a server may have to be downloaded when it first starts. */
const WAIT_MS = 30_000;

/** `knowhow approve [name]`: lists what the user's MCP servers offer, or approves one of their skills. */
export const approve: Command = async (call) => {
  const { openSkillServers } = await import("../runtime/skill-servers.ts");
  const configured = openSkillServers(call, WAIT_MS);
  try {
    const { library } = await openRuntime(call, { servers: configured.open });
    const servers = configured.opened();
    if (servers === undefined)
      throw new CliError(
        "cli.not-found",
        "no MCP servers are configured",
        "see docs/mcp-sources.md for how to add one",
      );
    const [name] = call.args.positionals;
    const notes = library.diagnostics.flatMap(({ code, message }) =>
      code === "mcp.unreachable" ? [message] : [],
    );
    if (name !== undefined) return await decide(findOffer(servers, name, notes), servers, call);
    return answer(EXIT.done, { action: "listed", offers: servers.offers(), notes });
  } finally {
    await configured.close();
  }
};

async function decide(offer: SkillOffer, servers: RemoteServers, { args, io }: Call) {
  const reply = (exit: ExitCode, action: ApproveAnswer["action"], changed: Partial<SkillOffer> = {}) =>
    answer(exit, { action, offers: [{ ...offer, ...changed }], notes: [] });
  if (args.has("revoke")) {
    await servers.revoke(offer.label, offer.uri);
    return reply(EXIT.done, "revoked", { approved: false, granted: false });
  }
  if (offer.dynamic)
    throw new CliError(
      "cli.bad-value",
      `"${offer.name}" is dynamic: its content can change at every read, so it cannot be approved in advance`,
      "use it from a host that asks you in each session",
    );
  const grant = args.has("grant");
  if (offer.approved && offer.granted === grant) return reply(EXIT.done, "unchanged");
  if (!args.has("yes")) {
    const answer = await confirm(io, {
      preview: (screen) => reportOffer(offer, screen),
      text: grant ? "Approve this skill and grant what it asks for?" : "Approve this skill?",
      otherwise: "nothing was approved",
      noColor: args.has("no-color"),
    });
    if (answer !== "yes") return reply(answer === "no" ? EXIT.no : EXIT.usage, "preview");
  }
  await servers.approve(offer.label, offer.uri, { grant });
  return reply(EXIT.done, "approved", { approved: true, granted: grant });
}

function findOffer(servers: RemoteServers, name: string, notes: readonly string[]): SkillOffer {
  const offers = servers.offers();
  const offer = offers.find((candidate) => candidate.name === name);
  if (offer !== undefined) return offer;
  throw new CliError("cli.not-found", `no MCP server offers a skill "${name}"`, {
    hint: [...notes, "run `knowhow approve` to see what they offer"].join("; "),
    typed: { word: name, known: offers.map((candidate) => candidate.name) },
  });
}

function answer(exit: ExitCode, data: ApproveAnswer) {
  return { exit, data, text: (screen: Parameters<typeof reportApprove>[1]) => reportApprove(data, screen) };
}
