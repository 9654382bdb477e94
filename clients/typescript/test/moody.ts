// A service that plays what goes wrong between a client and the real one: a real HTTP server on loopback.

import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Answer {
  status?: number;
  body?: string;
  headers?: Record<string, string>;
  /** The connection ends in the middle of the body. */
  cut?: boolean;
  /** The connection ends without a reply. */
  dropped?: boolean;
  /** Seconds before the reply. */
  delay?: number;
}

export interface Seen {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Gives `answers` one after the other, the last of them for ever; what came is in `seen`. */
export class Moody {
  answers: Answer[] = [];
  readonly seen: Seen[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = "", url = "", headers } = request;
      this.seen.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
      const answer = (this.answers.length > 1 ? this.answers.shift() : this.answers[0]) ?? {};
      if (answer.dropped) return void request.socket.destroy();
      if (answer.delay) await new Promise((resolve) => setTimeout(resolve, answer.delay! * 1000).unref());
      const body = answer.body ?? "{}";
      const length = Buffer.byteLength(body) + (answer.cut ? 10 : 0);
      const status = answer.status ?? 200;
      response.writeHead(status, {
        "Content-Type": "application/json",
        ...(status === 204 ? {} : { "Content-Length": String(length) }),
        ...answer.headers,
      });
      if (!answer.cut) return void response.end(status === 204 ? undefined : body);
      response.write(body, () => request.socket.destroy());
    });
  }

  static async start(): Promise<Moody> {
    const moody = new Moody();
    await new Promise<void>((resolve) => moody.#server.listen(0, "127.0.0.1", resolve));
    return moody;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/2025-10-13`;
  }

  get keys(): unknown[] {
    return this.seen.map(({ headers }) => headers["idempotency-key"]);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

export function refusal(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  fields: { retryable?: boolean } = {},
): Answer {
  const body = JSON.stringify({ status, code, message: "No.", details: { errors: [{ field: "amount" }] }, ...fields });
  return { status, body, headers: { "X-Request-Id": "request-1", ...headers } };
}
