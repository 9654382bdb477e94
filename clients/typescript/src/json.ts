import { InexactAmount } from "./errors.js";

/** Parse JSON; throw InexactAmount where a whole number would be rounded in silence. */
export function parse(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw new InexactAmount(`${name} is larger than a JavaScript number holds exactly`);
    }
    return value;
  });
}
