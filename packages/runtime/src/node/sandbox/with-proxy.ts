import type { SandboxCommand } from "../../script.ts";
import type { ProxyPlace } from "./filtered-network.ts";

const SOCKET = "/network/proxy.sock";
const PORT = 3128;

/** Programs want a port, and the proxy is a socket: socat connects the two, inside of the sandbox. */
const FORWARD = [
  `socat TCP4-LISTEN:${PORT},bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:${SOCKET} </dev/null >/dev/null 2>&1 &`,
  `n=0; until socat /dev/null TCP4:127.0.0.1:${PORT} >/dev/null 2>&1; do n=$((n+1)); [ $n -gt 200 ] && exit 126; sleep 0.02; done`,
  'exec "$@"',
].join("\n");

/** A command whose only way out is a proxy. The sandbox itself still has no network. */
export function withProxy(command: SandboxCommand, { socket, login }: ProxyPlace): SandboxCommand {
  const url = `http://${login}@127.0.0.1:${PORT}`;
  const names = ["http_proxy", "https_proxy", "all_proxy"];
  return {
    ...command,
    program: "/bin/sh",
    args: ["-c", FORWARD, "sh", command.program, ...command.args],
    mounts: [...command.mounts, { from: socket, to: SOCKET, access: "read" }],
    env: {
      ...command.env,
      ...Object.fromEntries(
        [...names, ...names.map((name) => name.toUpperCase())].map((name) => [name, url]),
      ),
      no_proxy: "",
      NO_PROXY: "",
      NODE_USE_ENV_PROXY: "1",
    },
  };
}
