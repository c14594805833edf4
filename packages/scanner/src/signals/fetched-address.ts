import { type Address, readAddress } from "../hosts/host-kind.ts";
import type { ShellCommand } from "../shell/run-shell.ts";
import type { ShellValue } from "../shell/shell-value.ts";

/** Where a command gets the code from that it runs at once, without a file; undefined if it does not. */
export function fetchedAddress({ name, args }: Pick<ShellCommand, "name" | "args">): Address | undefined {
  return runnerAddress(name, args) ?? imageAddress(name, args);
}

/** The address of a package that is run without being installed: `npx https://…`. Code hosts are what these programs are made for. */
function runnerAddress(name: string, args: readonly ShellValue[]): Address | undefined {
  const isRunner =
    /^(?:npx|bunx|pnpx|uvx)$/.test(name) ||
    (/^(?:npm|pnpm|yarn|bun)$/.test(name) && /^(?:exec|dlx|x)$/.test(args[0]?.text ?? ""));
  // The words after the package are its own.
  const [first] = args.filter(({ text }) => !/^(?:-.*|exec|dlx|x)$/.test(text));
  const url = isRunner && /^https?:\/\//i.test(first?.text ?? "") ? first?.text : undefined;
  const address = url === undefined ? undefined : readAddress(url);
  return address?.kind === "code" ? undefined : address;
}

/** The registry of a container that gets the rights of the machine: `docker run --privileged registry.acme.dev/x`. */
function imageAddress(name: string, args: readonly ShellValue[]): Address | undefined {
  if (!/^(?:docker|podman|nerdctl)$/.test(name) || args[0]?.text !== "run") return undefined;
  const texts = args.map(({ text }) => text);
  const isFree = texts.some((text) =>
    /^--privileged(?:=true)?$|docker\.sock|^(?:~|\$HOME|\/|\/root|\/home|\/Users)(?:\/[\w.-]{1,60})?:|^(?:--volume=|-v)(?:~|\$HOME|\/):/.test(
      text,
    ),
  );
  const image = texts
    .slice(1)
    .find((text) => /^[a-z0-9.-]{1,200}\.[a-z]{2,20}(?::\d{1,5})?\/[\w./:@-]{1,200}$/.test(text));
  if (!isFree || image === undefined || REGISTRIES.test(image)) return undefined;
  return readAddress(`//${image}`);
}

const REGISTRIES =
  /^(?:docker\.io|ghcr\.io|quay\.io|(?:[\w.-]{1,60}\.)?gcr\.io|mcr\.microsoft\.com|public\.ecr\.aws|registry\.k8s\.io|nvcr\.io|registry\.gitlab\.com|lscr\.io|registry\.hub\.docker\.com|[\w-]{1,60}\.pkg\.dev)[:/]/;
