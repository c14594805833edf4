import { type Address, readAddress } from "../hosts/host-kind.ts";
import type { ShellCommand } from "../shell/run-shell.ts";
import type { SignalKind } from "./signal.ts";

/** A risk of one command, whatever stands around it. */
export interface CommandRisk {
  readonly kind: SignalKind;
  readonly detail?: string;
  readonly address?: Address;
}

/** What a command destroys, disables or opens. */
export function commandRisks(command: ShellCommand): readonly CommandRisk[] {
  const { name, args, text } = command;
  const words = args.map((arg) => arg.text);
  const line = [name, ...words].join(" ");
  const risks: CommandRisk[] = [];
  if (isWipe(name, words, line)) risks.push({ kind: "destroys", detail: line.slice(0, 120) });
  if (name === "chmod" && words.some((word) => /^(?:[ugo]*\+s|[2467][0-7]{3})$/.test(word)))
    risks.push({ kind: "escalates", detail: "sets a setuid bit" });
  if (name === "setcap" && /cap_(?:setuid|sys_admin|dac_override)/.test(line))
    risks.push({ kind: "escalates", detail: "gives capabilities" });
  if (
    command.writes.some((path) => /\/etc\/sudoers/.test(path)) ||
    (name === "tee" && /\/etc\/sudoers/.test(line))
  )
    risks.push({ kind: "escalates", detail: "changes who may use sudo" });
  const disabled = disabledProtection(name, line);
  if (disabled !== undefined) risks.push({ kind: "disables-protection", detail: disabled });
  const shell = reverseShell(command, line, text);
  if (shell !== undefined) risks.push({ kind: "reverse-shell", ...shell });
  if (
    /^(?:xmrig|minerd|cpuminer|cgminer|bfgminer|nbminer|t-rex|lolminer)$/.test(name) ||
    /stratum\+(?:tcp|ssl):\/\//i.test(line)
  )
    risks.push({ kind: "mines", detail: line.slice(0, 120) });
  if (name === "launchctl" && /^(?:load|bootstrap|submit)$/.test(words[0] ?? ""))
    risks.push({ kind: "persists", detail: "a launch agent" });
  if (name === "schtasks" && /\/create/i.test(line))
    risks.push({ kind: "persists", detail: "a scheduled task" });
  return risks;
}

function isWipe(name: string, words: readonly string[], line: string): boolean {
  if (name === "rm") {
    const isRecursive = words.some((word) => /^-[a-z]*r/i.test(word) || word === "--recursive");
    return (
      isRecursive &&
      words.some((word) =>
        /^(?:\/|\/\*|~|~\/|~\/\*|\$HOME|\$\{HOME\}|\$HOME\/|\$HOME\/\*|\/(?:home|etc|usr|var|Users|System|Library)\/?\*?)$/.test(
          word,
        ),
      )
    );
  }
  if (name === "dd") return words.some((word) => /^of=\/dev\/(?:sd|nvme|hd|disk|mmcblk|vd)/.test(word));
  if (name.startsWith("mkfs")) return words.some((word) => /^\/dev\//.test(word));
  if (name === "find") return /^find (?:\/|~|\$HOME)\/? .*(?:-delete|-exec (?:rm|shred))/.test(line);
  return name === "shred" && /(?:~|\$HOME|\/home|\/Users)/.test(line);
}

function disabledProtection(name: string, line: string): string | undefined {
  if (name === "xattr" && /-(?:[a-z]*d|c|r?c)\b/.test(line) && /quarantine|-c/.test(line))
    return "the quarantine of downloaded files";
  if (name === "spctl" && /--(?:master|global)-disable/.test(line)) return "Gatekeeper";
  if (name === "csrutil" && /disable/.test(line)) return "system integrity protection";
  if (name === "setenforce" && / 0/.test(line)) return "SELinux";
  if (name === "ufw" && /disable/.test(line)) return "the firewall";
  if (
    name === "systemctl" &&
    /(?:stop|disable|mask) [^\n]{0,60}(?:firewalld|auditd|falcon-sensor|clamav|apparmor|ufw)/.test(line)
  )
    return "a security service";
  if (/set-mppreference[^\n]{0,120}disable|add-mppreference[^\n]{0,60}exclusion/i.test(line))
    return "Windows Defender";
  if (name === "history" && /-c/.test(line)) return "the history of the shell";
  if (/--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo\b/.test(line))
    return "the permissions of an agent";
  return undefined;
}

/** A shell that another machine controls. */
function reverseShell(
  command: ShellCommand,
  line: string,
  text: string,
): { readonly address?: Address } | undefined {
  const { name } = command;
  const device = /\/dev\/(?:tcp|udp)\/([^\s/"']{1,253})\/(\$?\{?\w{1,20})/.exec(
    `${line} ${text} ${command.writes.join(" ")}`,
  );
  if (device !== null && (/^(?:bash|sh|zsh|exec)$/.test(name) || /(?:ba|z)?sh\b/.test(text))) {
    if (!/-i\b|0>&|<&|exec\s+\d/.test(text)) return undefined;
    return place(device[1] ?? "");
  }
  if (/^(?:nc|ncat|netcat)$/.test(name)) {
    const runs =
      /\s-(?:[a-z]*e|c|-exec|-sh-exec)\s+\S{0,40}(?:sh|bash|cmd|powershell)/i.test(line) ||
      /\|\s*(?:\/bin\/)?(?:ba)?sh\s+-i/.test(text);
    const host = command.args
      .map((arg) => arg.text)
      .find((word) => /^[\w-]+(?:\.[\w-]+)+$/.test(word) && !/\.exe$/i.test(word));
    if (runs && !/\s-\w*l/.test(line)) return place(host ?? "");
  }
  if (name === "socat" && /exec:/i.test(line) && /tcp/i.test(line) && !/listen/i.test(line)) {
    const host = /tcp[46]?(?:-connect)?:([^:,\s]{1,253})/i.exec(line)?.[1];
    return place(host ?? "");
  }
  return undefined;
}

function place(host: string): { readonly address?: Address } {
  const address = readAddress(`//${host || "HOST$"}`);
  return address === undefined ? {} : { address };
}
