// Commands for authors; they need the validator and the linter, which the others do without.
export { doctor } from "./doctor.ts";
export { lint } from "./lint.ts";
export { newSkill } from "./new.ts";
export { validate } from "./validate.ts";
