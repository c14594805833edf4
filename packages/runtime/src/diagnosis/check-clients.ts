import type { Runtime } from "../runtime.ts";
import { previewClients } from "../serving/client-catalog.ts";
import { describePreview } from "../serving/describe-preview.ts";
import { type DoctorCheck, item } from "./doctor-check.ts";

/** Says what each known MCP client would show of the skills if it started the server in this directory. */
export function checkClients(
  runtime: Pick<Runtime, "library" | "profile">,
  cwd: string | undefined,
): DoctorCheck {
  const previews = previewClients(runtime, { cwd });
  return {
    check: "clients",
    status: "ok",
    summary: "what MCP clients show of the skills that `knowhow mcp` serves",
    items: previews.map((preview) => item(describePreview(preview, runtime.profile))),
  };
}
