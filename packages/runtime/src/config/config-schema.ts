import { CONFIG_KEYS } from "./config-table.ts";

/** The JSON Schema of `knowhow.json`, generated from the table of its keys. */
export function configSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "knowhow.json",
    description: "Settings of knowhow, the runtime for Agent Skills.",
    type: "object",
    properties: Object.fromEntries(
      Object.entries(CONFIG_KEYS).map(([key, { kind, summary, example }]) => [
        key,
        { description: plain(summary), ...kind.schema, examples: [example] },
      ]),
    ),
    additionalProperties: false,
  };
}

/** Removes Markdown, because editors show descriptions as plain text. */
function plain(markdown: string): string {
  return markdown.replaceAll("`", "");
}
