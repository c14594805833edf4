import type { StoredSecret } from "@knowhow/runtime/node";
import { EXIT } from "../../io/exit-codes.ts";
import type { Command } from "../../table/command.ts";
import { type Column, formatTable } from "../../terminal/format-table.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { openSecrets } from "./open-secrets.ts";

const COLUMNS: readonly Column<StoredSecret>[] = [
  { title: "name", cell: ({ name }) => sanitise(name) },
  { title: "for", cell: ({ skill = "every skill" }) => sanitise(skill) },
  { title: "kept in", cell: (secret) => secret.in },
];

/** `knowhow secret list`: names of the stored secrets. */
export const secretList: Command = async (call) => {
  const data = await openSecrets(call).list();
  return {
    exit: EXIT.done,
    data,
    text: (screen) => (data.length === 0 ? "No secrets." : formatTable(COLUMNS, data, screen)),
  };
};
