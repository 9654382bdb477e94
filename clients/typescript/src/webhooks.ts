// Webhooks: whether a request comes from the service, and what it tells.

import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from "node:crypto";

import { PaymentsError } from "./errors.js";
import type { webhooks } from "./generated/api.js";
import { parse } from "./json.js";

/** Seconds. What was sent longer ago may be replayed by somebody who listened. */
export const TOLERANCE = 300;
const READ_AGAIN_AFTER = 86_400;
/** Seconds. A signature that fits no key asks for the keys again: not more often, or forgeries would set the pace. */
const AT_MOST_EVERY = 60;

/** The request does not prove that the service has sent it a moment ago. Answer 401. */
export class NotGenuine extends PaymentsError {
  override name = "NotGenuine";
}

/** The public keys can't be read at the moment. Answer 503: the event comes again. */
export class KeysUnavailable extends PaymentsError {
  override name = "KeysUnavailable";
}

/** What a webhook tells: `type` tells what `data` is. Kinds and fields that this version does not know may come. */
export type WebhookEvent = {
  [Name in keyof webhooks]: webhooks[Name]["post"] extends { requestBody: { content: { "application/json": infer Body } } }
    ? Body
    : never;
}[keyof webhooks];

/** Headers as Node.js has them, or as `fetch` does. */
export type HeadersLike = Headers | Record<string, string | string[] | undefined>;

/**
 * The platform's public keys. They are read when first needed, once a day, and when a signature fits none of them.
 *
 * `url` is `webhookPublicKeyUrl` of `var/sandbox.json`, or `{service}/webhook-keys/{platform}`.
 */
export class PublicKeys {
  readonly #url: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #now: () => number;
  #keys: KeyObject[] = [];
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(url: string, options: { fetch?: typeof globalThis.fetch; now?: () => number } = {}) {
    this.#url = url.replace(/\.pem$/, "");
    this.#fetch = options.fetch ?? globalThis.fetch;
    this.#now = options.now ?? (() => performance.now() / 1000);
  }

  /** Tell whether one of the keys has made one of the signatures. */
  async fits(signed: Uint8Array, signatures: Uint8Array[]): Promise<boolean> {
    if (!signatures.length) return false;
    await this.#notOlderThan(READ_AGAIN_AFTER);
    if (fitsOne(this.#keys, signed, signatures)) return true;
    const before = this.#readAt;
    // A new key is published two days before it signs, but this process may have slept for longer.
    await this.#notOlderThan(AT_MOST_EVERY);
    return this.#readAt !== before && fitsOne(this.#keys, signed, signatures);
  }

  async #notOlderThan(seconds: number): Promise<void> {
    if (this.#now() - this.#readAt < seconds) return;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #read(): Promise<void> {
    try {
      const fetch = this.#fetch;
      const reply = await fetch(this.#url, { signal: AbortSignal.timeout(10_000) });
      if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
      const { keys } = (await reply.json()) as { keys: { algorithm: string; standardWebhooksKey: string }[] };
      this.#keys = keys.filter((key) => key.algorithm === "ED25519").map((key) => publicKey(key.standardWebhooksKey));
      this.#readAt = this.#now();
    } catch (cause) {
      throw new KeysUnavailable("The public keys of the platform can't be read.", { cause });
    }
  }
}

/**
 * Checks webhooks: by the platform's public keys, by secrets that you share with the service, or by either.
 *
 * While a secret is being replaced, name both: the service signs with both.
 */
export class Webhooks {
  readonly #keys: PublicKeys | undefined;
  readonly #secrets: Buffer[];
  readonly #tolerance: number;
  readonly #now: () => number;

  constructor(options: { keys?: PublicKeys; secrets?: string[]; tolerance?: number; now?: () => number }) {
    this.#keys = options.keys;
    this.#secrets = (options.secrets ?? []).map((secret) => Buffer.from(secret.replace(/^whsec_/, ""), "base64"));
    this.#tolerance = options.tolerance ?? TOLERANCE;
    this.#now = options.now ?? (() => Date.now() / 1000);
    if (!this.#keys && !this.#secrets.length) throw new TypeError("Name the public keys, or a secret.");
    if (this.#secrets.some((secret) => !secret.length)) throw new TypeError("The secret is empty.");
  }

  /**
   * Return the event that a request tells of; throw NotGenuine.
   *
   * `body` is the raw body, as it came: what was parsed and printed again has other bytes.
   */
  async verify(headers: HeadersLike, body: Uint8Array | string): Promise<WebhookEvent> {
    const [id, sentAt, signatures] = ["id", "timestamp", "signature"].map((name) => header(headers, `webhook-${name}`));
    if (!id || !sentAt || !signatures) {
      throw new NotGenuine("Headers are missing: Webhook-Id, Webhook-Timestamp, Webhook-Signature.");
    }
    if (!/^\d{1,14}$/.test(sentAt)) throw new NotGenuine("Webhook-Timestamp is no time.");
    if (Math.abs(this.#now() - Number(sentAt)) > this.#tolerance) {
      throw new NotGenuine("The request was sent too long ago, or in the future.");
    }
    const bytes = Buffer.from(body);
    if (!(await this.#isSigned(Buffer.concat([Buffer.from(`${id}.${sentAt}.`), bytes]), signatures))) {
      throw new NotGenuine("No signature fits.");
    }
    return parse(bytes.toString("utf8")) as WebhookEvent;
  }

  async #isSigned(signed: Buffer, signatures: string): Promise<boolean> {
    const entries = signatures.split(" ").map((entry) => entry.split(",", 2));
    const made = (version: string) =>
      entries.filter(([name]) => name === version).map(([, text = ""]) => Buffer.from(text, "base64"));
    const shared = this.#secrets.map((secret) => createHmac("sha256", secret).update(signed).digest());
    const isShared = made("v1").some((given) =>
      shared.some((expected) => given.length === expected.length && timingSafeEqual(given, expected)),
    );
    return isShared || (this.#keys !== undefined && (await this.#keys.fits(signed, made("v1a"))));
  }
}

function header(headers: HeadersLike, wanted: string): string {
  if (headers instanceof Headers) return headers.get(wanted) ?? "";
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === wanted) return (Array.isArray(value) ? value[0] : value) ?? "";
  }
  return "";
}

function fitsOne(keys: KeyObject[], signed: Uint8Array, signatures: Uint8Array[]): boolean {
  return keys.some((key) => signatures.some((signature) => verify(null, signed, key, signature)));
}

function publicKey(text: string): KeyObject {
  const x = Buffer.from(text.replace(/^whpk_/, ""), "base64").toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}
