// What changed the balance of an account in some days, to be compared with your books.

import type { Payments } from "./client.js";
import { PaymentsError } from "./errors.js";
import type { components } from "./generated/api.js";

export type AccountEntry = components["schemas"]["AccountEntry"];

/** The entries of an account in a stretch of time, oldest first, and its balances before and after them. */
export interface AccountPeriod {
  /** In the smallest unit. */
  opening: number;
  entries: AccountEntry[];
  /** In the smallest unit. */
  closing: number;
}

/**
 * Read the entries of an internal account from a day or moment to another, both within it; days are those of UTC.
 *
 * `isOwn`: the account is your platform's, not a customer's. PaymentsError is thrown where the entries do not lead from the
 * first balance to the last: one was booked meanwhile, so read again.
 */
export async function readPeriod(
  payments: Payments,
  accountId: string,
  startDate: string,
  endDate: string,
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<AccountPeriod> {
  const path = isOwn ? "/platform/internal-accounts/{accountId}/entries" : "/customers/internal-accounts/{accountId}/entries";
  const entries: AccountEntry[] = [];
  const query = { startDate, endDate, sortOrder: "asc" } as const;
  for await (const entry of payments.iterate(path, { params: { path: { accountId }, query } })) entries.push(entry);
  const [oldest] = entries;
  if (!oldest) {
    const { data } = await payments.get(path, { params: { path: { accountId }, query: { endDate, limit: 1 } } });
    const balance = data[0]?.balanceAfter ?? 0;
    return { opening: balance, entries, closing: balance };
  }
  const opening = oldest.balanceAfter - oldest.amount;
  let balance = opening;
  for (const entry of entries) {
    balance += entry.amount;
    if (entry.balanceAfter !== balance) {
      throw new PaymentsError(`Before the entry ${entry.id} another one is missing. Read the period again.`);
    }
  }
  return { opening, entries, closing: balance };
}
