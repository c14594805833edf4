import { toJson } from "./report/json.ts";

/** The text of a new SKILL.md: valid, without a lint finding, and a frame to write in. */
export function newSkillText(name: string, description?: string): string {
  const title = titleOf(name);
  const topic = title.toLowerCase();
  const said =
    description ?? `Guides the agent through ${topic}, step by step. Use when the user asks for ${topic}.`;
  return `---
name: ${name}
description: ${scalar(said)}
---

# ${title}

What the agent should achieve, in one or two sentences.

## Steps

1. Look at what is there before you change anything.
2. Do the work in small steps.
3. Check the result and tell the user what you did.

## Quality checklist

- The result is what the user asked for.
- Nothing else was changed.
`;
}

function titleOf(name: string): string {
  const words = name.replaceAll("-", " ").trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Plain where YAML reads the text as it stands, in double quotes otherwise; JSON strings are YAML. */
function scalar(text: string): string {
  return /^[A-Za-z][\w ,.()/-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : toJson(text);
}
