/** Templates that all engines understand and render alike, the small one first. */
export const TEMPLATES = [
  { source: "Hello {{ inputs.title }}", text: () => "Hello Weekly review" },
  {
    source: "{% for r in search.results %}- {{ r.title }} ({{ r.tags | join(', ') }})\n{% endfor %}",
    text: () => rows.map((row) => `- ${row.title} (${row.tags.join(", ")})\n`).join(""),
  },
  {
    source: "{% if search.results | length > 5 %}many{% elif search.results %}some{% else %}none{% endif %}",
    text: () => "many",
  },
  {
    source: "{{ search.results | selectattr('done') | map(attribute='title') | join('; ') }}",
    text: () =>
      rows
        .filter((row) => row.done)
        .map((row) => row.title)
        .join("; "),
  },
  {
    source:
      "| title | score |\n|---|---|\n{% for r in search.results if r.score > 3 %}| {{ r.title | upper }} | {{ r.score * 2 + 1 }} |\n{% endfor %}",
    text: () =>
      `| title | score |\n|---|---|\n${rows
        .filter((row) => row.score > 3)
        .map((row) => `| ${row.title.toUpperCase()} | ${row.score * 2 + 1} |\n`)
        .join("")}`,
  },
  {
    source:
      "{% set total = search.results | length %}{{ inputs.title | lower }}: {{ total }}{% if 'a' in inputs.tags and inputs.limit == 3 %} ok{% endif %}",
    text: () => "weekly review: 10 ok",
  },
];

const rows = Array.from({ length: 10 }, (_, index) => ({
  title: `Result ${index}`,
  score: index,
  done: index % 3 === 0,
  tags: ["a", `tag${index}`],
}));

export const scope = {
  inputs: { title: "Weekly review", limit: 3, tags: ["a", "b"] },
  search: { results: rows },
};

/** The same scope with 2,000 rows that no template uses. */
export const widened = {
  ...scope,
  table: {
    rows: Array.from({ length: 2_000 }, (_, id) => ({
      id,
      name: `row ${id}`,
      text: "x".repeat(80),
      tags: ["a", "b"],
    })),
  },
};

/** The right text of a template. @param {number} index */
export function expected(index) {
  return TEMPLATES[index]?.text();
}
