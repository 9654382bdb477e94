// Another institution, in both roles, on loopback. Usage: node institution.mjs CONFIG.json; it prints its port.
//
// Messages are made, read and verified by the published JavaScript library. The variants of CONFIG, one to a domain, are
// certificates and keys, and `go: true`: then the description hash covers payer data as the Go library writes them.
// What others ask is answered under the domain of the Host header. Below /control/<domain>/ a test has messages made
// and read; a library's refusal is {"error": code} there.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import * as uma from "@uma-sdk/core";
import bolt11 from "bolt11";
import { decrypt } from "eciesjs";

const NETWORK = { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, validWitnessVersions: [0, 1] };
const config = JSON.parse(readFileSync(process.argv[2], "utf8"));
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

class Refusal extends Error {
  constructor(status, code, reason) {
    super(reason);
    Object.assign(this, { status, code });
  }
}

const CURRENCIES = {
  EUR: new uma.Currency("EUR", "Euro", "€", 15000, 1, 10_000_000, 2),
  USD: new uma.Currency("USD", "US Dollar", "$", 12500, 1, 10_000_000, 2),
  SAT: new uma.Currency("SAT", "Satoshi", "sat", 1000, 1, 100_000_000, 0),
};
const RECEIVERS = { $carol: ["EUR", "USD"], $dana: ["USD", "EUR"], $sam: ["SAT"], $gus: ["XAU"] };
CURRENCIES.XAU = new uma.Currency("XAU", "Gold", "Au", 9_000_000, 1, 1000, 4);

class Institution {
  constructor(domain, said) {
    Object.assign(this, { domain, ...said });
    this.signing = bytes(said.signingKey);
    this.nonces = new uma.InMemoryNonceValidator(0);
    this.keysOfOthers = new Map();
    this.preimages = new Map();
    this.lookups = new Map();
    this.heard = [];
    this.asked = null;
  }

  metadata(user) {
    return JSON.stringify([["text/plain", `Pay ${user}`], ["text/identifier", `${user}@${this.domain}`]]);
  }

  publicKeys() {
    return uma
      .getPubKeyResponse({
        signingCertChainPem: this.signingCertificate,
        encryptionCertChainPem: this.encryptionCertificate,
        expirationTimestamp: Math.floor(Date.now() / 1000) + 3600,
      })
      .toJsonString();
  }

  keysOf(domain) {
    const found = this.keysOfOthers.get(domain);
    if (!found) throw new Refusal(424, "COUNTERPARTY_PUBKEY_FETCH_ERROR", `no keys of ${domain}`);
    return found;
  }

  require(isGenuine) {
    if (!isGenuine) throw new Refusal(401, "INVALID_SIGNATURE", "The signature is not valid.");
  }

  // --- the receiver's side ---

  async lookUp(url) {
    const request = uma.parseLnurlpRequest(url);
    const user = request.receiverAddress.split("@")[0];
    if (!(user in RECEIVERS)) throw new Refusal(404, "USER_NOT_FOUND", "Nobody has this address.");
    this.require(await uma.verifyUmaLnurlpQuerySignature(request, this.keysOf(request.vaspDomain), this.nonces));
    this.lookups.set(user, { ...request, isSubjectToTravelRule: request.isSubjectToTravelRule });
    const answer = await uma.getLnurlpResponse({
      request,
      callback: `https://${this.domain}/pay/${user}`,
      encodedMetadata: this.metadata(user),
      minSendableSats: 1,
      maxSendableSats: 10_000_000,
      privateKeyBytes: this.signing,
      requiresTravelRuleInfo: true,
      payerDataOptions: { name: { mandatory: true }, birthDate: { mandatory: false } },
      currencyOptions: RECEIVERS[user].map((code) => CURRENCIES[code]),
      receiverKycStatus: uma.KycStatus.Verified,
      commentCharsAllowed: 40,
    });
    return answer.toJsonString();
  }

  async pay(user, body) {
    const request = uma.PayRequest.fromJson(body);
    const payer = request.payerData?.identifier ?? "";
    const keys = this.keysOf(uma.getVaspDomainFromUmaAddress(payer));
    this.require(await uma.verifyPayReqSignature(request, keys, this.nonces));
    const block = request.payerData.compliance;
    const travelRule = block.encryptedTravelRuleInfo
      ? JSON.parse(decrypt(this.encryptionKey, Buffer.from(block.encryptedTravelRuleInfo, "hex")).toString())
      : null;
    this.asked = { ...JSON.parse(request.toJsonString()), travelRule };
    const currency = CURRENCIES[request.receivingCurrencyCode];
    const text = this.go ? this.metadata(user) + inGo(JSON.parse(body).payerData) : null;
    const feeMsat = 0;
    const answer = await uma.getPayReqResponse({
      request,
      conversionRate: currency.multiplier,
      receivingCurrencyCode: currency.code,
      receivingCurrencyDecimals: currency.decimals,
      invoiceCreator: { createUmaInvoice: async (msat, metadata) => this.invoice(msat, text ?? metadata) },
      metadata: this.metadata(user),
      receiverChannelUtxos: [],
      receiverFeesMillisats: feeMsat,
      receiverNodePubKey: undefined,
      utxoCallback: `https://${this.domain}/callback`,
      payeeData: { identifier: `${user}@${this.domain}`, name: "Carol Foreign" },
      receivingVaspPrivateKey: this.signing,
      payeeIdentifier: `${user}@${this.domain}`,
    });
    return answer.toJsonString();
  }

  invoice(msat, text) {
    const preimage = randomBytes(32).toString("hex");
    const hash = sha256(Buffer.from(preimage, "hex"));
    this.preimages.set(hash, { preimage, isPaid: false });
    const made = bolt11.encode({
      network: NETWORK,
      millisatoshis: String(msat),
      timestamp: Math.floor(Date.now() / 1000),
      tags: [
        { tagName: "payment_hash", data: hash },
        { tagName: "payment_secret", data: randomBytes(32).toString("hex") },
        { tagName: "purpose_commit_hash", data: sha256(text) },
        { tagName: "expire_time", data: 600 },
        { tagName: "min_final_cltv_expiry", data: 80 },
      ],
    });
    return bolt11.sign(made, this.nodeKey).paymentRequest;
  }

  settle(body) {
    const invoice = bolt11.decode(JSON.parse(body).paymentRequest, NETWORK);
    const hash = invoice.tags.find((tag) => tag.tagName === "payment_hash").data;
    const held = this.preimages.get(hash);
    if (!held) throw new Refusal(404, "INVALID_INVOICE", "No invoice of this node.");
    held.isPaid = true;
    return JSON.stringify({ preimage: held.preimage });
  }

  async hear(body) {
    const said = uma.parsePostTransactionCallback(body);
    this.require(await uma.verifyPostTransactionCallbackSignature(said, this.keysOf(said.vaspDomain), this.nonces));
    this.heard.push({ ...JSON.parse(body) });
    return "{}";
  }

  // --- the sender's side, and what a test asks ---

  controls = {
    learn: async ({ domain, document }) => {
      this.keysOfOthers.set(domain, uma.PubKeyResponse.fromJson(document));
      return {};
    },
    lookupUrl: async ({ receiver, version }) => ({
      url: String(
        await uma.getSignedLnurlpRequestUrl({
          isSubjectToTravelRule: true,
          receiverAddress: receiver,
          senderVaspDomain: this.domain,
          signingPrivateKey: this.signing,
          umaVersionOverride: version,
        }),
      ),
    }),
    readLookup: async ({ body, domain }) => {
      const answer = uma.LnurlpResponse.fromJson(body);
      this.require(await uma.verifyUmaLnurlpResponseSignature(answer, this.keysOf(domain), this.nonces));
      return JSON.parse(answer.toJsonString());
    },
    payRequest: async ({ domain, travelRule, ...said }) => {
      const request = await uma.getPayRequest({
        receiverEncryptionPubKey: this.keysOf(domain).getEncryptionPubKey(),
        sendingVaspPrivateKey: this.signing,
        payerKycStatus: uma.KycStatus.Verified,
        umaMajorVersion: 1,
        trInfo: travelRule,
        utxoCallback: `https://${this.domain}/callback`,
        ...said,
      });
      return { body: request.toJsonString(), payerData: JSON.stringify(request.payerData) };
    },
    readReply: async ({ body, domain, payer, payee }) => {
      const answer = uma.PayReqResponse.fromJson(body);
      this.require(
        await uma.verifyPayReqResponseSignature(answer, payer, payee, this.keysOf(domain), this.nonces),
      );
      const invoice = bolt11.decode(answer.pr, NETWORK);
      const tag = (name) => invoice.tags.find((entry) => entry.tagName === name)?.data;
      return {
        ...JSON.parse(answer.toJsonString()),
        invoice: { msat: Number(invoice.millisatoshis), descriptionHash: tag("purpose_commit_hash") },
      };
    },
    callback: async () => ({
      body: JSON.stringify(
        await uma.getPostTransactionCallback({
          utxos: [{ utxo: "abcdef:0", amountMsats: 1000 }],
          vaspDomain: this.domain,
          signingPrivateKey: this.signing,
        }),
      ),
    }),
    state: async () => ({
      asked: this.asked,
      heard: this.heard,
      paid: [...this.preimages.values()].filter((held) => held.isPaid).length,
      isSubjectToTravelRule: [...this.lookups.values()].at(-1)?.isSubjectToTravelRule ?? null,
    }),
  };
}

// json.Marshal of a map: keys sorted at every depth, and what HTML could misread written as escapes.
function inGo(value) {
  const sorted = (entry) =>
    Array.isArray(entry)
      ? entry.map(sorted)
      : entry && typeof entry === "object"
        ? Object.fromEntries(Object.keys(entry).sort().map((key) => [key, sorted(entry[key])]))
        : entry;
  const escape = (char) => "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(sorted(value)).replace(/[<>&\u2028\u2029]/g, escape);
}

const institutions = new Map(Object.entries(config).map(([domain, said]) => [domain, new Institution(domain, said)]));

async function answer(request, body) {
  const control = request.url.match(/^\/control\/([^/]+)\/(\w+)$/);
  if (control) return JSON.stringify(await institutions.get(control[1]).controls[control[2]](JSON.parse(body)));
  const node = request.url.match(/^\/node\/([^/]+)$/);
  if (node) return institutions.get(node[1]).settle(body);
  const here = institutions.get(request.headers.host);
  if (!here) throw new Refusal(404, "REQUEST_NOT_FOUND", "Nobody of this domain is served here.");
  const url = new URL(request.url, `https://${here.domain}`);
  if (url.pathname === "/.well-known/lnurlpubkey") return here.publicKeys();
  if (url.pathname === "/.well-known/uma-configuration") return JSON.stringify({ uma_major_versions: [0, 1] });
  if (url.pathname.startsWith("/.well-known/lnurlp/")) return here.lookUp(new URL(decodeURIComponent(url.pathname) + url.search, url));
  if (url.pathname.startsWith("/pay/")) return here.pay(url.pathname.slice("/pay/".length), body);
  if (url.pathname === "/callback") return here.hear(body);
  throw new Refusal(404, "REQUEST_NOT_FOUND", "There is no such path.");
}

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  let status = 200;
  let text;
  try {
    text = await answer(request, Buffer.concat(parts).toString());
  } catch (error) {
    const isControl = request.url.startsWith("/control/");
    status = isControl ? 200 : (error.httpStatusCode ?? error.status ?? 500);
    const code = error.code ?? "INTERNAL_ERROR";
    text = isControl
      ? JSON.stringify({ error: code, reason: String(error.stack) })
      : (error instanceof uma.UmaError ? error.toJSON() : JSON.stringify({ status: "ERROR", reason: error.message, code }));
  }
  response.writeHead(status, { "Content-Type": "application/json" }).end(text);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
// It ends with whoever has started it.
process.stdin.resume().on("end", () => process.exit(0));
