import { createRuntime, type Ports, type Runtime, type RuntimeOptions } from "@knowhow/runtime";
import { fakePorts } from "@knowhow/runtime/testing";
import {
  connectSkillServers,
  type RemoteServers,
  type RemoteServersOptions,
} from "../src/client/connect-skill-servers.ts";
import type { ServerLimits } from "../src/client/limits.ts";
import type { ServerTransport } from "../src/client/remote-server.ts";

/** A runtime whose only skills come from servers, and those servers. */
export interface StartedClient {
  readonly servers: RemoteServers;
  readonly runtime: Runtime;
  /** The codes of everything that the library says. */
  readonly codes: () => readonly string[];
}

interface ClientSettings {
  readonly limits?: Partial<ServerLimits>;
  readonly host?: RuntimeOptions;
  readonly ports?: Partial<Ports>;
}

const open: RemoteServers[] = [];

/** Ends what `startClient` began. */
export async function closeClients(): Promise<void> {
  for (const servers of open.splice(0)) await servers.close();
}

/** Connects one server under the label `acme` and loads its library. */
export async function startClient(
  transport: ServerTransport,
  { limits, host, ports, ...options }: RemoteServersOptions & ClientSettings = {},
): Promise<StartedClient> {
  const server = { label: "acme", transport, ...(limits === undefined ? {} : { limits }) };
  const servers = connectSkillServers([server], options);
  open.push(servers);
  const runtime = await createRuntime(
    { ...fakePorts({}), ...ports },
    { providers: false, ...host, sources: servers.sources },
  );
  return { servers, runtime, codes: () => runtime.library.diagnostics.map(({ code }) => code) };
}
