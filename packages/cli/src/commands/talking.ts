// Commands about what a model sees; they open a session, which the others do without.
export { catalog } from "./catalog.ts";
export { read } from "./read.ts";
export { simulate } from "./simulate.ts";
