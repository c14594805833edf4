/** A tool call of the model, or its last words. */
export type Reply =
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly text: string };

/** What one API has in common with the others. */
export interface Wire {
  /** True if a request to this path is for this API. */
  readonly path: RegExp;
  /** Reads a request. */
  read(body: string): Asked;
  /** Writes an answer. `number` makes its ids unique. */
  write(reply: Reply, asked: Asked, number: number): Written;
}

/** A request to the model. */
export interface Asked {
  /** How many results of tools the conversation has. */
  readonly results: number;
  /** The names of the tools on offer; without any, it is not a turn of the agent. */
  readonly tools: readonly string[];
  readonly streams: boolean;
  readonly model: string;
}

/** Events of a stream, each with its name if the API has names, or one document. */
export type Written =
  | { readonly events: readonly (readonly [name: string | undefined, data: object | string])[] }
  | { readonly document: object };

/** The same usage in every answer. */
export const TOKENS = { input: 100, output: 10 };
