import type { SessionOptions } from "./session-options.ts";
import type { RememberedLimits, SessionState } from "./session-state.ts";

/** What an earlier host decided holds until this one decides otherwise. */
export function rememberedOptions({ allow, pins, grants, limits, rights }: SessionState): SessionOptions {
  const { ceiling } = rights;
  return {
    ...limits,
    ceiling,
    pins,
    ...(grants === undefined ? {} : { grants }),
    ...(allow === undefined ? {} : { skills: allow }),
  };
}

/** What must hold when the conversation goes on elsewhere. */
export function limitsOf({
  toolScope,
  toolAliases,
  maxActivations,
  maxTokens,
  matching,
}: SessionOptions): RememberedLimits {
  return {
    ...(toolScope === undefined ? {} : { toolScope }),
    ...(toolAliases === undefined ? {} : { toolAliases }),
    ...(maxActivations === undefined ? {} : { maxActivations }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(matching === undefined ? {} : { matching }),
  };
}
