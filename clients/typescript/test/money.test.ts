// Amounts are exact, or refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import { formatAmount, toDecimal, toSmallest } from "payments-platform-client";

const USD = { code: "USD", decimals: 2 };
const VND = { code: "VND", decimals: 0 };
const BTC = { code: "BTC", decimals: 8 };

test("major units become smallest ones", () => {
  const cases = [
    ["25.00", USD, 2500],
    ["25", USD, 2500],
    ["25.5", USD, 2550],
    ["25.500000", USD, 2550],
    ["0.01", USD, 1],
    ["-0.01", USD, -1],
    ["-0", USD, 0],
    ["0.29", USD, 29],
    ["007.10", USD, 710],
    ["1000", VND, 1000],
    ["1000.0", VND, 1000],
    ["0.00000001", BTC, 1],
    ["90071992547409.91", USD, 2 ** 53 - 1],
  ] as const;
  for (const [text, currency, smallest] of cases) assert.equal(toSmallest(text, currency), smallest, text);
});

test("what is no amount of the currency is refused", () => {
  const wrong = ["", " ", "25,00", "1e2", "0x1", "1_000", "+1", ".5", "5.", "1.001", "\u0661", "NaN", "90071992547409.92"];
  for (const text of wrong) assert.throws(() => toSmallest(text, USD), RangeError, text);
  for (const value of [0.1, 1, null, undefined, 1n]) assert.throws(() => toSmallest(value as never, USD), RangeError);
  for (const value of [0.1, NaN, 2 ** 53, "1", null]) assert.throws(() => toDecimal(value as never, USD), RangeError);
});

test("amounts are shown with all decimals", () => {
  assert.equal(toDecimal(2500, USD), "25.00");
  assert.equal(formatAmount(-5, USD), "-0.05 USD");
  assert.equal(formatAmount(1000, VND), "1000 VND");
  assert.equal(formatAmount(1, BTC), "0.00000001 BTC");
});

test("there and back is the same", () => {
  for (let round = 0; round < 1000; round++) {
    const currency = { code: "XXX", decimals: round % 19 };
    const amount = Math.round((Math.random() - 0.5) * 2 * Number.MAX_SAFE_INTEGER) || 0;
    assert.equal(toSmallest(toDecimal(amount, currency), currency), amount);
  }
});
