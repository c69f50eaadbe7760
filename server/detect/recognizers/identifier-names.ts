/** What a word says of a number near it: `any` names an identifier without its sort. */
export type NameSort = 'mrn' | 'account' | 'any';

/** A word at [start, end) that names identifiers; a weak one is also said of other things. */
export interface IdentifierName {
  readonly start: number;
  readonly end: number;
  readonly sort: NameSort;
  readonly weak: boolean;
}

const mrn =
  "m\\.?r\\.?n\\.?|mrns|mr(?= ?#)|my ?chart|charts?|records?|(?:medical|patient'?s?|hospital|hosp\\.?|clinic'?s?) (?:i\\.?d|identifier|number|no|card|file|tag|sticker|label)|patient|pt|wrist ?bands?|bracelet|(?<!(?:on|to|tax) )files?|folder|discharge (?:papers?|summary|letter)|lab (?:slip|sheet|form|report|label)s?|admission|encounter|appointment card";
const clinic =
  "hospital|hosp|patients|ward|clinic|infirmary|doctor'?s|surgery|practice|(?:the|your|their) system|emergency room|registered|registration|check(?:ed)? in|intake|admitted|medical|paperwork|nurse|portal|with you(?: guys| folks| all)?|here";
const account =
  'accounts?|acc?ts?|policy|policies|policy ?holder|member|membership|groups?|plan|claims?|subscriber|customer|client|booking|booked|reservation|orders?|ordered|invoice|receipt|statement|reference|ref|confirmation|tickets?|cases?|pins?|pass ?codes?|passwords?|user ?(?:name|id)|log ?in|tax|visa|mastercard|amex|iban|swift|routing|aba|sort code|checking|savings|bank|loan|mortgage|insurance|insurer|medicare|medicaid|payer|coverage|benefits|rx|prescription|script|tracking|parcel|package|shipment|authori[sz]ation|auth|approval|pre-?cert|pnr|locator|voucher|loyalty|rewards|frequent flyer|library|licen[sc]e|passport|plate|vin|serial|device|employee|badge|student|meter|combination|locker|alarm|transaction|wire|certificate|permit|application|contract|enrol?lment|docket|incident|complaint|blue ?cross|aetna|cigna|humana|united ?health(?:care)?|kaiser';
const payment = 'cards?|bills?|codes?|payment|door|gate|lock|delivery|request|report';
const any = 'numbers?|ids?|i\\.d\\.?|identifiers?|digits|no(?=\\.? ?\\d)';

const names = new RegExp(
  `\\b(?:(?<mrn>${mrn})|(?<account>${account})|(?<clinic>${clinic})|(?<payment>${payment})|(?<any>${any}))(?![a-z])`,
  'gi',
);

export const namePatterns: readonly RegExp[] = [names];

/** All words of a text that name identifiers, from left to right. */
export function identifierNames(text: string): readonly IdentifierName[] {
  return Array.from(text.matchAll(names), ({ index, 0: word, groups = {} }): IdentifierName => {
    const weak = groups['clinic'] !== undefined || groups['payment'] !== undefined;
    const isMrn = groups['mrn'] !== undefined || groups['clinic'] !== undefined;
    const sort = groups['any'] === undefined ? (isMrn ? 'mrn' : 'account') : 'any';
    return { start: index, end: index + word.length, sort, weak };
  });
}
