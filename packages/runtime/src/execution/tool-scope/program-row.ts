/** Arguments that make a program do something other than its name suggests. */
export interface ProgramRow {
  /** Long options without dashes; abbreviations count as well, and longer options that begin like it. */
  readonly long?: readonly string[];
  /** True if long options may have a single dash. */
  readonly singleDash?: boolean;
  /** Letters of short options, also inside a cluster like `-xzI`. */
  readonly short?: string;
  /** True if the first argument may be a cluster without a dash, as in `tar xzf`. */
  readonly bareCluster?: boolean;
  /** Whole arguments. */
  readonly words?: readonly string[];
  /** A pattern in an argument. It must run in linear time, because a model wrote the argument. */
  readonly text?: RegExp;
  /** A pattern that the first argument that is not an option must match. */
  readonly firstOperand?: RegExp;
  /** The only safe subcommands; options before the subcommand must be among `flags`. */
  readonly subcommands?: readonly string[];
  readonly flags?: readonly string[];
  /** Additional rows for single subcommands. */
  readonly under?: Readonly<Record<string, ProgramRow>>;
  /** True if the row applies only until the rule names the script, module or package to run right after the program. */
  readonly runsOperand?: boolean;
}
