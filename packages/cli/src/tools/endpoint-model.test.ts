import { afterEach, describe, expect, it } from "vitest";
import { type Asked, type Loopback, loopback } from "../testing/loopback.ts";
import { endpointModel } from "./endpoint-model.ts";

let server: Loopback | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const KEY = "sk-very-secret";

async function open(answer: (asked: Asked) => { status?: number; body: unknown }): Promise<Loopback> {
  server = await loopback((asked) => {
    const { status = 200, body } = answer(asked);
    return { status, body: typeof body === "string" ? body : JSON.stringify(body) };
  });
  return server;
}

const generate = (env: Readonly<Record<string, string>>, more: object = {}) =>
  endpointModel(env)?.generate({ prompt: "Say hi", signal: new AbortController().signal, ...more });

describe("the model of the command line", () => {
  it("X4 asks an OpenAI-compatible endpoint", async () => {
    const { host, asked } = await open(() => ({
      body: { choices: [{ message: { content: "hi" }, finish_reason: "stop" }] },
    }));
    const env = { KNOWHOW_MODEL: "local", KNOWHOW_MODEL_URL: `http://${host}/v1/`, KNOWHOW_MODEL_KEY: KEY };
    expect(await generate(env, { system: "Be kind.", schema: { type: "object" } })).toEqual({ text: "hi" });
    expect(asked).toMatchObject([
      { path: "/v1/chat/completions", headers: { authorization: `Bearer ${KEY}` } },
    ]);
    const { model, messages } = JSON.parse(asked[0]?.body ?? "");
    expect(model).toBe("local");
    expect(messages).toEqual([
      {
        role: "system",
        content: expect.stringMatching(/^Be kind\.\n\n.*JSON Schema: \{"type":"object"\}$/s),
      },
      { role: "user", content: "Say hi" },
    ]);
  });

  it("X4 asks an Anthropic endpoint", async () => {
    const { host, asked } = await open(() => ({
      body: {
        content: [
          { type: "text", text: "hi " },
          { type: "text", text: "you" },
        ],
        stop_reason: "end_turn",
      },
    }));
    const env = {
      KNOWHOW_MODEL: "claude-x",
      KNOWHOW_MODEL_URL: `http://${host}/v1/messages`,
      KNOWHOW_MODEL_KEY: KEY,
    };
    expect(await generate(env)).toEqual({ text: "hi you" });
    expect(asked).toMatchObject([
      { path: "/v1/messages", headers: { "x-api-key": KEY, "anthropic-version": "2023-06-01" } },
    ]);
    expect(JSON.parse(asked[0]?.body ?? "")).toMatchObject({
      model: "claude-x",
      max_tokens: 8192,
      messages: [{ role: "user", content: "Say hi" }],
    });
  });

  it.each([
    [401, "unauthorized", "KNOWHOW_MODEL_KEY is missing or not accepted"],
    [404, "no_model", "check KNOWHOW_MODEL and KNOWHOW_MODEL_URL"],
    [429, "rate_limit", "too many requests"],
    [500, "unavailable", "the service failed; try again later"],
    [302, "failed", "the request was refused"],
  ])("X4 says what a %i means, without the key", async (status, code, message) => {
    const { host } = await open(() => ({ status, body: { error: { message: `wrong key ${KEY}` } } }));
    const env = { KNOWHOW_MODEL: "m", KNOWHOW_MODEL_URL: `http://${host}/v1`, KNOWHOW_MODEL_KEY: KEY };
    const error = await generate(env)?.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(String(error)).not.toContain(KEY);
  });

  it("X4 leaves no part of the key where a long message of the service is cut", async () => {
    const message = `${"x".repeat(290)}${KEY}`;
    const { host } = await open(() => ({ status: 401, body: { error: { message } } }));
    const env = { KNOWHOW_MODEL: "m", KNOWHOW_MODEL_URL: `http://${host}/v1`, KNOWHOW_MODEL_KEY: KEY };
    const error = await generate(env)?.catch((reason: unknown) => reason);
    expect(String(error)).toContain("xxx");
    expect(String(error)).not.toContain(KEY.slice(0, 5));
  });

  it.each([
    ["not JSON", "<html>"],
    ["no choices", { choices: [] }],
    ["an answer that is cut off", { choices: [{ message: { content: "h" }, finish_reason: "length" }] }],
  ])("X4 refuses %s", async (_, body) => {
    const { host } = await open(() => ({ body }));
    const env = { KNOWHOW_MODEL: "m", KNOWHOW_MODEL_URL: `http://${host}/v1` };
    await expect(generate(env)).rejects.toMatchObject({ code: "invalid_output" });
  });

  it("X4 refuses wrong settings, and a key without encryption", async () => {
    expect(endpointModel({})).toBeUndefined();
    for (const url of ["nonsense", "ftp://x/", "https://user:word@x/"])
      await expect(generate({ KNOWHOW_MODEL: "m", KNOWHOW_MODEL_URL: url })).rejects.toMatchObject({
        code: "no_model",
      });
    const env = { KNOWHOW_MODEL: "m", KNOWHOW_MODEL_URL: "http://models.example/v1", KNOWHOW_MODEL_KEY: KEY };
    await expect(generate(env)).rejects.toThrow("is not sent without encryption");
    const { host } = await open(() => ({ body: "" }));
    await server?.close();
    const gone = { KNOWHOW_MODEL: "m", KNOWHOW_MODEL_URL: `http://${host}/v1` };
    await expect(generate(gone)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});
