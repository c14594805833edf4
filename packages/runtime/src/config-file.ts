import type { AuthoringMode, MatchingMode, RunsMode } from "./profile.ts";
import type { ScanSettings } from "./scan.ts";
import type { Override } from "./skill.ts";

/** The settings of a `knowhow.json`; every key is optional. `docs/reference/config.md` describes them. */
export interface ConfigFile {
  readonly $schema?: string;
  readonly profile?: string;
  readonly enabled?: boolean;
  readonly commands?: boolean;
  readonly infer?: boolean;
  readonly roots?: readonly string[];
  readonly links?: readonly string[];
  readonly providers?: Readonly<Record<string, boolean>>;
  readonly include?: readonly string[];
  readonly ignore?: readonly string[];
  readonly overrides?: Readonly<Record<string, Override>>;
  readonly skillConfig?: Readonly<Record<string, unknown>>;
  readonly matching?: MatchingConfig;
  readonly runs?: RunsMode;
  readonly authoring?: AuthoringMode;
  readonly scan?: ScanSettings;
  readonly mcp?: McpConfig;
}

/** How skills are matched to a message. */
export interface MatchingConfig {
  /** `static`, `none`, `onnx:DIR`, `dir:DIR`, or the URL of a service followed by `#` and the model's name. */
  readonly embedder?: string;
  readonly mode?: MatchingMode;
}

/** The MCP servers whose skills are offered, by label. */
export interface McpConfig {
  readonly servers?: Readonly<Record<string, ServerConfig>>;
}

/** An MCP server: a program to start, or a URL. */
export type ServerConfig = (
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
) & {
  /** Maximum time to wait for this server, in milliseconds. */
  readonly timeoutMs?: number;
};

/** The embedder selected by a `knowhow.json`. */
export type EmbedderChoice =
  | { readonly kind: "none" | "static" }
  | { readonly kind: "onnx" | "dir"; readonly path: string }
  | { readonly kind: "service"; readonly url: string; readonly model: string };
