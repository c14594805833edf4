/** What a finished command tells the shell. */
export const EXIT = {
  /** Done; also for an empty list or search. */
  done: 0,
  /** The answer is no: invalid, findings, or the named thing was not found. */
  no: 1,
  /** The command line itself was wrong. */
  usage: 2,
  /** The world is broken: a path cannot be read or written. */
  broken: 3,
  /** Refused by policy or trust. */
  refused: 4,
  /** Ended by Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
