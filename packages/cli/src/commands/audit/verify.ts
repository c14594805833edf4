import { CliError } from "../../io/cli-error.ts";
import { EXIT } from "../../io/exit-codes.ts";
import { reportVerdict } from "../../report/audit.ts";
import { auditLogOf } from "../../runtime/audit-log.ts";
import type { Command } from "../../table/command.ts";

/** `knowhow audit verify`: whether the log was changed, and where. */
export const auditVerify: Command = async ({ args, io }) => {
  const { path, log } = auditLogOf(io);
  const verdict = await log.verify(headOf(args.text("head")));
  const { last } = verdict.ok ? verdict : {};
  const data = {
    path,
    ok: verdict.ok,
    records: verdict.records,
    from: verdict.ok ? (verdict.from ?? 1) : null,
    head: last === undefined ? null : `${last.seq}:${last.digest}`,
    torn: verdict.ok ? (verdict.torn ?? null) : null,
    problem: verdict.ok ? null : { file: verdict.file, line: verdict.line, reason: verdict.reason },
  };
  return {
    exit: verdict.ok ? EXIT.done : EXIT.no,
    data,
    text: (screen) => reportVerdict(data, screen),
  };
};

function headOf(text: string | undefined): { readonly seq: number; readonly digest: string } | undefined {
  if (text === undefined) return undefined;
  const [, seq, digest] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq !== undefined && digest !== undefined) return { seq: Number(seq), digest };
  throw new CliError(
    "cli.bad-value",
    `invalid value "${text}" for --head`,
    "expected the head that `knowhow audit verify` printed, such as 120:9f86…",
  );
}
