// Find the skill that matches a message, with reasons; then measure it, so that changed descriptions cannot break it
// unnoticed.
import assert from "node:assert/strict";
import { staticEmbedder } from "@knowhow/embeddings";
import { evaluate, parseLabelled } from "@knowhow/runtime/authoring";
import { createRuntime } from "@knowhow/runtime/node";

const skill = (name: string, description: string, more = "") => ({
  name,
  text: `---\nname: ${name}\ndescription: ${description}\n${more}---\nDo it step by step.\n`,
});

const knowhow = await createRuntime({
  providers: false,
  cache: false,
  // Without an embedder, skills are found by words alone.
  embedders: [await staticEmbedder()],
  skills: [
    skill("pdf-merge", "Joins and splits PDF files. Use when several documents should become one."),
    skill("pdf-forms", "Fills in PDF forms. Use when a form has fields to complete. Not for joining files."),
    skill(
      "invoices",
      "Writes invoices for customers.",
      'triggers:\n  - "send {customer} an invoice for {work}"\n',
    ),
  ],
});

// A trigger phrase decides by itself, and returns its variables in the user's own words.
const { matches } = await knowhow.match("Please send Müller GmbH an invoice for the garden fence.");
console.log(matches);
assert.equal(matches[0]?.name, "invoices");
assert.equal(matches[0]?.decision, "load");
assert.deepEqual(matches[0]?.variables, { customer: "Müller GmbH", work: "the garden fence" });

// Otherwise words and meaning are combined. Most messages match no skill.
const { ranking } = await knowhow.match("combine these two PDF documents", { ranking: 2 });
console.log(ranking);
assert.equal(ranking[0]?.name, "pdf-merge");
assert.ok(ranking[0].reasons.some((reason) => reason.startsWith("close in meaning")));
assert.deepEqual((await knowhow.match("thanks, that was great")).matches, []);

// Labelled messages define what should match. Use them to gate pull requests: `knowhow eval messages.jsonl --min-r1
// 90`.
const labelled = parseLabelled(
  `{ "query": "put these PDF files together", "expect": "pdf-merge" }
   { "query": "complete the fields of this PDF form", "expect": "pdf-forms" }
   { "query": "good morning", "expect": null }`,
  { path: "messages.jsonl" },
);
const { n, r1, falseSuggest, confusions } = await evaluate(labelled, { match: knowhow.match });
console.log({ n, r1, falseSuggest, confusions });
assert.deepEqual({ n, r1, falseSuggest, confusions }, { n: 3, r1: 1, falseSuggest: 0, confusions: [] });

// Two skills with the same description would be found here.
assert.deepEqual((await knowhow.overlaps()).pairs, []);
