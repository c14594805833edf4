import type { ToolArgument } from "./tool-rule.ts";

type DomainArgument = Extract<ToolArgument, { readonly kind: "domain" }>;

/** Reads `domain:example.com` or `domain:*.example.com`; a host that URL would write otherwise is refused. */
export function parseDomain(text: string): { readonly value: DomainArgument } | { readonly problem: string } {
  if (!text.startsWith("domain:")) return { problem: "an address is matched by `domain:host`" };
  const written = text.slice("domain:".length).trim().toLowerCase();
  const subdomainsOnly = written.startsWith("*.");
  const host = subdomainsOnly ? written.slice(2) : written;
  if (readHost(`https://${host}/`) !== host) return { problem: `"${host}" is not a plain host name` };
  if (subdomainsOnly && !hasSubdomains(host)) return { problem: `"${host}" has no subdomains of its own` };
  return { value: { kind: "domain", host, subdomainsOnly } };
}

/** Why an address is not covered by a domain rule, or undefined when it is. */
export function objectToUrl(rule: DomainArgument, url: string): string | undefined {
  const host = readHost(url);
  if (host === undefined)
    return "the address is not a plain http or https address without user name and port";
  const below = hasSubdomains(rule.host) && host.endsWith(`.${rule.host}`);
  return below || (host === rule.host && !rule.subdomainsOnly) ? undefined : `the host is ${host}`;
}

/** True unless the address certainly belongs to another domain; for rules that forbid. */
export function mayBeDomain(rule: DomainArgument, url: string): boolean {
  const host = readHost(url)?.replace(/\.$/, "");
  return host === undefined || host === rule.host || host.endsWith(`.${rule.host}`);
}

/**
 * The host of an address, or undefined when the address has a user name, a port, white space, a backslash or a host
 * that is not written the way URL understands it: other readers could see another host there.
 */
function readHost(url: string): string | undefined {
  if (url.length > 8_192 || /[\s\\\p{C}]/u.test(url)) return undefined;
  const written = /^https?:\/\/([a-z0-9.-]+)(?=[/?#]|$)/i.exec(url)?.[1]?.toLowerCase();
  if (written === undefined || !URL.canParse(url)) return undefined;
  return new URL(url).hostname === written ? written : undefined;
}

/** A single label and a number have none: `domain:com` must not mean half of the web. */
function hasSubdomains(host: string): boolean {
  return host.includes(".") && !/\.\d+$/.test(host);
}
