export type { ChangedList } from "./changes.ts";
export { createSkillServer, type SkillServer, type SkillServerOptions } from "./create-skill-server.ts";
export { type HttpOptions, type HttpServing, serveSkillsOverHttp } from "./http/serve-http.ts";
export type { SkillServerCheck } from "./resources/library-source.ts";
export { type Pipes, type Serving, serveSkillsOverStdio } from "./stdio/serve-stdio.ts";
export type { ResolveTopic } from "./tools/resolve-topic.ts";
export type { ToolNameStyle } from "./tools/tool-names.ts";
