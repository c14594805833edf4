import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import { isRecord } from "../../shared/is-record.ts";

/** How a client can get an answer. */
export interface AnswerMeans {
  /** It can show a form to the user. */
  readonly forms: boolean;
  /** It can ask a model. */
  readonly sampling: boolean;
}

/** What a tool knows about the request of the client, besides its arguments. The model writes none of it. */
export interface CallRequest {
  /** Aborted when the client cancels the request or disconnects. */
  readonly signal: AbortSignal;
  readonly means: AnswerMeans;
  /** The state that the server gave with its question, if the request continues a call. Untrusted. */
  readonly state: string | undefined;
  /** The client's responses to the question. Untrusted. */
  readonly responses: Readonly<Record<string, unknown>>;
  /** Reports progress; undefined if the client did not ask for it. */
  readonly report: ((progress: number, message: string) => void) | undefined;
}

/** Reads the request of either protocol generation. `declared`: what the client declared when it connected. */
export function callRequest({ mcpReq }: Pick<ServerContext, "mcpReq">, declared: unknown): CallRequest {
  const { signal, envelope, inputResponses = {}, _meta: meta } = mcpReq;
  const state: unknown = mcpReq.requestState();
  const progressToken = meta?.progressToken;
  return {
    signal,
    means: answerMeans(new Map(Object.entries(envelope ?? {})).get(CLIENT_CAPABILITIES_META_KEY) ?? declared),
    state: typeof state === "string" ? state : undefined,
    responses: inputResponses,
    report:
      progressToken === undefined
        ? undefined
        : (progress, message) => {
            const params = { progressToken, progress, message };
            // A client that is gone is told nothing, and its run ends by the signal.
            mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
          },
  };
}

/** A client that declares elicitation without a mode can show forms. */
function answerMeans(capabilities: unknown): AnswerMeans {
  const { elicitation, sampling } = isRecord(capabilities) ? capabilities : {};
  return {
    forms: isRecord(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined),
    sampling: sampling !== undefined,
  };
}
