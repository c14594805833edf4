import { checkArgument } from "../basics/check-options.ts";
import { type Field, type Kind, unknownKey } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import type { Ports } from "../ports.ts";

/** An object with these methods. */
function port(expected: string, methods: readonly string[]): Kind {
  return kinds.objectWith(
    Object.fromEntries(methods.map((name) => [name, { kind: kinds.callable, required: true }])),
    expected,
  );
}

export const fileSystemKind: Kind = port("a file system", [
  "list",
  "stat",
  "readBytes",
  "readText",
  "realpath",
]);

/** A scanner, or a function that opens one. */
export const scannerKind: Kind = kinds.either(
  "a scanner with `id` and `scan`, or a function that opens one",
  kinds.callable,
  kinds.objectWith(
    { id: { kind: kinds.filledText, required: true }, scan: { kind: kinds.callable, required: true } },
    "a scanner with `id` and `scan`",
  ),
);

export const decisionsKind: Kind = port("a decision store", ["find", "record", "revoke", "list"]);
export const proposalsKind: Kind = port("a store of proposals", [
  "exclusive",
  "put",
  "get",
  "content",
  "list",
  "delete",
]);
export const runsKind: Kind = port("a store of runs", [
  "secret",
  "start",
  "run",
  "signal",
  "cancel",
  "get",
  "list",
  "fork",
  "delete",
  "work",
]);
export const scriptsKind: Kind = port("a runner of scripts", [
  "status",
  "filtersHosts",
  "hasProgram",
  "hasPackages",
  "prepare",
  "run",
]);
export const auditKind: Kind = port("an audit log with `append`", ["append"]);
export const tracerKind: Kind = port("a tracer with `trace`", ["trace"]);

const PORTS: Readonly<Record<keyof Ports, Kind | Field>> = {
  files: { kind: fileSystemKind, required: true },
  environment: {
    kind: kinds.objectWith(
      { cwd: { kind: kinds.filledText, required: true } },
      "an environment with `cwd` and `home`",
    ),
    required: true,
  },
  hash: { kind: port("a hash", ["sha256"]), required: true },
  index: port("a store of indexes", ["load", "save"]),
  blobs: port("a store of bytes", ["load", "save"]),
  watcher: port("a watcher with `watch`", ["watch"]),
  decisions: decisionsKind,
  reviews: port("a store of reviewed content", ["find", "record"]),
  scanner: scannerKind,
  scans: port("a store of scans", ["find", "record", "last", "note"]),
  proposals: proposalsKind,
  skillWriter: port("a writer of skills", ["replace", "settle"]),
  runs: runsKind,
  scripts: scriptsKind,
  tokenizer: kinds.callable,
  tracer: tracerKind,
  audit: auditKind,
};

const portsKind = kinds.objectWith(PORTS, "the ports; createRuntime of @knowhow/runtime/node brings its own");

/**
 * Checks that the neutral entry received ports, not the options of the Node entry. An unknown one is refused, because a
 * misspelt audit log would record nothing.
 */
export function checkPorts(ports: unknown): void {
  checkArgument("createRuntime", "ports", ports, {
    expected: portsKind.expected,
    check: (given) => portsKind.check(given) ?? unknownPort(given),
  });
}

function unknownPort(given: unknown) {
  const unknown = Object.keys(Object(given)).find((key) => !Object.hasOwn(PORTS, key));
  return unknown === undefined ? undefined : unknownKey(unknown, PORTS, "port");
}
