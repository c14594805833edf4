/** Exit codes of the command line. */
export const EXIT = {
  /** Done; also for an empty list or search. */
  done: 0,
  /** The answer is no: invalid, findings, or the named thing was not found. */
  no: 1,
  /** Wrong usage. */
  usage: 2,
  /** The environment is broken: a path cannot be read or written. */
  broken: 3,
  /** Refused by policy or trust. */
  refused: 4,
  /** A run is paused: it waits for an answer, for a point in time, or for something that is missing. */
  paused: 5,
  /** Ended by Ctrl-C. */
  interrupted: 130,
  /** Ended by another program, with SIGTERM. */
  terminated: 143,
  /** Ended because its terminal was closed. */
  hungUp: 129,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
