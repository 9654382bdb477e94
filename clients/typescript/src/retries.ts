// Requests that are sent again: with the same idempotency key, after a pause, and not for ever.

import { ApiError, NoReply } from "./errors.js";

/**
 * How often a request is sent, and how long the pauses are. `{ attempts: 1 }` never sends one again.
 *
 * A pause is random, so that clients do not come back all at once, and twice as long each time; it is never shorter than
 * `Retry-After`. A reply that asks for a longer pause than `longestPause` is thrown at once.
 */
export interface Retries {
  /** In all, the first one included: 5 unless you say. */
  attempts?: number;
  /** Seconds: 0.5 unless you say. */
  firstPause?: number;
  /** Seconds: 60 unless you say. */
  longestPause?: number;
}

const KEY = "Idempotency-Key";
/** The request was not carried out, or it is not known: the same key makes it safe to ask again. */
const AGAIN = new Set([408, 429, 502, 503, 504]);
/** A 500 is a fault of the service, which may not pass by itself. */
const ATTEMPTS_AFTER_A_FAULT = 3;
/** The reads that create something: a link, a lookup. */
const CREATING_GET = /\/(customers\/kyc-link|receiver\/[^/]+\/[^/]+)$/;
/** These have no body, and `Response` takes none for them. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Return a `fetch` that sends requests again, and throws what the service refuses. */
export function retryingFetch(
  retries: Retries,
  timeout: number,
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  const { attempts = 5, firstPause = 0.5, longestPause = 60 } = retries;
  if (!(attempts >= 1 && firstPause >= 0 && longestPause >= 0)) {
    throw new RangeError("attempts is 1 or more, and pauses are not negative");
  }

  function pause(attempt: number, retryAfter: number): number | undefined {
    if (attempt >= attempts || retryAfter > longestPause) return undefined;
    const growing = Math.min(firstPause * 2 ** Math.min(attempt - 1, 30), longestPause);
    return retryAfter + growing * (0.5 + Math.random() / 2);
  }

  async function once(request: Request): Promise<{ response: Response; body: ArrayBuffer }> {
    // Neither AbortSignal.timeout with AbortSignal.any nor the signal of a Request is relied on: in Node.js both may be
    // collected as garbage while the request still waits, which then waits for ever. The race ends in any case.
    const controller = new AbortController();
    const { promise: ended, reject } = withRejection();
    const stop = (reason: unknown) => {
      controller.abort(reason);
      reject(reason);
    };
    const onAbort = () => stop(request.signal.reason);
    const timer = setTimeout(() => stop(new DOMException(`no reply within ${timeout} s`, "TimeoutError")), timeout * 1000);
    request.signal.addEventListener("abort", onAbort, { once: true });
    if (request.signal.aborted) onAbort();
    try {
      return await Promise.race([attempt(request, controller.signal), ended]);
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", onAbort);
    }
  }

  async function attempt(request: Request, signal: AbortSignal): Promise<{ response: Response; body: ArrayBuffer }> {
    const response = await fetch(new Request(request.clone(), { signal, redirect: "manual" }));
    // A connection may break in the middle of a reply.
    return { response, body: await response.arrayBuffer() };
  }

  return async function send(request: Request): Promise<Response> {
    const key = withKey(request);
    for (let attempt = 1; ; attempt++) {
      let wait: number | undefined;
      try {
        const { response, body } = await once(request);
        if (response.ok) return new Response(WITHOUT_BODY.has(response.status) ? null : body, response);
        const error = ApiError.of(response, new TextDecoder().decode(body), key);
        wait = passes(error, attempt) ? pause(attempt, error.retryAfter ?? 0) : undefined;
        if (wait === undefined) throw error;
      } catch (error) {
        if (error instanceof ApiError || request.signal.aborted) throw error;
        wait = pause(attempt, 0);
        if (wait === undefined) throw new NoReply(key, error);
      }
      await sleep(wait, request.signal);
    }
  };
}

/** Give a request that changes something a key, unless it has one; return it. */
function withKey(request: Request): string {
  const changes = !["GET", "HEAD", "OPTIONS"].includes(request.method) || CREATING_GET.test(new URL(request.url).pathname);
  if (changes && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID());
  return request.headers.get(KEY) ?? "";
}

function passes(error: ApiError, attempt: number): boolean {
  return (
    AGAIN.has(error.status) ||
    (error.status === 500 && attempt < ATTEMPTS_AFTER_A_FAULT) ||
    error.code === "IDEMPOTENCY_KEY_IN_USE" ||
    // The other institution may be back soon; some codes of this status stay.
    (error.status === 424 && error.isRetryable)
  );
}

/** Return a promise that only ever rejects, and what rejects it. */
function withRejection(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<never>((_, fail) => (reject = fail));
  // Where the race is over, nobody waits for it any more.
  promise.catch(() => {});
  return { promise, reject };
}

function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener("abort", stop, { once: true });
  });
}
