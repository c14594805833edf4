import { expect, test } from "vitest";
import { isKnowhowError } from "../errors.ts";
import {
  checkAuthorizeOptions,
  checkCallContext,
  checkCompactedOptions,
  checkFence,
  checkForkOptions,
  checkRecoverOptions,
  checkRelease,
  checkResolveOptions,
  checkResumeRun,
  checkSessionOptions,
  checkToolCall,
  checkTurnInput,
} from "./check-session-options.ts";

/** Values of every type, and at the limits of numbers. */
const VALUES: readonly (readonly [shown: string, value: unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ["true", true],
  ["-1", -1],
  ["0", 0],
  ["0.5", 0.5],
  ["1", 1],
  ["Infinity", Number.POSITIVE_INFINITY],
  ['""', ""],
  ['"x"', "x"],
  ["[]", []],
  ['["x"]', ["x"]],
  ["[1]", [1]],
  ["{}", {}],
  ["a function", () => undefined],
  ["a signal", new AbortController().signal],
];

const SESSION: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
  id: [],
  contextWindow: [],
  catalogBudget: [],
  injectBudget: [],
  contextFiles: [],
  contextBudget: [],
  catalogFormat: ["lines", "xml", "json"].map((value) => [value, value]),
  location: [],
  canRead: [],
  skills: [],
  pins: [],
  uses: [
    ["numbers", { pdf: 3 }],
    ["a negative number", { pdf: -1 }],
    ["a text", { pdf: "3" }],
  ],
  preload: [],
  padTo: [],
  toolScope: ["advisory", "pre-approve", "restrict"].map((value) => [value, value]),
  scopeEnds: ["never", "next-user-skill", "turn"].map((value) => [value, value]),
  toolList: ["scoped", "constant"].map((value) => [value, value]),
  toolAliases: [
    ["names", { Bash: ["box"] }],
    ["a name", { Bash: "box" }],
  ],
  ceiling: [
    ["a declaration", [{ skill: "a", allowed: ["Read"] }]],
    ["all of it", [{ skill: "a", allowed: [], disallowed: ["Bash"], remote: true }]],
    ["no skill", [{ allowed: [] }]],
    ["nothing allowed", [{ skill: "a" }]],
    ["another field", [{ skill: "a", allowed: [], denied: [] }]],
    ["a wrong field", [{ skill: "a", allowed: [], disallowed: "Bash" }]],
    ["a wrong flag", [{ skill: "a", allowed: [], remote: 1 }]],
  ],
  grants: [],
  maxActivations: [],
  maxTokens: [],
  bodies: ["frozen", "cached", "on-load"].map((value) => [value, value]),
  follow: [],
  matching: ["explicit", "suggest", "auto", "eager"].map((value) => [value, value]),
  matcher: [
    ["a matcher", { list: () => [], match: () => [] }],
    ["with enrich", { list: () => [], match: () => [], enrich: () => undefined }],
    ["without match", { list: () => [] }],
    ["without list", { match: () => [] }],
    ["a wrong enrich", { list: () => [], match: () => [], enrich: 1 }],
  ],
  approver: [],
  runs: ["off", "offer", "start"].map((value) => [value, value]),
  scripts: [
    ["a directory", { folder: { path: "/tmp", access: "read" } }],
    ["limits", { limits: { seconds: 5 } }],
    ["another field", { files: [] }],
  ],
  authoring: [],
  tools: [
    ["a registry", { list: () => [] }],
    ["no registry", { lists: () => [] }],
  ],
  library: [],
  reload: [],
  restore: [],
  elephant: [],
};

function outcome(check: () => void): string {
  try {
    check();
    return "accepted";
  } catch (error) {
    if (!isKnowhowError(error)) throw error;
    return `${error.message.replace(/, got .*/, "")}${error.hint === undefined ? "" : ` (${error.hint})`}`;
  }
}

/** The values that are accepted, and the errors of the others, each once. */
function judge(
  title: string,
  check: (value: unknown) => void,
  more: readonly (readonly [string, unknown])[] = [],
): string {
  const outcomes = new Map<string, string[]>();
  for (const [shown, value] of [...VALUES, ...more]) {
    const told = outcome(() => check(value));
    outcomes.set(told, [...(outcomes.get(told) ?? []), shown]);
  }
  return [`## ${title}`, ...[...outcomes].map(([told, values]) => `${told}: ${values.join(", ")}`)].join(
    "\n",
  );
}

const message = (content: unknown, role: unknown = "user") => [{ role, content }];
const MESSAGES = [
  ["a message", message("hi")],
  ["an assistant's", message("hi", "assistant")],
  ["a wrong role", message("hi", "robot")],
  ["no text", message(5)],
] as const;

test("S3 every option of a conversation is checked, and the error names what is right", async () => {
  const text = [
    ...Object.entries(SESSION).map(([name, more]) =>
      judge(`session ${name}`, (value) => checkSessionOptions({ [name]: value }), more),
    ),
    judge("session", checkSessionOptions),
    judge("fork", checkForkOptions),
    judge("fork restore", (value) => checkForkOptions({ restore: value })),
    judge("fork pins", (value) => checkForkOptions({ pins: value })),
    judge("turn", checkTurnInput),
    judge("turn messages", (value) => checkTurnInput({ messages: value }), MESSAGES),
    judge("turn files", (value) => checkTurnInput({ files: value })),
    judge("turn availableTools", (value) => checkTurnInput({ availableTools: value })),
    judge("turn signal", (value) => checkTurnInput({ signal: value })),
    judge("turn onEvent", (value) => checkTurnInput({ onEvent: value })),
    judge("guard call", (value) => checkToolCall(value, undefined)),
    judge("guard call name", (value) => checkToolCall({ name: value }, undefined)),
    judge("guard call input", (value) => checkToolCall({ name: "Read", input: value }, undefined)),
    judge("guard call other", (value) => checkToolCall({ name: "Read", args: value }, undefined)),
    judge("guard availableTools", (value) => checkToolCall({ name: "Read" }, value)),
    judge("authorize", checkAuthorizeOptions),
    judge("authorize availableTools", (value) => checkAuthorizeOptions({ availableTools: value })),
    judge("authorize signal", (value) => checkAuthorizeOptions({ signal: value })),
    judge("authorize ask", (value) => checkAuthorizeOptions({ ask: value })),
    judge("release", checkRelease),
    judge("fence text", (value) => checkFence(value, { source: "x" })),
    judge("fence options", (value) => checkFence("x", value)),
    judge("fence source", (value) => checkFence("x", { source: value })),
    judge("call", checkCallContext),
    ...["toolUseId", "answer", "onEvent", "again", "signal", "resume", "elephant"].map((name) =>
      judge(`call ${name}`, (value) => checkCallContext({ [name]: value })),
    ),
    judge("resolve", checkResolveOptions),
    judge("resolve page", (value) => checkResolveOptions({ page: value })),
    judge("resolve audience", (value) => checkResolveOptions({ audience: value }), [
      ["model", "model"],
      ["user", "user"],
    ]),
    judge("compacted", checkCompactedOptions),
    judge("compacted keepTokens", (value) => checkCompactedOptions({ keepTokens: value })),
    judge("compacted messages", (value) => checkCompactedOptions({ messages: value }), MESSAGES),
    judge("recover messages", (value) => checkRecoverOptions(value, {}), MESSAGES),
    judge("recover keepTokens", (value) => checkRecoverOptions([], { keepTokens: value })),
    judge("resumeRun token", (value) => checkResumeRun(value, { answer: true })),
    judge("resumeRun options", (value) => checkResumeRun("x", value)),
    judge("resumeRun answer", (value) => checkResumeRun("x", { answer: value })),
    judge("resumeRun signal", (value) => checkResumeRun("x", { answer: true, signal: value })),
    judge("resumeRun onEvent", (value) => checkResumeRun("x", { answer: true, onEvent: value })),
  ];
  await expect(`${text.join("\n\n")}\n`).toMatchFileSnapshot("option-errors.txt");
});
