// Commands that ask the matcher; they need it and the evaluation, which the others do without.
export { evaluateFile } from "./eval.ts";
export { match } from "./match.ts";
export { overlaps } from "./overlaps.ts";
export { searchByRelevance } from "./search-by-relevance.ts";
