import type { RootPattern } from "../profile.ts";

/** An agent program: where it keeps skills, and how MCP servers are entered into its configuration. */
export interface Client {
  /** Its name on the command line. */
  readonly id: string;
  /** Its name in texts. */
  readonly title: string;
  /** Absent when it has no skill folders of its own. */
  readonly skills?: ClientSkills;
  /** Absent when its configuration cannot be edited. */
  readonly mcp?: ClientMcp;
}

/** The skill folders of a client. */
export interface ClientSkills {
  /** Their id in the provider table; default the client's id. */
  readonly provider?: string;
  /** Higher wins where the policy looks at priority; default 50. */
  readonly priority?: number;
  /** How many levels below a folder a skill's directory may be; default 1, directly below. */
  readonly depth?: number;
  /** Folders of a project, relative to it; absent when the client reads the shared `.agents/skills` there. */
  readonly project?: readonly string[];
  readonly user: readonly RootPattern[];
  /** Folders of installed plugins. */
  readonly plugins?: Pick<ClientSkills, "provider" | "priority"> & { readonly roots: readonly RootPattern[] };
}

/** A configuration file of a client. A variable that is not an absolute path counts as unset. */
export interface ConfigFilePattern extends RootPattern {
  /** Files that this pattern finds replace those of the patterns after it. Only for patterns with `*`. */
  readonly only?: boolean;
}

/** How a client writes MCP servers down; `docs/reference/mcp-clients.md` has the sources. */
export interface ClientMcp {
  readonly format: "jsonc" | "toml";
  /** The tables that hold all servers, outermost first. */
  readonly container: readonly string[];
  /** A table in the container that newer versions keep servers in; used only in files that have it. */
  readonly newerContainer?: string;
  /** Files of a project, relative to it; the first is made when none is there. Empty when the client has none. */
  readonly project: readonly string[];
  /** Files of the user; the first is made when none is there. */
  readonly user: readonly ConfigFilePattern[];
  /** An entry that starts a program. */
  readonly stdio: {
    readonly type?: string;
    /** `split`: `command` and `args`. `joined`: all words in `command`. */
    readonly words: "split" | "joined";
  };
  /** An entry that reaches a running server; absent when the file cannot hold one. */
  readonly http?: {
    readonly type?: string;
    /** The key of the address. */
    readonly url: string;
    /** Where the variable with the token is named: in a header, between what makes it a variable there, or under a key. */
    readonly token: { readonly header: readonly [before: string, after: string] } | { readonly key: string };
  };
}
