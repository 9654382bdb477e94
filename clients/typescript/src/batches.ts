// Any number of transfers: in batches of a hundred, each under a key of its own.

import type { Payments } from "./client.js";
import type { components } from "./generated/api.js";

const LARGEST_BATCH = 100;

export type Transfer = components["schemas"]["BatchTransferRequest"];
export type TransferResult = components["schemas"]["TransferBatchResult"];

/**
 * Make transfers, and yield each with its result, in order. Each is made or refused by itself.
 *
 * `key` names them all: keep it with them before you begin. After NoReply, or a crash, call this again with the same
 * transfers and key: what was made is not made twice.
 */
export async function* sendTransfers(
  payments: Payments,
  transfers: Iterable<Transfer>,
  key: string,
): AsyncGenerator<[Transfer, TransferResult]> {
  const all = [...transfers];
  for (let first = 0; first < all.length; first += LARGEST_BATCH) {
    const batch = all.slice(first, first + LARGEST_BATCH);
    const { results } = await payments.post("/transfers/batch", {
      params: { header: { "Idempotency-Key": `${key}/${first / LARGEST_BATCH}` } },
      body: { mode: "EACH", transfers: batch },
    });
    for (const [number, transfer] of batch.entries()) yield [transfer, results[number] as TransferResult];
  }
}
