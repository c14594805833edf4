import type { Field, Kind } from "../../basics/kind.ts";
import * as kinds from "../../basics/kinds.ts";
import {
  PROPOSAL_KINDS,
  PROPOSAL_STATES,
  type Proposal,
  type ProposalChecks,
  type ProposalContent,
  type ProposalFile,
  type ProposalFileRow,
  type ProposalSource,
  type ProposalTarget,
} from "../../proposal.ts";

const need = (kind: Kind): Field => ({ kind, required: true });
const list = (item: Kind) => kinds.listOf(item, "an array");
const count = kinds.wholeNumber(0);

const fileRow = kinds.shape({
  path: need(kinds.filledText),
  sha256: need(kinds.filledText),
  size: need(count),
  isExecutable: need(kinds.flag),
} satisfies Readonly<Record<keyof ProposalFileRow, Field>>);

const target = kinds.shape({
  name: need(kinds.filledText),
  directory: need(kinds.filledText),
  base: kinds.filledText,
  isOfAgent: need(kinds.flag),
} satisfies Readonly<Record<keyof ProposalTarget, Field | Kind>>);

const source = kinds.shape({
  by: need(kinds.oneOf(["model", "host", "user"])),
  session: kinds.text,
  run: kinds.text,
  tool: kinds.text,
  outside: need(kinds.texts),
} satisfies Readonly<Record<keyof ProposalSource, Field | Kind>>);

const diagnostic = kinds.shape({
  code: need(kinds.text),
  severity: need(kinds.oneOf(["error", "warning", "info"])),
  message: need(kinds.text),
  path: kinds.text,
  line: count,
  column: count,
  hint: kinds.text,
});

const verdict = kinds.oneOf(["safe", "review", "incomplete", "block"]);
const finding = kinds.objectWith(
  {
    ...Object.fromEntries(
      ["rule", "owasp", "severity", "path", "message", "evidence", "fix"].map((key) => [
        key,
        need(kinds.text),
      ]),
    ),
    line: need(count),
    verdict: need(verdict),
  },
  "a finding",
);

const checks = kinds.shape({
  diagnostics: need(list(diagnostic)),
  scan: kinds.shape({
    verdict: need(verdict),
    findings: need(list(finding)),
    inspected: need(kinds.shape({ files: need(count), bytes: need(count) })),
  }),
  asksFor: need(kinds.texts),
  near: need(
    list(
      kinds.shape({
        name: need(kinds.text),
        similarity: need(kinds.number(0, 1)),
        canPatch: need(kinds.flag),
      }),
    ),
  ),
  stolen: need(list(kinds.shape({ skill: need(kinds.text), message: need(kinds.text) }))),
  notes: need(kinds.texts),
} satisfies Readonly<Record<keyof ProposalChecks, Field | Kind>>);

const proposal = kinds.shape({
  id: need(kinds.filledText),
  kind: need(kinds.oneOf(PROPOSAL_KINDS)),
  target: need(target),
  files: need(list(fileRow)),
  before: need(list(fileRow)),
  digest: kinds.filledText,
  source: need(source),
  reason: kinds.text,
  at: need(kinds.filledText),
  revision: need(count),
  checks: need(checks),
  state: need(kinds.oneOf(PROPOSAL_STATES)),
  hash: need(kinds.filledText),
  decided: kinds.shape({
    at: need(kinds.text),
    by: need(kinds.oneOf(["user", "host", "engine"])),
    reason: kinds.text,
  }),
} satisfies Readonly<Record<keyof Proposal, Field | Kind>>);

/** The content of a proposal as JSON. */
interface StoredContent {
  readonly before: readonly StoredFile[];
  readonly after: readonly StoredFile[];
}

interface StoredFile extends Omit<ProposalFile, "bytes"> {
  /** In base64. */
  readonly bytes: string;
}

const storedFile = kinds.shape({
  path: need(kinds.filledText),
  bytes: need(kinds.text),
  isExecutable: need(kinds.flag),
} satisfies Readonly<Record<keyof StoredFile, Field>>);
const storedContent = kinds.shape({ before: need(list(storedFile)), after: need(list(storedFile)) });

/** Validates a stored proposal; undefined if it is not exactly one. */
export function readProposal(value: unknown): Proposal | undefined {
  return isProposal(value) ? value : undefined;
}

/** The content of a proposal from its JSON; undefined if it is not valid. */
export function readContent(value: unknown): ProposalContent | undefined {
  if (!isContent(value)) return undefined;
  const read = ({ path, bytes, isExecutable }: StoredFile): ProposalFile => ({
    path,
    bytes: new Uint8Array(Buffer.from(bytes, "base64")),
    isExecutable,
  });
  return { before: value.before.map(read), after: value.after.map(read) };
}

/** The JSON of a proposal's content. */
export function writeContent({ before, after }: ProposalContent): StoredContent {
  const write = ({ path, bytes, isExecutable }: ProposalFile): StoredFile => ({
    path,
    bytes: Buffer.from(bytes).toString("base64"),
    isExecutable,
  });
  return { before: before.map(write), after: after.map(write) };
}

function isProposal(value: unknown): value is Proposal {
  return proposal.check(value) === undefined;
}

function isContent(value: unknown): value is StoredContent {
  return storedContent.check(value) === undefined;
}
