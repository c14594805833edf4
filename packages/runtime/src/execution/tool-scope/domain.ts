import type { ToolArgument } from "./tool-rule.ts";

type DomainArgument = Extract<ToolArgument, { readonly kind: "domain" }>;

/** Parses `domain:example.com` or `domain:*.example.com`. A host that URL would write differently is rejected. */
export function parseDomain(text: string): { readonly value: DomainArgument } | { readonly problem: string } {
  if (!text.startsWith("domain:")) return { problem: "an address is matched by `domain:host`" };
  const written = text.slice("domain:".length).trim().toLowerCase();
  const subdomainsOnly = written.startsWith("*.");
  const host = subdomainsOnly ? written.slice(2) : written;
  if (readHost(`https://${host}/`) !== host) return { problem: `"${host}" is not a plain host name` };
  if (subdomainsOnly && !hasSubdomains(host)) return { problem: `"${host}" has no subdomains of its own` };
  return { value: { kind: "domain", host, subdomainsOnly } };
}

/** The reason why a domain rule does not cover a URL; undefined if it does. */
export function objectToUrl(rule: DomainArgument, url: string): string | undefined {
  const host = readHost(url);
  if (host === undefined)
    return "the address is not a plain http or https address without user name and port";
  const below = hasSubdomains(rule.host) && host.endsWith(`.${rule.host}`);
  return below || (host === rule.host && !rule.subdomainsOnly) ? undefined : `the host is ${host}`;
}

/** True unless the URL certainly belongs to another domain; for denying rules. */
export function mayBeDomain(rule: DomainArgument, url: string): boolean {
  const host = readHost(url)?.replace(/\.$/, "");
  return host === undefined || host === rule.host || host.endsWith(`.${rule.host}`);
}

/**
 * The host of a URL. Undefined if the URL has a user name, a port, white space, a backslash or a host that is not in
 * the normalized form of URL: other parsers could see another host there.
 */
function readHost(url: string): string | undefined {
  if (url.length > 8_192 || /[\s\\\p{C}]/u.test(url)) return undefined;
  const written = /^https?:\/\/([a-z0-9.-]+)(?=[/?#]|$)/i.exec(url)?.[1]?.toLowerCase();
  if (written === undefined || !URL.canParse(url)) return undefined;
  return new URL(url).hostname === written ? written : undefined;
}

/** False for a single label or a number: `domain:com` must not match half of the web. */
function hasSubdomains(host: string): boolean {
  return host.includes(".") && !/\.\d+$/.test(host);
}
