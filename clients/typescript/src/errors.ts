// What the client throws.

import type { components } from "./generated/api.js";

type Schemas = components["schemas"];

/** A code of the API. */
export type ErrorCode = {
  [Name in keyof Schemas]: Name extends `Error${number}` ? (Schemas[Name] extends { code: infer Code } ? Code : never) : never;
}[keyof Schemas];

/** The root of everything that this package throws by itself. */
export class PaymentsError extends Error {
  override name = "PaymentsError";
}

/** What an error reply says. */
export interface ErrorReply {
  status: number;
  code: string;
  message: string;
  details?: Record<string, unknown>;
  requestId?: string;
  idempotencyKey?: string;
  isRetryable?: boolean;
  retryAfter?: number;
}

/** The service answered with an error. Decide by `code`, never by `message`. */
export class ApiError extends PaymentsError {
  override name = "ApiError";
  readonly status: number;
  /**
   * A code of the API; empty where something between you and the service answered in its place. A code that this version
   * of the client does not know is kept as it came.
   */
  readonly code: ErrorCode | (string & {});
  /** `errors` lists every wrong field, with its reason. */
  readonly details: Record<string, unknown>;
  /** Quote it when you ask the operator for help. */
  readonly requestId: string;
  /** The key that the request carried; empty if it carried none. */
  readonly idempotencyKey: string;
  /** Whether the same request, with the same key, may succeed later without anything being corrected. */
  readonly isRetryable: boolean;
  /** Seconds to wait before the same request is sent again, where the reply says so. */
  readonly retryAfter: number | undefined;

  constructor(reply: ErrorReply) {
    super(reply.message + reasons(reply.message, reply.details?.["errors"]));
    this.status = reply.status;
    this.code = reply.code;
    this.details = reply.details ?? {};
    this.requestId = reply.requestId ?? "";
    this.idempotencyKey = reply.idempotencyKey ?? "";
    this.isRetryable = reply.isRetryable ?? false;
    this.retryAfter = reply.retryAfter;
  }

  /** Return the error that a reply tells of which is no success. `text` is its body. */
  static of(response: Response, text: string, idempotencyKey: string): ApiError {
    const body = object(text);
    return new ApiError({
      status: response.status,
      code: typeof body["code"] === "string" ? body["code"] : "",
      message: typeof body["message"] === "string" ? body["message"] : response.statusText || `HTTP ${response.status}`,
      details: isObject(body["details"]) ? body["details"] : {},
      requestId: response.headers.get("X-Request-Id") ?? "",
      idempotencyKey,
      isRetryable: body["retryable"] === true,
      ...waiting(response),
    });
  }
}

/**
 * No reply came, however often the request was sent. The service may have carried it out, once.
 *
 * Send the same request with the same key later to learn its reply. The text has the last failure of the network; `cause`
 * is that failure.
 */
export class NoReply extends PaymentsError {
  override name = "NoReply";
  /** The key that the request carried; empty for a request that only reads. */
  readonly idempotencyKey: string;

  constructor(idempotencyKey: string, cause: unknown) {
    const withKey = idempotencyKey ? ` Send it again with the idempotency key ${idempotencyKey}.` : "";
    super(`No reply came to the request${because(cause)}.${withKey}`, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** A reply has an amount that a JavaScript number can't hold exactly: more than 2^53 - 1 of the smallest unit. */
export class InexactAmount extends PaymentsError {
  override name = "InexactAmount";
}

/** The failure and what it comes from, in brackets: `fetch` says of all only that it failed. */
function because(cause: unknown): string {
  const texts: string[] = [];
  for (let error = cause; error instanceof Error && texts.length < MAX_CAUSES; error = error.cause) {
    texts.push(`${error.name}: ${error.message}`);
  }
  return texts.length ? ` (${texts.join("; ")})` : "";
}

const MAX_CAUSES = 3;

/** `Retry-After` in seconds: the header has a number or a date. */
function waiting(response: Response): { retryAfter?: number } {
  const text = (response.headers.get("Retry-After") ?? "").trim();
  if (/^\d+$/.test(text)) return { retryAfter: Number(text) };
  const until = Date.parse(text);
  return Number.isNaN(until) ? {} : { retryAfter: Math.max(0, (until - Date.now()) / 1000) };
}

/** The reasons of wrong fields that the message does not give, in brackets. */
function reasons(message: string, errors: unknown): string {
  const wrong = Array.isArray(errors) ? errors.filter(isObject) : [];
  const found = wrong
    .filter(({ reason }) => typeof reason === "string" && !message.includes(reason))
    .map(({ field, reason }) => `${field}: ${reason}`);
  return found.length ? ` (${found.slice(0, MAX_REASONS).join("; ")})` : "";
}

const MAX_REASONS = 10;

function object(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
