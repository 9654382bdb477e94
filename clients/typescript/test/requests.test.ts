// Requests are sent again with one key, refusals are thrown, lists go to their end.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { inspect } from "node:util";

import { ApiError, InexactAmount, NoReply, type Options, Payments, PaymentsError } from "payments-platform-client";

import { type Answer, Moody, refusal } from "./moody.js";

const USD = { code: "USD", name: "US Dollar", symbol: "$", decimals: 2 };
let moody: Moody;

beforeEach(async () => {
  moody = await Moody.start();
});
afterEach(() => moody.stop());

function client(options: Partial<Options> = {}): Payments {
  const retries = { firstPause: 0.001 };
  return new Payments({ baseUrl: moody.url, clientId: "id", clientSecret: "secret", retries, ...options });
}

function fund(payments: Payments, key?: string) {
  return payments.post("/sandbox/internal-accounts/{accountId}/fund", {
    params: { path: { accountId: "InternalAccount:1" }, ...(key ? { header: { "Idempotency-Key": key } } : {}) },
    body: { amount: 1 },
  });
}

async function thrown<Kind extends Error>(call: Promise<unknown>, kind: abstract new (...args: never[]) => Kind): Promise<Kind> {
  try {
    await call;
  } catch (error) {
    assert(error instanceof kind, String(error));
    return error;
  }
  assert.fail("nothing was thrown");
}

const PASSING: Record<string, Answer> = {
  "no reply": { dropped: true },
  "half a reply": { cut: true },
  "half a refusal": { status: 400, cut: true },
  "408": refusal(408, "REQUEST_TIMEOUT"),
  "409 of the key": refusal(409, "IDEMPOTENCY_KEY_IN_USE"),
  "424 that passes": refusal(424, "PAYREQ_REQUEST_FAILED", {}, { retryable: true }),
  "429": refusal(429, "RATE_LIMITED", { "Retry-After": "0" }),
  "500": refusal(500, "INTERNAL_ERROR"),
  "502 of a proxy": { status: 502, body: "<html>" },
  "503": refusal(503, "SERVICE_UNAVAILABLE", { "Retry-After": "0" }),
  "504 of a proxy": { status: 504, body: "" },
};

for (const [name, passing] of Object.entries(PASSING)) {
  test(`what passes is asked again with the same key: ${name}`, async () => {
    moody.answers = [passing, passing, { body: '{"id": "InternalAccount:1"}' }];

    const account = await fund(client());

    assert.equal(account.id, "InternalAccount:1");
    assert.equal(moody.seen.length, 3);
    assert.equal(new Set(moody.keys).size, 1);
    assert.match(String(moody.keys[0]), /^[0-9a-f-]{36}$/);
    assert.deepEqual(new Set(moody.seen.map(({ body }) => body)), new Set(['{"amount":1}']));
  });
}

for (const status of [400, 401, 403, 404, 409, 410, 415, 422, 424, 501]) {
  test(`what stays is thrown at once: ${status}`, async () => {
    moody.answers = [refusal(status, "SOME_CODE", { "Retry-After": "7" })];

    const error = await thrown(fund(client()), ApiError);

    assert.deepEqual(
      [error.status, error.code, error.message, error.requestId, error.retryAfter],
      [status, "SOME_CODE", "No.", "request-1", 7],
    );
    assert.deepEqual(error.details, { errors: [{ field: "amount" }] });
    assert.deepEqual([error.idempotencyKey], moody.keys);
  });
}

test("an error tells what is wrong with each field", async () => {
  const errors = [{ field: "file", reason: "shows nothing" }, { field: "country", reason: "No." }, { field: "size" }, 7];
  const body = JSON.stringify({ status: 400, code: "SOME_CODE", message: "No.", details: { errors } });
  moody.answers = [{ status: 400, body }];

  const error = await thrown(fund(client()), ApiError);

  assert.equal(error.message, "No. (file: shows nothing)");
});

test("a redirect is not followed", async () => {
  moody.answers = [{ status: 307, body: "", headers: { Location: "http://127.0.0.1:9/" } }];

  const error = await thrown(fund(client()), ApiError);

  assert.deepEqual([error.status, moody.seen.length], [307, 1]);
});

test("the token is in no text", () => {
  assert.doesNotMatch(inspect(client(), { depth: 9, showHidden: true }), /secret|aWQ6/);
});

test("an answer of somebody else is an error too", async () => {
  moody.answers = [{ status: 404, body: "<html>not here</html>" }];

  const error = await thrown(fund(client()), ApiError);

  assert.deepEqual([error.status, error.code, error.details, error.requestId], [404, "", {}, ""]);
  assert.equal(error.message, "Not Found");
});

test("the number of attempts is bounded", async () => {
  moody.answers = [refusal(503, "SERVICE_UNAVAILABLE", { "Retry-After": "0" })];
  await thrown(fund(client()), ApiError);
  assert.equal(moody.seen.length, 5);

  moody.answers = [refusal(500, "INTERNAL_ERROR")];
  await thrown(fund(client()), ApiError);
  assert.equal(moody.seen.length, 5 + 3);
});

test("without a reply the key is told", async () => {
  moody.answers = [{ dropped: true }];

  const error = await thrown(fund(client(), "mine"), NoReply);

  assert.equal(error.idempotencyKey, "mine");
  assert(error.cause instanceof Error);
  assert.match(error.message, /^No reply came to the request \(TypeError: fetch failed; SocketError: .+\)\. Send it again with/);
  assert.deepEqual(moody.keys, Array(5).fill("mine"));
});

test("an attempt that takes too long is made again", async () => {
  moody.answers = [{ delay: 300 }, { body: '{"id": "InternalAccount:1"}' }];

  assert.equal((await fund(client({ timeout: 3 }))).id, "InternalAccount:1");
  assert.equal(new Set(moody.keys).size, 1);
});

test("a caller who gives up is heard", async () => {
  moody.answers = [refusal(503, "SERVICE_UNAVAILABLE", { "Retry-After": "30" })];
  const controller = new AbortController();
  const call = client().get("/config", { signal: controller.signal });
  while (!moody.seen.length) await new Promise((resolve) => setTimeout(resolve, 10));
  controller.abort(new Error("enough"));

  await assert.rejects(call, /enough/);
  assert.equal(moody.seen.length, 1);
});

test("a pause is never shorter than asked", async () => {
  moody.answers = [refusal(429, "RATE_LIMITED", { "Retry-After": "1" }), {}];
  const before = performance.now();

  await fund(client());

  assert(performance.now() - before >= 1000);
});

test("a pause longer than the bound is not made", async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
  for (const when of ["86400", tomorrow]) {
    moody.answers = [refusal(429, "RATE_LIMITED", { "Retry-After": when })];

    const error = await thrown(fund(client()), ApiError);

    assert(Math.abs((error.retryAfter ?? 0) - 86_400) < 600);
  }
  assert.equal(moody.seen.length, 2);
});

test("bounds that make no sense are refused", () => {
  for (const retries of [{ attempts: 0 }, { firstPause: -1 }, { longestPause: -1 }, { attempts: NaN }]) {
    assert.throws(() => client({ retries }), RangeError);
  }
});

test("what only reads has no key, and what creates has one", async () => {
  const payments = client();
  moody.answers = [{ body: '{"data": []}' }];
  await payments.get("/platform/internal-accounts");
  await payments.get("/customers/kyc-link", { params: { query: { platformCustomerId: "a b&c" } } });
  await payments.get("/receiver/uma/{receiverUmaAddress}", { params: { path: { receiverUmaAddress: "$a/b@c" } } });
  await payments.patch("/config", { body: {} });
  await payments.put("/documents/{documentId}", { params: { path: { documentId: "1" } }, body: {} });

  assert.deepEqual(moody.keys.map(Boolean), [false, true, true, true, true]);
  assert.equal(moody.seen[1]?.path, "/2025-10-13/customers/kyc-link?platformCustomerId=a%20b%26c");
  assert.equal(moody.seen[2]?.path, "/2025-10-13/receiver/uma/%24a%2Fb%40c");
  assert.equal(moody.seen[0]?.headers.authorization, "Basic aWQ6c2VjcmV0");
});

test("an answer without a body is nothing", async () => {
  moody.answers = [{ status: 204 }];

  const nothing = await client().delete("/documents/{documentId}", { params: { path: { documentId: "1" } } });

  assert.equal(nothing, undefined);
});

test("a body with a file is a form", async () => {
  moody.answers = [{ status: 201 }];
  const file = new File(["%PDF"], "passport.pdf", { type: "application/pdf" });

  await client().post("/documents", { body: { file, documentType: "PASSPORT", country: "GB", documentHolder: "Customer:1" } });

  assert.match(String(moody.seen[0]?.headers["content-type"]), /^multipart\/form-data; boundary=/);
  assert.match(moody.seen[0]?.body ?? "", /name="file"; filename="passport.pdf"\r\nContent-Type: application\/pdf\r\n\r\n%PDF/);
  assert.match(moody.seen[0]?.body ?? "", /name="documentHolder"\r\n\r\nCustomer:1/);
});

test("an amount that a number does not hold is not rounded", async () => {
  moody.answers = [{ body: '{"balance": {"amount": 9223372036854775807}}' }];
  await thrown(fund(client()), InexactAmount);

  moody.answers = [{ body: '{"balance": {"amount": 9007199254740991}}' }];
  assert.equal((await fund(client())).balance.amount, 2 ** 53 - 1);
});

// --- lists ---

const PAGES: Answer[] = [
  { body: '{"data": [{"id": "Token:1"}, {"id": "Token:2"}], "hasMore": true, "nextCursor": "after=2"}' },
  { body: '{"data": [{"id": "Token:3"}], "hasMore": false}' },
];

test("a list goes to its end with the same filters", async () => {
  moody.answers = [...PAGES];
  const rows: string[] = [];
  for await (const { id } of client().iterate("/tokens", { params: { query: { name: "n" } } })) rows.push(id);

  assert.deepEqual(rows, ["Token:1", "Token:2", "Token:3"]);
  assert.deepEqual(
    moody.seen.map(({ path }) => path.split("?")[1]),
    ["limit=100&name=n", "limit=100&name=n&cursor=after%3D2"],
  );
});

test("a page is fetched when it is wanted", async () => {
  moody.answers = [...PAGES];

  const { value } = await client().iterate("/tokens", { params: { query: { limit: 2 } } }).next();

  assert.equal(value?.id, "Token:1");
  assert.equal(moody.seen.length, 1);
});

test("a list that does not say how it goes on is not read for ever", async () => {
  moody.answers = [{ body: '{"data": [], "hasMore": true}' }];

  await thrown(client().iterate("/tokens").next(), PaymentsError);
});

// --- the client itself ---

test("currencies come from the platform's accounts", async () => {
  moody.answers = [{ body: JSON.stringify({ data: [{ balance: { amount: 1, currency: USD } }] }) }];

  assert.deepEqual([...(await client().currencies())], [["USD", USD]]);
});

test("the environment names the token", async () => {
  Object.assign(process.env, { PAYMENTS_BASE_URL: moody.url, PAYMENTS_CLIENT_ID: "id", PAYMENTS_CLIENT_SECRET: "" });
  assert.throws(() => Payments.fromEnvironment(), /PAYMENTS_CLIENT_SECRET/);

  process.env["PAYMENTS_CLIENT_SECRET"] = "secret";
  await Payments.fromEnvironment().get("/config");

  assert.equal(moody.seen[0]?.path, "/2025-10-13/config");
});

/** What does not fit is seen before anything runs: each of these lines would be an error of types. */
export async function whatDoesNotCompile(payments: Payments): Promise<void> {
  // @ts-expect-error - there is no such path
  await payments.get("/nothing");
  // @ts-expect-error - this path has no such method
  await payments.post("/config", { body: {} });
  // @ts-expect-error - a body is asked for
  await payments.post("/customers");
  // @ts-expect-error - a field is misspelt
  await payments.post("/verifications", { body: { customerId: "Customer:1", custmerId: "Customer:1" } });
  // @ts-expect-error - the field of a path is asked for
  await payments.get("/quotes/{quoteId}");
  // @ts-expect-error - a value that there is not
  await payments.get("/customers", { params: { query: { kycStatus: "SOMETIMES" } } });
  // @ts-expect-error - this is no list in pages
  payments.iterate("/config");
  const config = await payments.get("/config");
  // @ts-expect-error - replies have no such field
  config.nothing;
}
