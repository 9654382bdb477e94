// What the service signed a moment ago is taken, and nothing else.

import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";

import { KeysUnavailable, NotGenuine, PublicKeys, Webhooks } from "payments-platform-client";

import { Moody } from "./moody.js";

type Pair = { publicKey: KeyObject; privateKey: KeyObject };

const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes ...").toString("base64")}`;
const OTHER_SECRET = `whsec_${Buffer.from("another secret of thirty-two ...").toString("base64")}`;
const BODY = Buffer.from(
  JSON.stringify({
    id: "Webhook:1",
    type: "OUTGOING_PAYMENT.COMPLETED",
    timestamp: "2026-03-01T12:00:00.000000Z",
    data: { id: "Transaction:1", description: "Zoë ≠ Zoe, \u2028" },
    sequence: 2,
  }),
);
let moody: Moody;
let pair: Pair;
let webhooks: Webhooks;
/** How long the process has run, in seconds. */
let seconds = 0;

beforeEach(async () => {
  moody = await Moody.start();
  pair = generateKeyPairSync("ed25519");
  moody.answers = [published(pair)];
  seconds = 0;
  const keys = new PublicKeys(`${moody.url}/webhook-keys/p.pem`, { now: () => seconds });
  webhooks = new Webhooks({ keys, secrets: [SECRET] });
});
afterEach(() => moody.stop());

function published(...pairs: Pair[]) {
  const texts = pairs.map(({ publicKey }) => Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url"));
  const keys = texts.map((text) => ({ algorithm: "ED25519", standardWebhooksKey: `whpk_${text.toString("base64")}` }));
  return { body: JSON.stringify({ keys: [{ algorithm: "ECDSA_P256_SHA256" }, ...keys] }) };
}

function signed(signers: (Pair | string)[], at = Math.floor(Date.now() / 1000)): Record<string, string> {
  const text = Buffer.concat([Buffer.from(`Webhook:1.${at}.`), BODY]);
  const entries = signers.map((signer) =>
    typeof signer === "string"
      ? `v1,${createHmac("sha256", Buffer.from(signer.slice(6), "base64")).update(text).digest("base64")}`
      : `v1a,${sign(null, text, signer.privateKey).toString("base64")}`,
  );
  return { "webhook-id": "Webhook:1", "webhook-timestamp": String(at), "webhook-signature": entries.join(" ") };
}

test("an event is read, and its type tells what its data is", async () => {
  const event = await webhooks.verify(signed([pair]), BODY);

  assert.equal(event.id, "Webhook:1");
  assert(event.type === "OUTGOING_PAYMENT.COMPLETED");
  assert.equal(event.data.description, "Zoë ≠ Zoe, \u2028");
  assert.equal(event.sequence, 2);
});

test("headers may be those of fetch, or with capitals", async () => {
  const headers = signed([pair]);
  const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));

  assert.equal((await webhooks.verify(new Headers(headers), BODY)).id, "Webhook:1");
  assert.equal((await webhooks.verify(capitals, BODY)).id, "Webhook:1");
  assert.equal((await webhooks.verify(headers, BODY.toString())).id, "Webhook:1");
});

test("the keys are read once", async () => {
  await Promise.all(Array.from({ length: 8 }, () => webhooks.verify(signed([pair]), BODY)));

  assert.deepEqual(moody.seen.map(({ path }) => path), ["/2025-10-13/webhook-keys/p"]);
});

test("while secrets are replaced either fits", async () => {
  const both = new Webhooks({ secrets: [SECRET, OTHER_SECRET] });

  for (const secrets of [[SECRET], [OTHER_SECRET], [OTHER_SECRET, SECRET]]) {
    assert.equal((await both.verify(signed([pair, ...secrets]), BODY)).id, "Webhook:1");
  }
  await assert.rejects(new Webhooks({ secrets: [SECRET] }).verify(signed([OTHER_SECRET]), BODY), NotGenuine);
});

test("what was changed or made up is refused", async () => {
  const headers = signed([pair]);
  const signature = headers["webhook-signature"]!;
  const forgeries: [Record<string, string>, Buffer][] = [
    [headers, Buffer.from(BODY.toString().replace("COMPLETED", "FAILED"))],
    [headers, Buffer.concat([BODY, Buffer.from(" ")])],
    [{ ...headers, "webhook-id": "Webhook:2" }, BODY],
    [{ ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 1) }, BODY],
    [{ ...headers, "webhook-timestamp": "soon" }, BODY],
    [{ ...headers, "webhook-timestamp": "9".repeat(5000) }, BODY],
    [{ ...headers, "webhook-signature": "v1a,AAAA" }, BODY],
    [{ ...headers, "webhook-signature": "v1a,%%%" }, BODY],
    [{ ...headers, "webhook-signature": "v1a" }, BODY],
    [{ ...headers, "webhook-signature": "v1," }, BODY],
    [{ ...headers, "webhook-signature": signature.replace("v1a", "v1") }, BODY],
    [{ ...headers, "webhook-signature": signature.replace("v1a", "v2") }, BODY],
    [signed([generateKeyPairSync("ed25519")]), BODY],
    [signed([OTHER_SECRET]), BODY],
    [{}, Buffer.alloc(0)],
  ];
  for (const [forged, body] of forgeries) await assert.rejects(webhooks.verify(forged, body), NotGenuine);
  assert.equal((await webhooks.verify(headers, BODY)).id, "Webhook:1");
});

test("what was sent long ago or in the future is refused", async () => {
  const now = 1_800_000_000;
  const fixed = new Webhooks({ secrets: [SECRET], now: () => now });
  const strict = new Webhooks({ secrets: [SECRET], now: () => now, tolerance: 10 });

  for (const ago of [301, -301]) await assert.rejects(fixed.verify(signed([SECRET], now - ago), BODY), NotGenuine);
  for (const ago of [300, -300]) await fixed.verify(signed([SECRET], now - ago), BODY);
  await assert.rejects(strict.verify(signed([SECRET], now - 20), BODY), NotGenuine);
});

test("a new key is found, and forgeries do not have the keys read again and again", async () => {
  await webhooks.verify(signed([pair]), BODY);
  const added = generateKeyPairSync("ed25519");
  moody.answers = [published(pair, added)];
  for (let round = 0; round < 5; round++) await assert.rejects(webhooks.verify(signed([added]), BODY), NotGenuine);
  assert.equal(moody.seen.length, 1);

  seconds = 61;

  assert.equal((await webhooks.verify(signed([added]), BODY)).id, "Webhook:1");
  assert.equal(moody.seen.length, 2);
});

test("a key that was withdrawn fits no longer after a day", async () => {
  await webhooks.verify(signed([pair]), BODY);
  moody.answers = [published()];
  seconds = 86_401;

  await assert.rejects(webhooks.verify(signed([pair]), BODY), NotGenuine);
});

test("keys that can't be read are no forgery", async () => {
  for (const answer of [{ status: 503 }, { body: "<html>" }, { body: "{}" }, { body: '{"keys": [{"algorithm": "ED25519"}]}' }]) {
    moody.answers = [answer];
    await assert.rejects(webhooks.verify(signed([pair]), BODY), KeysUnavailable);
  }
  moody.answers = [published(pair)];
  assert.equal((await webhooks.verify(signed([pair]), BODY)).id, "Webhook:1");
});

test("something to check by must be named", () => {
  assert.throws(() => new Webhooks({}), TypeError);
  assert.throws(() => new Webhooks({ secrets: ["whsec_"] }), TypeError);
});
