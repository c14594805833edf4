import { describe, expect, test } from "vitest";
import { systemCallFilter } from "./system-calls.ts";

/** Runs a filter as the kernel does, on the two values that it reads. */
function decide(filter: Buffer, number: number, arch: number): number {
  let value = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const code = filter.readUInt16LE(at * 8);
    const operand = filter.readUInt32LE(at * 8 + 4);
    const [ifTrue, ifFalse] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    if (code === 0x06) return operand;
    if (code === 0x20) value = operand === 0 ? number : arch;
    else if (code === 0x15) at += value === operand ? ifTrue : ifFalse;
    else if (code === 0x35) at += value >= operand ? ifTrue : ifFalse;
    else throw new Error(`unknown code ${code}`);
  }
  throw new Error("the filter has no end");
}

const ALLOWED = 0x7fff0000;
const REFUSED = 0x00050001;

describe.each([
  [
    "x64",
    0xc000003e,
    { keyctl: 250, add_key: 248, io_uring_setup: 425, syslog: 103, ptrace: 101 },
    { read: 0, execve: 59, clone3: 435 },
  ],
  [
    "arm64",
    0xc00000b7,
    { keyctl: 219, add_key: 217, io_uring_setup: 425, syslog: 116, ptrace: 117 },
    { read: 63, execve: 221, clone3: 435 },
  ],
] as const)("the filter for system calls on %s", (machine, arch, denied, allowed) => {
  const filter = systemCallFilter(machine) ?? Buffer.alloc(0);

  test.each(Object.entries(denied))("X10 refuses %s", (_, number) => {
    expect(decide(filter, number, arch)).toBe(REFUSED);
  });

  test.each(Object.entries(allowed))("X10 allows %s", (_, number) => {
    expect(decide(filter, number, arch)).toBe(ALLOWED);
  });

  test("X10 refuses every call of another architecture, and of x32", () => {
    expect(decide(filter, 0, 0x40000003)).toBe(REFUSED);
    expect(decide(filter, 0x40000000, arch)).toBe(REFUSED);
  });
});

test("X10 there is no filter for a machine whose numbers are not known", () => {
  expect(systemCallFilter("riscv64")).toBeUndefined();
  expect(systemCallFilter("constructor")).toBeUndefined();
});
