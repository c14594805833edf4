import type { Environment } from "../ports.ts";

export interface FakeEnvironmentOptions extends Partial<Omit<Environment, "hasBinary" | "now">> {
  readonly binaries?: readonly string[];
  /** What the clock says. */
  readonly now?: number;
}

/** A machine of which everything is known: Linux, working in `/project`, at home in `/home/ada`. */
export function fakeEnvironment(options: FakeEnvironmentOptions = {}): Environment {
  const { binaries = [], now = 0, ...rest } = options;
  return {
    platform: "linux",
    cwd: "/project",
    home: "/home/ada",
    variables: {},
    ...rest,
    hasBinary: (name) => binaries.includes(name),
    now: () => now,
  };
}
