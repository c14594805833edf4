import type { RemoteServers, SkillOffer } from "@knowhow/mcp/client";
import { CliError } from "../cli-error.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openRuntime } from "../open-runtime.ts";
import { type ApproveAnswer, reportApprove, reportOffer } from "../report/approve.ts";
import { openScreen } from "../report/screen.ts";

/** Who asks for servers waits for them: the first start of a program may download it. */
const WAIT_MS = 30_000;

/** `knowhow approve [name]`: what the person's MCP servers offer, and the person's decision about one of their skills. */
export const approve: Command = async (call) => {
  const { openSkillServers } = await import("../skill-servers.ts");
  const configured = openSkillServers(call, WAIT_MS);
  try {
    const { library } = await openRuntime(call, { servers: configured.open });
    const servers = configured.opened();
    if (servers === undefined)
      throw new CliError(
        "cli.not-found",
        "no MCP server is configured",
        "docs/mcp-sources.md shows how to name one",
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
      `"${offer.name}" can give something else at every read, so an approval of it cannot be kept`,
      "only a program that asks you in each session can use it",
    );
  const grant = args.has("grant");
  if (offer.approved && offer.granted === grant) return reply(EXIT.done, "unchanged");
  if (!args.has("yes")) {
    if (io.ask === undefined) {
      io.stderr.write("knowhow: nothing was approved, because nobody can be asked here\n  hint: add --yes\n");
      return reply(EXIT.usage, "preview");
    }
    const screen = openScreen(io, io.stderr, { noColor: args.has("no-color"), quiet: false });
    io.stderr.write(`${reportOffer(offer, screen)}\n`);
    const question = grant ? "Approve it, with what it asks for? [y/N] " : "Approve it? [y/N] ";
    if (!/^y(?:es)?$/i.test((await io.ask(question)) ?? "")) return reply(EXIT.no, "preview");
  }
  await servers.approve(offer.label, offer.uri, { grant });
  return reply(EXIT.done, "approved", { approved: true, granted: grant });
}

function findOffer(servers: RemoteServers, name: string, notes: readonly string[]): SkillOffer {
  const offers = servers.offers();
  const offer = offers.find((candidate) => candidate.name === name);
  if (offer !== undefined) return offer;
  throw new CliError("cli.not-found", `no MCP server offers a skill "${name}"`, {
    hint: [...notes, "`knowhow approve` shows what they offer"].join("; "),
    typed: { word: name, known: offers.map((candidate) => candidate.name) },
  });
}

function answer(exit: ExitCode, data: ApproveAnswer) {
  return { exit, data, text: (screen: Parameters<typeof reportApprove>[1]) => reportApprove(data, screen) };
}
