import type { Runtime, SkillLibrary } from "@knowhow/runtime";
import {
  type ClientCatalog,
  type ClientCatalogOptions,
  type ConnectingClient,
  planClientCatalog,
} from "@knowhow/runtime/authoring";

/** The catalog for a client, planned again only after the library changed. */
export type CatalogFor = (client: ConnectingClient | undefined) => ClientCatalog;

/** Maximum number of kinds of clients whose catalog is kept. */
const MAX_KEPT = 16;

/** Plans catalogs for clients without the extension: how to use skills, and which there are. */
export function clientCatalogs(runtime: Runtime, options: Omit<ClientCatalogOptions, "client">): CatalogFor {
  const kept = new Map<string, { readonly library: SkillLibrary; readonly catalog: ClientCatalog }>();
  return (client) => {
    const { library, profile } = runtime;
    const key = JSON.stringify([client?.name, client?.version]);
    const known = kept.get(key);
    if (known?.library === library) return known.catalog;
    const catalog = planClientCatalog({ library, profile }, { ...options, client });
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, { library, catalog });
    return catalog;
  };
}
