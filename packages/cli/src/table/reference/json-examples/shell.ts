import type { JsonExample } from "./json-example.ts";

/** The JSON of the commands in `specs/shell.ts`. */
export const SHELL_JSON: Readonly<Record<string, JsonExample>> = {
  completion: {
    example: { shell: "bash", script: "# knowhow completion for bash …" },
  },
};
