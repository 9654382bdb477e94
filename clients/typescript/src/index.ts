export { sendTransfers, type Transfer, type TransferResult } from "./batches.js";
export { Payments, type Currency, type Input, type ListPath, type Options, type Output, type PathWith, type Row } from "./client.js";
export { ApiError, type ErrorCode, InexactAmount, NoReply, PaymentsError } from "./errors.js";
export type { components, operations, paths } from "./generated/api.js";
export { formatAmount, toDecimal, toSmallest, type WithDecimals } from "./money.js";
export { type AccountEntry, type AccountPeriod, readPeriod } from "./reconciliation.js";
export type { Retries } from "./retries.js";
export * from "./webhooks.js";
