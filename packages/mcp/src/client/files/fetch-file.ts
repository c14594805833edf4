import { KnowhowError } from "@knowhow/runtime";
import type { Approvals } from "../approvals/approvals.ts";
import type { Connection } from "../connection/connection.ts";
import type { ServerLimits } from "../limits.ts";
import type { PlacedSkill } from "../listing/place-skills.ts";
import type { RemoteFile } from "../remote-skill.ts";
import { uriBelow } from "../skill-uri.ts";
import { refusal, verifyFile } from "./verify-file.ts";

/** What fetching needs besides the file. */
export interface FetchContext {
  readonly connection: Connection;
  readonly approvals: Approvals;
  readonly limits: ServerLimits;
  readonly placed: () => readonly PlacedSkill[];
}

/** Fetches the files of one server and verifies each of them every time, within a limit of bytes per server. */
export function fileFetcher({ connection, approvals, limits, placed }: FetchContext) {
  let left = limits.totalBytes;
  return async (of: PlacedSkill, path: string, maxBytes: number): Promise<Uint8Array> => {
    const { skill } = of;
    const file = listedFile(of, path);
    if (file === undefined && approvals.of(of) === undefined)
      throw notApproved(of, "its listing has no content");
    if (path !== "SKILL.md" && /(?:^|\/)skill\.md$/i.test(path)) checkNested(of, path);
    if (left <= 0)
      throw new KnowhowError(
        "mcp.unavailable",
        `more than ${limits.totalBytes} bytes were read from this server`,
        {
          hint: "raise the limit for this server, or restart",
        },
      );
    const uri = file?.uri ?? uriBelow(skill.root, path);
    const answer = await connection.ask((client, options) =>
      client.readResource({ uri }, { ...options, cacheMode: "bypass" }),
    );
    const most = Math.min(maxBytes, limits.skillBytes);
    const bytes = verifyFile(answer, { skill, uri, path, file, maxBytes: most });
    left -= bytes.length;
    return bytes;
  };

  /** SEP-2640: a skill inside another one needs an approval of its own. */
  function checkNested(of: PlacedSkill, path: string): void {
    const uri = uriBelow(of.skill.root, path);
    const inner = placed().find(({ skill }) => skill.uri === uri);
    if (inner === undefined || approvals.of(inner) === undefined)
      throw notApproved(of, `${path} is a skill of its own`);
  }
}

function listedFile({ skill }: PlacedSkill, path: string): RemoteFile | undefined {
  if (skill.files === "dynamic") return undefined;
  const file = skill.files.get(path);
  if (file === undefined)
    throw refusal({ uri: uriBelow(skill.root, path) }, "unlisted", "the listing does not name it");
  return file;
}

function notApproved({ name }: PlacedSkill, reason: string): KnowhowError {
  return new KnowhowError("mcp.not-approved", `this file of "${name}" requires approval: ${reason}`, {
    hint: "approve it for this session if you trust the server",
  });
}
