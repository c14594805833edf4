import { chmod } from "node:fs/promises";
import { inTurn } from "../../basics/in-turn.ts";
import { once } from "../../basics/once.ts";
import { KnowhowError } from "../../errors.ts";
import type { SandboxStatus } from "../../script.ts";
import { findProgram } from "./find-program.ts";
import { loadSandboxRuntime, type SandboxRuntime } from "./load-sandbox-runtime.ts";

/** A network that reaches certain domains only, through a proxy outside of the sandbox. */
export interface FilteredNetwork {
  status(): Promise<SandboxStatus>;
  /** Uses the network until the work is done. */
  use<Value>(hosts: readonly string[], work: (proxy: ProxyPlace) => Promise<Value>): Promise<Value>;
}

/** Where the proxy is. */
export interface ProxyPlace {
  /** A socket of this machine. */
  readonly socket: string;
  /** Name and password for the proxy, as in a URL. */
  readonly login: string;
}

const INSTALL =
  "npm install -g @anthropic-ai/sandbox-runtime (0.0.78 for Node 20) beside knowhow, and apt install socat ripgrep";

/** The proxy of sandbox-runtime, which decides by the name of the host and by the addresses that it has. */
export function filteredNetwork(
  load: () => Promise<SandboxRuntime | undefined> = loadSandboxRuntime,
): FilteredNetwork {
  const runtime = once(load);
  // There is one list of domains per process.
  const turn = inTurn();
  const status = once(async (): Promise<SandboxStatus> => {
    const manager = await runtime();
    const no = (reason: string): SandboxStatus => ({ works: false, reason, hint: INSTALL });
    if (manager === undefined) return no("@anthropic-ai/sandbox-runtime is not installed");
    const { errors } = manager.checkDependencies();
    if (errors.length > 0) return no(errors.join("; "));
    return (await findProgram("socat")) === undefined
      ? no("socat is not installed")
      : { works: true, notes: [] };
  });
  const open = async <Value>(
    hosts: readonly string[],
    work: (proxy: ProxyPlace) => Promise<Value>,
  ): Promise<Value> => {
    const manager = await runtime();
    if (manager === undefined) throw failed("it is not installed");
    const nothing = { denyRead: [], allowWrite: [], denyWrite: [] };
    await manager.initialize({ network: { allowedDomains: hosts, deniedDomains: [] }, filesystem: nothing });
    try {
      const isUp = await manager.waitForNetworkInitialization();
      const socket = manager.getLinuxHttpSocketPath();
      const token = manager.getProxyAuthToken();
      if (!isUp || socket === undefined || token === undefined) throw failed("its proxy did not start");
      // As root, scripts have the user id of nobody. The password keeps other users out.
      if (process.getuid?.() === 0) await chmod(socket, 0o666);
      return await work({ socket, login: `srt:${encodeURIComponent(token)}` });
    } finally {
      await manager.reset();
    }
  };
  return {
    status,
    use: (hosts, work) => turn(() => open(hosts, work)),
  };
}

function failed(reason: string): KnowhowError {
  return new KnowhowError("scripts.no-sandbox", `sandbox-runtime cannot be used: ${reason}`, {
    hint: INSTALL,
  });
}
