// Check both signatures of a webhook that was saved to files, with the platform's public keys.
import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

function serviceSignatureFits(headers, body, pem) {
  const signature = Buffer.from(headers["x-service-signature"], "base64");
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[^]*?-----END PUBLIC KEY-----/g);
  return blocks.some((block) => verify("sha256", body, block, signature));
}

function standardWebhookFits(headers, body, whpk, tolerance = 300) {
  const timestamp = headers["webhook-timestamp"];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance) return false;
  const x = Buffer.from(whpk.replace(/^whpk_/, ""), "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const signed = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${timestamp}.`), body]);
  return headers["webhook-signature"].split(" ").some((entry) => {
    const [version, signature] = entry.split(",");
    return version === "v1a" && verify(null, signed, key, Buffer.from(signature, "base64"));
  });
}

const headers = JSON.parse(readFileSync("headers.json", "utf8")); // names in lower case
const body = readFileSync("body"); // the bytes as they came, not parsed and printed again
console.log("X-Service-Signature:", serviceSignatureFits(headers, body, readFileSync("key.pem", "utf8")));
console.log("Webhook-Signature:", standardWebhookFits(headers, body, readFileSync("whpk.txt", "utf8")));
