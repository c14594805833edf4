export type { ChangedList } from "./changes.ts";
export { createSkillServer, type SkillServer, type SkillServerOptions } from "./create-skill-server.ts";
export type { SkillServerCheck } from "./library-source.ts";
export type { ResolveTopic } from "./resolve-topic.ts";
export { type HttpOptions, type HttpServing, serveSkillsOverHttp } from "./serve-http.ts";
export { type Pipes, type Serving, serveSkillsOverStdio } from "./serve-stdio.ts";
export type { ToolNameStyle } from "./tool-names.ts";
