import { type Approver, requestApproval } from "../approver.ts";
import { noteAction } from "../audit.ts";
import type { KnowhowEvent } from "../events.ts";
import type { ToolCall, ToolDecision } from "../execution/tool-scope/tool-scope.ts";
import { oneLine } from "../injection/escape-text.ts";
import type { AuditLog, Awaitable, Hash } from "../ports.ts";

/** Whether one of the host's tools may run now, and with which input. */
export type ToolPermission =
  | {
      readonly allowed: true;
      /** The input to run the tool with. If the user was asked, it is a copy of exactly what they saw. */
      readonly input: unknown;
    }
  | {
      readonly allowed: false;
      /** True if the user did not answer now and the call may be tried again later. */
      readonly pending: boolean;
      /** The reason in full sentences, for the model. */
      readonly reason: string;
    };

/** Options of the decision about one call. */
export interface AuthorizeOptions {
  /** Names of the host's own tools. */
  readonly availableTools?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Asks the user. Default the session's approver, then the runtime's. */
  readonly ask?: Approver | undefined;
}

/** What a session provides for the decision about a call. */
interface Authority extends Pick<AuthorizeOptions, "signal"> {
  readonly guard: (call: ToolCall) => ToolDecision;
  readonly approver: Approver | undefined;
  readonly hash: Pick<Hash, "sha256">;
  readonly emit: (event: KnowhowEvent) => void;
  readonly audit: AuditLog | undefined;
  /** Id of the conversation. */
  readonly session: string;
}

/** Decides about a call, and asks the user if the guard says `ask`. */
export function authorizeCall(call: ToolCall, authority: Authority): Awaitable<ToolPermission> {
  const decision = authority.guard(call);
  return decision.verdict === "ask"
    ? askUser(call, decision, authority)
    : recorded(call, decision, authority);
}

/** A refusal is recorded, and stands whether or not that works. */
function recorded(
  call: ToolCall,
  decision: ToolDecision,
  { audit, session }: Authority,
): Awaitable<ToolPermission> {
  const permission = decided(call, decision);
  if (permission.allowed || audit === undefined) return permission;
  const { skill } = decision;
  return noteAction(audit, {
    action: "tool.denied",
    actor: "engine",
    ...(skill === undefined ? {} : { skill }),
    session,
    detail: { tool: nameOf(call) },
  }).then(() => permission);
}

async function askUser(
  call: ToolCall,
  { reason, skill }: ToolDecision,
  authority: Authority,
): Promise<ToolPermission> {
  const { guard, approver, hash, signal, emit, audit, session } = authority;
  const subject = call.name;
  const asked = { kind: "tool", subject, skill, arguments: call.input, reason } as const;
  const outcome = await requestApproval(asked, { approver, hash, signal, audit, row: { session } });
  emit({
    type: "approval.decided",
    kind: "tool",
    subject,
    ...(skill === undefined ? {} : { skill }),
    outcome: outcome.approved ? "approved" : outcome.pending ? "pending" : "refused",
  });
  if (!outcome.approved) {
    const sentence = `The tool "${nameOf(call)}" needs the user's approval, and ${outcome.reason}.`;
    return {
      allowed: false,
      pending: outcome.pending,
      reason: `${sentence} Approval is needed because ${reason}.`,
    };
  }
  const shown = { name: call.name, input: structuredClone(outcome.request.arguments) };
  // The answer may have taken a while, so check again what the active skills deny now.
  const decision = guard(shown);
  return decision.verdict === "ask"
    ? { allowed: true, input: shown.input }
    : recorded(shown, decision, authority);
}

function decided(call: ToolCall, { verdict, reason, hint }: ToolDecision): ToolPermission {
  if (verdict === "allow" || verdict === "defer") return { allowed: true, input: call.input };
  return {
    allowed: false,
    pending: false,
    reason: [
      `The tool "${nameOf(call)}" cannot be used now: ${reason}.`,
      ...(hint === undefined ? [] : [hint]),
    ].join(" "),
  };
}

function nameOf({ name }: ToolCall): string {
  return oneLine(name).slice(0, 80);
}
