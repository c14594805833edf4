// Commands that help with typing.
export { complete } from "./complete.ts";
export { completion } from "./completion.ts";
export { help } from "./help.ts";
