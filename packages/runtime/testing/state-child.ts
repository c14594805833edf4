/** The program of a child process: does the tasks of one run, and prints the number of each round that is done. */
import { runStateTask, type StateRun } from "./state-task.ts";
import { stepDisk } from "./step-disk.ts";

const { task, times = 1, killAt, user }: StateRun = JSON.parse(process.argv[2] ?? "");
if (user !== undefined) {
  process.setgid?.(user);
  process.setuid?.(user);
}
let count = 0;
const disk = stepDisk(({ half, halfNow }) => {
  count += 1;
  if (count !== killAt) return;
  halfNow?.();
  if (half === undefined) process.kill(process.pid, "SIGKILL");
  return half?.().then(() => {
    process.kill(process.pid, "SIGKILL");
    return new Promise(() => setInterval(() => undefined, 1000));
  });
});
for (let round = 0; round < times; round += 1) {
  await runStateTask(task, round, disk);
  process.stdout.write(`${round}\n`);
}
