import { findByDescription } from "../../packages/runtime/src/matching/aios/find-by-description.ts";
import { findByDescriptionAsync } from "../../packages/runtime/src/matching/aios/find-by-description-async.ts";
import { findByTrigger, triggersOf } from "../../packages/runtime/src/matching/aios/find-by-trigger.ts";
import { appliesTo } from "../../packages/runtime/src/matching/applies.ts";
import { LexicalIndex } from "../../packages/runtime/src/matching/lexical/lexical-index.ts";
import { lexicalQuery } from "../../packages/runtime/src/matching/lexical/lexical-query.ts";
import { Spelling } from "../../packages/runtime/src/matching/lexical/spelling.ts";
import { sentencesOf, splitNegative } from "../../packages/runtime/src/matching/lexical/split-negative.ts";
import { countTerms, type SkillPassages } from "../../packages/runtime/src/matching/lexical/term-counts.ts";
import { TermTableBuilder } from "../../packages/runtime/src/matching/lexical/term-table.ts";
import { matchMessage } from "../../packages/runtime/src/matching/match-message.ts";
import type { Matchable } from "../../packages/runtime/src/matching/matchable.ts";
import { mentionNames, mentionsIn } from "../../packages/runtime/src/matching/names/mentions.ts";
import { namesWhole, spokenNames } from "../../packages/runtime/src/matching/names/spoken-names.ts";
import { asksForFact } from "../../packages/runtime/src/matching/request/asks-for-fact.ts";
import { isForeign } from "../../packages/runtime/src/matching/request/is-foreign.ts";
import { readRequest } from "../../packages/runtime/src/matching/request/read-request.ts";
import { knowsText } from "../../packages/runtime/src/matching/semantic/knows-text.ts";
import { findWord, orderWords } from "../../packages/runtime/src/matching/tables/dictionary.ts";
import { claimedPhrases } from "../../packages/runtime/src/matching/triggers/claimed-phrases.ts";
import { compileTrigger } from "../../packages/runtime/src/matching/triggers/compile-trigger.ts";
import { withoutCourtesy } from "../../packages/runtime/src/matching/triggers/courtesy.ts";
import { coversMessage } from "../../packages/runtime/src/matching/triggers/covers-message.ts";
import { quotedPhrases } from "../../packages/runtime/src/matching/triggers/quoted-phrases.ts";
import { readMessage } from "../../packages/runtime/src/matching/triggers/read-message.ts";
import { textWords } from "../../packages/runtime/src/matching/triggers/text-words.ts";
import { indexTriggers } from "../../packages/runtime/src/matching/triggers/trigger-index.ts";
import { buildTriggerTable } from "../../packages/runtime/src/matching/triggers/trigger-table.ts";
import { withoutInvisible } from "../../packages/runtime/src/matching/words/invisible.ts";
import { longFormsOf } from "../../packages/runtime/src/matching/words/short-forms.ts";
import {
  isEnglishStopWord,
  isFunctionWord,
  isStopWord,
} from "../../packages/runtime/src/matching/words/stop-words.ts";
import { eachTerm, fold, termsOf } from "../../packages/runtime/src/matching/words/terms.ts";
import { COMMAND_SPELLINGS } from "../../packages/runtime/src/profile.ts";
import type { GrowthTable } from "./row.ts";

const PHRASES = [
  "count {things} in a valley",
  "use {a} when {b} ends",
  "make (one|a) word of {it}",
  "a b",
  "{x} word {y} the {z}",
];

const passages = (name: string, description: string, triggers: readonly string[] = []): SkillPassages => {
  return { name, description, triggers, tags: [], headings: [], body: description };
};
const LIBRARY = [
  passages("word", "Counts the tracks of herons in a valley. Use when one word ends.", PHRASES),
  passages("a-b", "One line of it. Not for words, curl and headings."),
  passages("node.js", "Text, values, keys and 漢字; a value of a key."),
];
const NAMES = LIBRARY.map(({ name }) => name);

const index: Matchable = (() => {
  const table = new TermTableBuilder();
  for (const skill of LIBRARY) table.add({ key: skill.name, counted: countTerms(skill) });
  const lexical = new LexicalIndex(table.build());
  const triggers = LIBRARY.flatMap(({ triggers }, skill) => triggers.map((phrase) => ({ skill, phrase })));
  const spelling = new Spelling(lexical);
  return { names: NAMES, lexical, spelling, models: [], triggers: indexTriggers(triggers) };
})();

const mentionable = mentionNames(
  (name) => NAMES.includes(name),
  () => NAMES,
);
const commands = { spellings: COMMAND_SPELLINGS, exact: false };
const everything = { suggestions: 3, ranking: 3, isCandidate: () => true };
const aios = LIBRARY.map(({ name, description, triggers }) => ({ name, description, fields: { triggers } }));
const described = (text: string) => [{ name: "a", description: text, fields: { triggers: [text] } }];
const { dictionary } = orderWords(["a", "b", "word"]);

/** The functions of `matching/`. */
export const MATCHING: GrowthTable = {
  "matching/aios/find-by-description-async.ts findByDescriptionAsync": (text) =>
    findByDescriptionAsync(text, aios),
  "matching/aios/find-by-description.ts findByDescription (description)": (text) =>
    findByDescription("count a word", described(text)),
  "matching/aios/find-by-trigger.ts findByTrigger": (text) => findByTrigger(text, aios),
  "matching/aios/find-by-trigger.ts triggersOf": (text) => triggersOf(described(text)),
  "matching/applies.ts appliesTo (glob)": (text) => appliesTo({ globs: [text] }, ["src/a.ts", "b"]),
  "matching/applies.ts appliesTo (file)": (text) => appliesTo({ globs: ["**/a*b/*.ts", "!*.md"] }, [text]),
  "matching/lexical/lexical-query.ts lexicalQuery": (text) =>
    lexicalQuery([{ text, weight: 1 }], index.lexical, index.spelling),
  "matching/lexical/split-negative.ts sentencesOf": sentencesOf,
  "matching/lexical/split-negative.ts splitNegative": splitNegative,
  "matching/lexical/term-counts.ts countTerms": (text) => countTerms(passages("a", text, [text])),
  "matching/match-message.ts matchMessage": (text) => matchMessage(readRequest(text), [], index, everything),
  "matching/names/mentions.ts mentionsIn": (text) => mentionsIn(text, mentionable, commands),
  "matching/names/spoken-names.ts namesWhole": (text) => namesWhole(text, NAMES),
  "matching/names/spoken-names.ts spokenNames": (text) => spokenNames(text)("word"),
  "matching/request/asks-for-fact.ts asksForFact": asksForFact,
  "matching/request/is-foreign.ts isForeign": isForeign,
  "matching/request/read-request.ts readRequest": (text) => readRequest(text),
  "matching/request/read-request.ts readRequest (history)": (text) =>
    readRequest("and this?", [{ role: "user", content: text }]),
  "matching/semantic/knows-text.ts knowsText": (text) =>
    knowsText(text, { knows: (word) => word === "word" }),
  "matching/tables/dictionary.ts findWord": (text) => findWord(dictionary, text),
  "matching/triggers/claimed-phrases.ts claimedPhrases": claimedPhrases,
  "matching/triggers/compile-trigger.ts compileTrigger": compileTrigger,
  "matching/triggers/covers-message.ts coversMessage": (text) =>
    coversMessage(text, { phrase: "count", start: text.length, end: text.length }),
  "matching/triggers/courtesy.ts withoutCourtesy": withoutCourtesy,
  "matching/triggers/quoted-phrases.ts quotedPhrases": quotedPhrases,
  "matching/triggers/read-message.ts readMessage": readMessage,
  "matching/triggers/text-words.ts textWords": (text) => [...textWords(text)],
  "matching/triggers/trigger-table.ts buildTriggerTable": (text) =>
    buildTriggerTable([{ key: "a", phrases: text.split("\n") }]),
  "matching/words/invisible.ts withoutInvisible": withoutInvisible,
  "matching/words/short-forms.ts longFormsOf": longFormsOf,
  "matching/words/stop-words.ts isEnglishStopWord": isEnglishStopWord,
  "matching/words/stop-words.ts isFunctionWord": isFunctionWord,
  "matching/words/stop-words.ts isStopWord": isStopWord,
  "matching/words/terms.ts eachTerm": (text) => eachTerm(text, () => undefined),
  "matching/words/terms.ts fold": fold,
  "matching/words/terms.ts termsOf": termsOf,
};
