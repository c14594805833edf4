/** The program of a child process: does the tasks of one run, and prints the number of each round that is done. */
import { runStateTask, type StateRun } from "./state-task.ts";
import { stepDisk } from "./step-disk.ts";

const { task, times = 1, killAt, user }: StateRun = JSON.parse(process.argv[2] ?? "");
if (user !== undefined) {
  process.setgid?.(user);
  process.setuid?.(user);
}
let count = 0;
/** Calls that change nothing: being killed before one is the same as being killed before the next change. */
const READING = ["read", "fstat", "lstat", "stat", "list", "close"];
const disk = stepDisk(({ call, half, halfNow }) => {
  if ((task.kind === "run" || task.kind === "folder") && READING.includes(call)) return;
  count += 1;
  if (count !== killAt) return;
  halfNow?.();
  if (half === undefined) process.kill(process.pid, "SIGKILL");
  return half?.().then(() => {
    process.kill(process.pid, "SIGKILL");
    return new Promise(() => setInterval(() => undefined, 1000));
  });
});
/** An effect outside the state, before or after which the process may be killed as well. */
const tick = () => {
  count += 1;
  if (count === killAt) process.kill(process.pid, "SIGKILL");
};
for (let round = 0; round < times; round += 1) {
  await runStateTask(task, round, disk, tick);
  process.stdout.write(`${round}\n`);
}
