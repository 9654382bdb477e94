// Receive webhooks on http://127.0.0.1:9000: print those that are genuine, fresh and new.
//
// Run it:  node receive_webhooks.mjs [PORT]
// It needs Node.js 18 or newer, no packages, and PAYMENTS_BASE_URL, PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET in the
// environment, with which it asks once whose events it takes.

import { createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";

const { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_CLIENT_ID: id, PAYMENTS_CLIENT_SECRET: secret } = process.env;
const freshSeconds = 300;
const handled = new Set(); // yours is a unique column, written in the database transaction that handles the event
let keysUrl;
let known = { until: 0, keys: [] };

async function read(url, headers = {}) {
  const reply = await fetch(url, { headers, signal: AbortSignal.timeout(5000) });
  if (!reply.ok) throw new Error(`${url} answers ${reply.status}`);
  return reply.json();
}

// The address of the platform's public keys, which need no authentication.
async function addressOfKeys() {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const platform = (await read(`${baseUrl}/config`, { authorization })).id.replace("PlatformConfig:", "");
  return `${baseUrl.slice(0, baseUrl.lastIndexOf("/"))}/webhook-keys/${platform}`;
}

// The platform's keys, read anew every few minutes: a new key is published long before it signs.
async function publishedKeys() {
  if (Date.now() >= known.until) {
    keysUrl ??= await addressOfKeys();
    const { keys } = await read(keysUrl);
    const texts = keys.filter((key) => key.algorithm === "ED25519").map((key) => key.standardWebhooksKey);
    known = { until: Date.now() + freshSeconds * 1000, keys: texts.map(publicKey) };
  }
  return known.keys;
}

function publicKey(text) {
  const x = Buffer.from(text.replace(/^whpk_/, ""), "base64").toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

// Whether a published key has signed these very bytes, a moment ago.
async function isGenuine(headers, body) {
  const sentAt = headers["webhook-timestamp"] ?? "";
  if (!/^\d+$/.test(sentAt) || Math.abs(Date.now() / 1000 - Number(sentAt)) > freshSeconds) return false;
  const signed = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${sentAt}.`), body]);
  const keys = await publishedKeys();
  return (headers["webhook-signature"] ?? "").split(" ").some((entry) => {
    const [version, signature = ""] = entry.split(",");
    return version === "v1a" && keys.some((key) => verify(null, signed, key, Buffer.from(signature, "base64")));
  });
}

// The same event may come again, under the same id.
function handleOnce(event) {
  const news = handled.has(event.id) ? "again" : "signed";
  handled.add(event.id);
  console.log(news, event.type, event.data?.id ?? "");
}

const server = createServer(async (request, response) => {
  try {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks); // the bytes as they came, checked before anything reads them
    const genuine = await isGenuine(request.headers, body);
    if (genuine) handleOnce(JSON.parse(body));
    else console.log("FORGED");
    response.writeHead(genuine ? 200 : 401).end();
  } catch (error) {
    console.error(error.message);
    response.writeHead(500).end(); // we will be told again
  }
});

const port = Number(process.argv[2] ?? 9000);
server.listen(port, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${port}`));
