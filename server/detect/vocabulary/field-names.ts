/** What a number is called behind the word that says which: "policy number", "member id". */
export const numberNoun =
  '(?:#|(?:numbers?|no\\.?|num|nbr|ids?|identifier|identification(?: number)?)(?![a-z]))';

/** Names of fields that a recognizer of their own finds: a value behind them is no identifier. */
export const personalFields =
  'phone|cell|mobile|fax|social|ssn|birth|birthday|dob|date|zip|postcode|address|email';

/** Those, and what is counted or paid. */
export const otherFields = `${personalFields}|born|postal|age|dollars?|appointment|extension|balance|total|amount|costs?|price|fee`;
