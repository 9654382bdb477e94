// Amounts: whole numbers of the smallest unit in the API, decimals as text for people. Never fractions in numbers.
//
// How many decimals a currency has is not in any table here: every amount in a reply brings its currency.

/** A currency as replies carry it; `decimals` is how many its major unit has. */
export interface WithDecimals {
  code: string;
  decimals: number;
}

/**
 * Return an amount of major units in the smallest unit: `"25.00"` USD is 2500.
 *
 * Takes text, because 0.10 is no number in JavaScript. Throws a RangeError for what is no number, has more decimals than
 * the currency, or is more than a JavaScript number holds exactly.
 */
export function toSmallest(amount: string, currency: WithDecimals): number {
  const found = typeof amount === "string" ? /^(-?)([0-9]{1,100})(?:\.([0-9]{1,100}))?$/.exec(amount) : null;
  if (!found) throw new RangeError("an amount is text, with digits and a point: \"25.00\"");
  const [, sign, whole, fraction = ""] = found;
  const kept = fraction.slice(0, currency.decimals).padEnd(currency.decimals, "0");
  if (/[1-9]/.test(fraction.slice(currency.decimals))) {
    throw new RangeError(`${currency.code} has ${currency.decimals} decimals, and the amount has more`);
  }
  const smallest = Number(BigInt(`${whole}${kept}`));
  if (!Number.isSafeInteger(smallest)) throw new RangeError("the amount is out of range");
  return sign && smallest ? -smallest : smallest;
}

/** Return an amount of the smallest unit in major units, with all decimals of the currency: 2500 is `"25.00"` USD. */
export function toDecimal(amount: number, currency: WithDecimals): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError("an amount of the smallest unit is a whole number");
  const digits = String(Math.abs(amount)).padStart(currency.decimals + 1, "0");
  const point = digits.length - currency.decimals;
  const sign = amount < 0 ? "-" : "";
  return currency.decimals ? `${sign}${digits.slice(0, point)}.${digits.slice(point)}` : `${sign}${digits}`;
}

/** Return an amount of the smallest unit as text: `25.00 USD`. The form of a country is for `Intl.NumberFormat`. */
export function formatAmount(amount: number, currency: WithDecimals): string {
  return `${toDecimal(amount, currency)} ${currency.code}`;
}
