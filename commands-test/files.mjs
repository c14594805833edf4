/** The text of a SKILL.md. @param {string} name @param {string} description @param {string} [fields] @param {string} [body] */
export function skillText(name, description, fields = "", body = "# Work\n\nDo it.\n") {
  return `---\nname: ${name}\ndescription: ${description}\n${fields}---\n\n${body}`;
}

const MERGE = skillText(
  "pdf-merge",
  "Joins PDF files into one. Use when the user wants to combine PDF files.",
  "",
  "# Merge\n\nRead `references/forms.md` first.\n",
);

const WEB = skillText(
  "web-page",
  "Reads a web page. Use when the user names an address.",
  "metadata:\n  requires:\n    hosts: [example.com]\n",
);

/** Files by their path: a home directory with skills of the user, and a project with two of its own. */
/** @type {Readonly<Record<string, string>>} */
export const FILES = {
  "home/.agents/skills/pdf-merge/SKILL.md": MERGE,
  "home/.agents/skills/pdf-merge/references/forms.md": "# Forms\n\nKeep the fields.\n",
  "home/.agents/skills/pdf-merge/scripts/hello.sh": "echo hello\n",
  "home/.agents/skills/web-page/SKILL.md": WEB,
  "home/.agents/skills/web-page/scripts/fetch.sh": 'echo "ready"\n',
  "home/.agents/skills/daily-note/SKILL.md": skillText(
    "daily-note",
    "Reads the note of the day. Use when the user asks for it.",
  ),
  "home/.agents/skills/daily-note/workflow.yaml": `steps:
  - { id: names, tool: files.list, with: { path: "." } }
  - { id: note, tool: files.read, with: { path: note.md } }
output: { text: "{{ note }}" }
`,
  "home/.agents/skills/count-note/SKILL.md": skillText(
    "count-note",
    "Counts the characters of a note. Use when the user asks how long it is.",
  ),
  "home/.agents/skills/count-note/workflow.yaml": `inputs:
  text: string
steps:
  - { id: names, tool: files.list, with: { path: "." } }
output: { length: "{{ inputs.text | length }}" }
`,
  "home/.agents/skills/ask-first/SKILL.md": skillText(
    "ask-first",
    "Asks before it reads a note. Use when the user wants to be asked.",
  ),
  "home/.agents/skills/ask-first/workflow.yaml": `steps:
  - { id: ok, approve: "Read the note?" }
  - { id: note, if: ok.approved, tool: files.read, with: { path: note.md } }
output: "{{ note }}"
`,
  "home/.claude.json": "{}\n",
  "home/.cursor/mcp.json": "{}\n",
  "project/.agents/skills/release-notes/SKILL.md": skillText(
    "release-notes",
    "Writes release notes. Use when a version is released.",
  ),
  "project/.agents/skills/deploy-notes/SKILL.md": skillText(
    "deploy-notes",
    "Writes down what was deployed. Use after a deployment.",
  ),
  "project/note.md": "Buy milk.\n",
  "project/draft.md": skillText("travel-plan", "Plans trips. Use when the user wants to travel by train."),
  "project/talk.jsonl": '{"user": "hello"}\n{"expect": {"active": []}}\n',
  "project/messages.jsonl":
    '{"query": "combine these PDF files", "expect": "pdf-merge"}\n{"query": "hello", "expect": null}\n',
};

/** What agents have proposed. */
export const PROPOSED = {
  proposal: skillText("travel-plan", "Plans trips. Use when the user wants to travel."),
  similar: MERGE.replace("name: pdf-merge", "name: pdf-join").concat("\n## Order\n\nAsk for the order.\n"),
  applied: skillText("stand-up", "Writes what was done yesterday. Use before the daily meeting."),
};
