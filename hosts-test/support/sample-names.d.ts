import type { Approver, Runtime, Session } from "@knowhow/runtime";
import type { Tool } from "ai-7";
import type { CallModel } from "../examples/plain.ts";

/** What samples of the pages leave to the reader. Tools are concrete, as in an application. */
declare global {
  const approver: Approver;
  const callModel: CallModel;
  const load: (id: string) => Promise<unknown>;
  const save: (id: string, json: string) => void;
  const hostTools: { Bash: Tool<{ command: string }, string>; search: Tool<{ query: string }, string> };
  const runtime: Runtime;
  const session: Session;
}
