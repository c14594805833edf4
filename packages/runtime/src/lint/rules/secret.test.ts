import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { secret } from "./secret.ts";

/** Joined here, so that this file itself holds no text in the shape of a credential. */
const shape = (...parts: readonly string[]) => parts.join("");
const random = "q7Rk2VmX9pLs4TzB8nWc3YdF6gHj1KaE5uQoN0iMvZxC";
const payload = (claims: object) => btoa(JSON.stringify(claims)).replaceAll("=", "");
const jwt = (claims: object) =>
  shape("ey", "JhbGciOiJIUzI1NiJ9", ".", payload(claims), ".", random.slice(0, 43));

it.each([
  ["an AWS access key", shape("AK", "IA", "Q3EGTN7XWZ2RLMCV")],
  ["a GitHub token", shape("gh", "p_", random.slice(0, 36))],
  ["a GitLab token", shape("gl", "pat-", random.slice(0, 20))],
  ["a Slack token", shape("xo", "xb-", "739204851627-", random.slice(0, 24))],
  [
    "a Slack webhook",
    shape("https://hooks.", "slack.com/services/T0Q3EGTN7/B7XWZ2RLM/", random.slice(0, 24)),
  ],
  ["an Anthropic key", shape("sk", "-ant-api03-", random)],
  ["an OpenAI key", shape("sk", "-proj-", random)],
  ["a Stripe live key", shape("sk", "_live_", random.slice(0, 24))],
  ["a Google API key", shape("AI", "za", random.slice(0, 35))],
  ["an npm token", shape("np", "m_", random.slice(0, 36))],
  ["a Hugging Face token", shape("h", "f_", random.slice(0, 34))],
  ["a private key", shape("-----BEGIN RSA PRI", "VATE KEY-----\n", random, "\n", random, "\n")],
  ["a signed token (JWT)", jwt({ sub: "4711", role: "service_role" })],
  ["a credential in an assignment", `DB_PASSWORD="${random.slice(0, 24)}"`],
  ["a credential in an assignment", `"client_secret": "${random.slice(0, 32)}"`],
  ["a credential in an assignment", `api_key = 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b`],
])("F12 finds %s and masks it", async (kind, text) => {
  const found = await secret.check(lintInput({ body: `Log in.\n\n    ${text}\n` }));
  expect(found).toMatchObject([
    { severity: "error", line: expect.any(Number), message: expect.stringContaining(`looks like ${kind}:`) },
  ]);
  expect(JSON.stringify(found)).not.toContain(random.slice(6, 16));
});

it.each([
  shape("AK", "IAIOSFODNN7EXAMPLE"),
  shape("gh", "p_", "x".repeat(36)),
  shape("sk", "-ant-your-key-here-", random),
  shape("sk", "_live_", random.slice(0, 24), "..."),
  shape("sk", "-", "this-is-a-skill-name-with-many-words-in-it"),
  shape("-----BEGIN PRI", "VATE KEY-----\n...\n-----END PRI", "VATE KEY-----"),
  jwt({ sub: "1234567890", name: "John Doe" }),
  jwt({ iss: "supabase", role: "anon" }),
  shape("API_TOKEN=", "ey", "JhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"),
  "API_KEY=YOUR_API_KEY_GOES_IN_HERE",
  "api_key: <your key>",
  "password = os.environ['DB_PASSWORD_FOR_THE_APP']",
  "token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'",
  "secret: my-very-long-secret-name-in-the-vault",
  "access_token = response.data.accessTokenValue2",
  `sha256: ${"9f86d081884c7d659a2feaa0c55ad015"}`,
])("F12 does not report %s", async (text) => {
  expect(await secret.check(lintInput({ body: text }))).toEqual([]);
});

it("F12 reads the other files as well and says where", async () => {
  const files = { "scripts/run.sh": `echo\nexport API_TOKEN=${random.slice(0, 30)}\n` };
  expect(await secret.check(lintInput({ files }))).toMatchObject([
    { path: "scripts/run.sh", line: 2, column: 8 },
  ]);
});

const RANDOM = ["kQ8vZt3Lm", "9Xw2RbT7yHc4", "NsE6"].join("");

it.each([
  ["an example label", `CLIENT_SECRET="${RANDOM}" (example)`],
  ["an example block", `Example:\n\n\`\`\`sh\nCLIENT_SECRET="${RANDOM}"\n\`\`\``],
  ["letters and digits in order", 'CLIENT_SECRET="abc123~defGHI456jklMNO789pq"'],
])("F12 a value with %s is not a credential", async (_, body) => {
  expect(await secret.check(lintInput({ body }))).toEqual([]);
});

it("F12 a token that names its issuer counts in an example too", async () => {
  const token = ["ghp", "R7mKq2Wv9ZtB4yLx8NcJ3sHd6PfG1aUe5oTi"].join("_");
  expect(await secret.check(lintInput({ body: `TOKEN=${token} (example)` }))).toHaveLength(1);
});

it("F12 the default of a shell variable is shown without the sign before it", async () => {
  const [found] = await secret.check(lintInput({ body: `API_KEY=\${API_KEY:-${RANDOM}}` }));
  expect(found?.message).toContain(`: ${RANDOM.slice(0, 4)}… (25 characters)`);
});

it.each([
  ":-",
  ":=",
  "-",
  "=",
])("F12 a token is found as the default of a shell variable, after %s", async (sign) => {
  const token = ["ghp", "R7mKq2Wv9ZtB4yLx8NcJ3sHd6PfG1aUe5oTi"].join("_");
  expect(await secret.check(lintInput({ body: `TOKEN=\${GH${sign}${token}}` }))).toMatchObject([
    { message: expect.stringContaining("a GitHub token: ghp_… (40 characters)") },
  ]);
  expect(await secret.check(lintInput({ body: `see my-${token}` }))).toEqual([]);
});
