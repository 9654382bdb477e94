// The client: an operation is a method and a path of the API document, which types what goes in and what comes back.

import createClient, { type MaybeOptionalInit } from "openapi-fetch";
import type {
  HttpMethod,
  MediaType,
  PathsWithMethod,
  RequiredKeysOf,
  ResponseObjectMap,
  SuccessResponse,
} from "openapi-typescript-helpers";

import { PaymentsError } from "./errors.js";
import type { components, paths } from "./generated/api.js";
import { parse } from "./json.js";
import { type Retries, retryingFetch } from "./retries.js";

export type Currency = components["schemas"]["Currency"];

/** The paths that have a method. */
export type PathWith<Method extends HttpMethod> = PathsWithMethod<paths, Method>;

/** What an operation takes: `params` with `path`, `query` and `header`, and `body`. */
export type Input<Method extends HttpMethod, Path extends PathWith<Method>> = MaybeOptionalInit<paths[Path], Method>;

/** What an operation answers with when it succeeds. */
export type Output<Method extends HttpMethod, Path extends PathWith<Method>> = Path extends keyof paths
  ? Method extends keyof paths[Path]
    ? paths[Path][Method] extends infer Operation extends Record<string | number, unknown>
      ? SuccessResponse<ResponseObjectMap<Operation>, MediaType>
      : never
    : never
  : never;

/** The lists that come in pages. */
export type ListPath = {
  [Path in PathWith<"get">]: Output<"get", Path> extends { data: unknown[]; hasMore: boolean } ? Path : never;
}[PathWith<"get">];

/** A row of a list. */
export type Row<Path extends ListPath> = Output<"get", Path> extends { data: (infer One)[] } ? One : never;

type Arguments<Method extends HttpMethod, Path extends PathWith<Method>> =
  RequiredKeysOf<Input<Method, Path>> extends never ? [input?: Input<Method, Path>] : [input: Input<Method, Path>];

export interface Options {
  /** The address of the API with its version: `baseUrl` of `var/sandbox.json`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  retries?: Retries;
  /** Seconds that one attempt may take: 30 unless you say. */
  timeout?: number;
  /** What sends a request; `fetch` of the platform unless you say. */
  fetch?: (request: Request) => Promise<Response>;
}

type Send = (path: string, input: object) => Promise<{ data?: string }>;

/** A client of the API with one token. Refusals are thrown: ApiError; no reply at all: NoReply. */
export class Payments {
  readonly #client: Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE", Send>;

  constructor(options: Options) {
    const pair = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString("base64");
    const send = options.fetch ?? ((request: Request) => globalThis.fetch(request));
    this.#client = createClient<paths>({
      baseUrl: options.baseUrl,
      headers: { Authorization: `Basic ${pair}` },
      fetch: retryingFetch(options.retries ?? {}, options.timeout ?? 30, send),
      // Texts of several values, and files, are told apart by what they are.
      bodySerializer: serialize,
    }) as never;
  }

  /** A client for the token that PAYMENTS_BASE_URL, PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET name. */
  static fromEnvironment(options: Partial<Options> = {}): Payments {
    const [baseUrl, clientId, clientSecret] = ["BASE_URL", "CLIENT_ID", "CLIENT_SECRET"].map((name) => {
      const value = process.env[`PAYMENTS_${name}`];
      if (!value) throw new PaymentsError(`PAYMENTS_${name} is not set`);
      return value;
    }) as [string, string, string];
    return new Payments({ baseUrl, clientId, clientSecret, ...options });
  }

  get<Path extends PathWith<"get">>(path: Path, ...input: Arguments<"get", Path>): Promise<Output<"get", Path>> {
    return this.#send("GET", path, input) as Promise<Output<"get", Path>>;
  }

  post<Path extends PathWith<"post">>(path: Path, ...input: Arguments<"post", Path>): Promise<Output<"post", Path>> {
    return this.#send("POST", path, input) as Promise<Output<"post", Path>>;
  }

  put<Path extends PathWith<"put">>(path: Path, ...input: Arguments<"put", Path>): Promise<Output<"put", Path>> {
    return this.#send("PUT", path, input) as Promise<Output<"put", Path>>;
  }

  patch<Path extends PathWith<"patch">>(path: Path, ...input: Arguments<"patch", Path>): Promise<Output<"patch", Path>> {
    return this.#send("PATCH", path, input) as Promise<Output<"patch", Path>>;
  }

  delete<Path extends PathWith<"delete">>(
    path: Path,
    ...input: Arguments<"delete", Path>
  ): Promise<Output<"delete", Path>> {
    return this.#send("DELETE", path, input) as Promise<Output<"delete", Path>>;
  }

  /** Yield every row of a list. Pages neither skip nor repeat rows while new ones are made. */
  async *iterate<Path extends ListPath>(path: Path, ...input: Arguments<"get", Path>): AsyncGenerator<Row<Path>> {
    const given = (input[0] ?? {}) as { params?: { query?: Record<string, unknown> } };
    let query: Record<string, unknown> = { limit: 100, ...given.params?.query };
    for (;;) {
      const page = (await this.#send("GET", path, [{ ...given, params: { ...given.params, query } }])) as {
        data: Row<Path>[];
        hasMore: boolean;
        nextCursor?: string;
      };
      yield* page.data;
      if (!page.hasMore) return;
      // Without one the list would begin anew, for ever.
      if (!page.nextCursor) throw new PaymentsError("The list has more rows and does not say where they begin.");
      query = { ...query, cursor: page.nextCursor };
    }
  }

  /** Return the currencies of your platform by their codes, with their decimals. */
  async currencies(): Promise<Map<string, Currency>> {
    const { data } = await this.get("/platform/internal-accounts");
    return new Map(data.map(({ balance: { currency } }) => [currency.code, currency]));
  }

  async #send(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, input: unknown[]): Promise<unknown> {
    // As text: the parser of `fetch` rounds large numbers in silence.
    const { data } = await this.#client[method](path, { ...(input[0] as object | undefined), parseAs: "text" });
    return data ? parse(data) : undefined;
  }
}

/** Write a body: one with a file as a form, any other as JSON. */
function serialize(body: unknown): string | FormData {
  const entries = Object.entries(body as Record<string, unknown>).filter(([, value]) => value !== undefined);
  if (!entries.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
