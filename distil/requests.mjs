/** Rephrases a description as a user's request or as the description of a skill. The meaning stays, the wording changes. */

const ASKED = [
  "how do I {}?",
  "how can I {}",
  "can you {}?",
  "could you please {}",
  "please {}",
  "{} please",
  "I need to {}",
  "I want to {}",
  "I'd like to {}",
  "help me {}",
  "help me to {} quickly",
  "let's {}",
  "what is the best way to {}?",
  "I'm trying to {}, can you help?",
  "is it possible to {}?",
  "we have to {} today",
  "{} for me",
  "hey, {}",
  "show me how to {}",
  "my boss asked me to {}",
];
const OFFERED = [
  "Use when the user wants to {}.",
  "Use this skill when you need to {}.",
  "Helps to {}.",
  "This tool lets you {}.",
  "Guides the agent to {}. Use it whenever the user asks to {}.",
  "Skill to {}.",
];
const WANTED = [
  "I need a {}",
  "is there a {}?",
  "what is a good {}?",
  "looking for a {}",
  "recommend me a {}",
  "do you have something like a {}",
  "I have a question about {}",
  "what can I use as {}",
  "tell me about {}",
  "where do I find a {}",
  "set up a {} for me",
  "any {} around?",
];
const DESCRIBED = [
  "Use when working with {}.",
  "A skill for {}.",
  "Everything about {}. Use for questions on {}.",
  "Plugin: {}",
  "Provides {}.",
  "Use this for {}, or when the user mentions {}.",
];

/** Verbs at the start of descriptions, so that the rest can be turned into a request. */
const VERBS = new Set(
  `add analyze apply archive assign attach backup browse build calculate cancel capture change check clean clear clone
  close combine compare compile compress compute configure connect convert copy count create cut debug decode define
  delete deploy describe detect disable discover display download draw edit embed enable encode encrypt enter estimate
  evaluate execute exit expand explain export extract fetch filter find fix format generate get give group handle hide
  identify import improve increase initialize insert inspect install invite launch list load locate log make manage merge
  modify monitor mount move open optimize organize parse pause perform plan play plot post prepare preview print process
  publish pull push query read rebuild receive record recover reduce refresh register reload remove rename render replace
  report request reset resize resolve restart restore retrieve return reverse review rotate run save scan schedule search
  see select send set share show sign simulate skip solve sort split start stop store submit subscribe summarize switch
  sync synchronize tag take tell test toggle track train transfer transform translate trim turn uninstall unlock update
  upgrade upload use validate verify view wait watch write`.split(/\s+/),
);

/** The request or description made from a text, or undefined if its form does not allow it. @param {string} text @param {() => number} random */
export function rephrase(text, random) {
  const bare = text.replace(/[.!?]+$/, "");
  const words = bare.split(" ");
  if (words.length < 2 || words.length > 12) return undefined;
  const offered = random() < 0.25;
  const verb = imperative(words[0] ?? "");
  if (verb) return fill(pick(offered ? OFFERED : ASKED, random), [verb, ...words.slice(1)].join(" "));
  if (/[:;=<>{}]/.test(bare)) return undefined;
  const noun = bare.replace(/^(an?|the)\s/i, "");
  return fill(pick(offered ? DESCRIBED : WANTED, random), lowerFirst(noun));
}

/** `Creates` and `Create` → `create`; undefined for an unknown verb. @param {string} word */
function imperative(word) {
  const lower = word.toLowerCase();
  for (const form of [lower, lower.replace(/s$/, ""), lower.replace(/es$/, "")])
    if (VERBS.has(form)) return form;
  return undefined;
}

/** @param {string} text */
function lowerFirst(text) {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** @param {string} template @param {string} text */
function fill(template, text) {
  return template.replaceAll("{}", () => text);
}

/** @template T @param {readonly T[]} list @param {() => number} random @returns {T} */
function pick(list, random) {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
