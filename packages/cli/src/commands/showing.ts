// Commands about one skill; they read it from its bytes.
export { show } from "./show.ts";
export { why } from "./why.ts";
