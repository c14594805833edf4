import type { RootPattern } from "../profile.ts";

/** An agent program: where it keeps skills, and how its configuration lists MCP servers. */
export interface Client {
  /** Name on the command line. */
  readonly id: string;
  /** Display name. */
  readonly title: string;
  /** Its program; undefined if only its settings tell whether it is installed. */
  readonly program?: ClientProgram;
  /** Undefined if it has no skill folders of its own. */
  readonly skills?: ClientSkills;
  /** Undefined if its configuration cannot be edited. */
  readonly mcp?: ClientMcp;
  /** What its model sees; undefined if that was not captured. */
  readonly prompt?: ClientPrompt;
}

/** How the program of a client is found, without starting it. */
export interface ClientProgram {
  /** Its commands. */
  readonly commands: readonly string[];
  /** The npm packages that contain it, or the product in whose `package.json` it names its version. */
  readonly packages: readonly string[];
}

/** What a client puts into the prompt of its model, captured from the program with a scripted model. */
export interface ClientPrompt {
  /** The names that it reports when it connects to an MCP server. */
  readonly names: readonly string[];
  /** The newest version that was captured, and the date. */
  readonly captured: { readonly version: string; readonly on: string };
  /** How much of an MCP server's instructions reaches the model, oldest versions first. */
  readonly instructions: readonly InstructionLimit[];
  /** The skill folders that it lists by itself. */
  readonly lists: readonly ListedFolders[];
  /** Number of characters of that list above which it leaves out descriptions. Default none was found. */
  readonly listCharacters?: number;
  /**
   * True if the tools of a server are missing in its first request unless every page of prompts and resources arrived
   * within about two seconds. Default false.
   */
  readonly waitsForLists?: boolean;
}

/** How much of a server's instructions a range of versions shows. */
export interface InstructionLimit {
  /** The last version of the range; undefined for the newest range. */
  readonly upTo?: string;
  /** Maximum number of characters; 0 if the instructions are not shown, undefined if no limit was found. */
  readonly characters?: number;
}

/** Folders of the provider table whose skills a client lists to its model. */
export interface ListedFolders {
  /** Id in the provider table. */
  readonly provider: string;
  readonly level: "user" | "project";
  /** Maximum depth of a skill's directory below a folder. */
  readonly depth: number;
  /** True if folders above the working directory are not listed. Default false. */
  readonly hereOnly?: boolean;
}

/** The skill folders of a client. */
export interface ClientSkills {
  /** Id in the provider table. Default the client's id. */
  readonly provider?: string;
  /** The higher value wins if the policy compares priorities. Default 50. */
  readonly priority?: number;
  /** Maximum depth of a skill's directory below a folder. Default 1, directly below. */
  readonly depth?: number;
  /** Project folders, relative to the project; undefined if the client reads the shared `.agents/skills`. */
  readonly project?: readonly string[];
  readonly user: readonly RootPattern[];
  /** Folders of installed plugins. */
  readonly plugins?: Pick<ClientSkills, "provider" | "priority"> & { readonly roots: readonly RootPattern[] };
}

/** A configuration file of a client. A variable whose value is not an absolute path counts as unset. */
export interface ConfigFilePattern extends RootPattern {
  /** Files found by this pattern replace those of the following patterns. Only for patterns with `*`. */
  readonly only?: boolean;
}

/** How a client stores MCP servers; `docs/reference/mcp-clients.md` lists the sources. */
export interface ClientMcp {
  readonly format: "jsonc" | "toml";
  /** Keys of the tables that contain the servers, outermost first. */
  readonly container: readonly string[];
  /** Key of a table in the container that newer versions use; only used in files that already have it. */
  readonly newerContainer?: string;
  /** Project files, relative to the project. The first is created if none exists. Empty if the client has none. */
  readonly project: readonly string[];
  /** The user's files. The first is created if none exists. */
  readonly user: readonly ConfigFilePattern[];
  /** The entry of a server that is started as a program. */
  readonly stdio: {
    readonly type?: string;
    /** `split`: `command` and `args`. `joined`: all words in `command`. */
    readonly words: "split" | "joined";
  };
  /** The entry of a running server; undefined if the client does not support it. */
  readonly http?: {
    readonly type?: string;
    /** Key of the URL. */
    readonly url: string;
    /** How the variable with the token is referenced: inside a header with the given syntax, or by name under a key. */
    readonly token: { readonly header: readonly [before: string, after: string] } | { readonly key: string };
  };
}
