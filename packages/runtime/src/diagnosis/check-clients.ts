import { formatCount, formatNumber } from "../basics/words.ts";
import type { LibraryEntry } from "../library.ts";
import type { Runtime } from "../runtime.ts";
import { previewClient } from "../serving/client-catalog.ts";
import { clientSights, connectionNote, type FoundClient } from "../serving/client-sight.ts";
import { describePreview } from "../serving/describe-preview.ts";
import { type CheckItem, type DoctorCheck, item } from "./doctor-check.ts";

/** What one client sees of all skills that have a name. */
export interface ClientView extends FoundClient {
  readonly title: string;
  /** Number of skills that knowhow serves to it. */
  readonly served: number;
  /** Number of skills that it reads from folders itself. */
  readonly own: number;
  /** How many of these knowhow does not serve, by state, such as `pending`. */
  readonly ownUnserved: Readonly<Record<string, number>>;
  /** Number of skills that it does not see. */
  readonly none: number;
}

type ViewedRuntime = Pick<Runtime, "library" | "profile">;

/** What each client sees of the skills if it works in this directory. */
export function viewClients(
  { library }: ViewedRuntime,
  clients: readonly FoundClient[],
  cwd: string | undefined,
): readonly ClientView[] {
  return clients.map((found) => {
    const counts = { served: 0, own: 0, none: 0 };
    const unserved: Record<string, number> = {};
    let title = found.client;
    for (const entry of library.entries()) {
      const [sight] = clientSights(entry, { library, clients: [found], cwd });
      if (sight === undefined) continue;
      title = sight.title;
      counts[sight.sees] += 1;
      if (sight.sees === "own" && !isServed(entry)) unserved[entry.state] = (unserved[entry.state] ?? 0) + 1;
    }
    return { ...found, title, ...counts, ownUnserved: unserved };
  });
}

function isServed({ state }: LibraryEntry): boolean {
  return state === "on" || state === "name-only" || state === "user-only";
}

/** Says of each client what it reads itself, and what it shows of the skills that knowhow serves. */
export function checkClients(
  runtime: ViewedRuntime,
  views: readonly ClientView[],
  cwd: string | undefined,
): DoctorCheck {
  const isNews = views.some(({ ownUnserved }) => Object.keys(ownUnserved).length > 0);
  return {
    check: "clients",
    status: views.length === 0 || isNews ? "info" : "ok",
    summary:
      views.length === 0
        ? "none of the known clients was found on this machine"
        : "which clients see which skills",
    items: views.map((view) => itemOf(view, runtime, cwd)),
  };
}

function itemOf(view: ClientView, runtime: ViewedRuntime, cwd: string | undefined): CheckItem {
  const { client, title, version, installed, connected, own } = view;
  const total = runtime.library.entries().length;
  const states = Object.entries(view.ownUnserved).map(([state, count]) => `${formatNumber(count)} ${state}`);
  const unserved = states.length === 0 ? "" : `, ${states.join(", ")} among them`;
  const reads = own === 0 ? "reads no skills of its own" : `reads ${countOf(own, total)} itself${unserved}`;
  const head = `${title}${version === null ? "" : ` ${version}`}${installed ? "" : " (not installed)"}`;
  if (connected !== true) {
    const note = own === total ? "" : connectionNote(view);
    return item(`${head}: ${reads}${note === "" ? "" : `; ${note}`}`);
  }
  const preview = previewClient({ client, version }, runtime, { cwd });
  const shown = describePreview({ ...preview, title: head, version: null }, runtime.profile);
  return item(own === 0 ? shown : `${shown}; it ${reads}`);
}

function countOf(count: number, total: number): string {
  return count === total && total > 1
    ? `all ${formatCount(total, "skill")}`
    : `${formatNumber(count)} of ${formatCount(total, "skill")}`;
}
